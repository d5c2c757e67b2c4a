internal import Board
package import Boundary
package import Programs
import SignalboxCore
import TerminalUI

/// The output of a job, which one thread writes while another one displays it.
///
/// A flood of lines causes at most one update: `onChange` is called when the first line arrives after a
/// `snapshot()`, and not again before the next one.
package final class OutputLog: Sendable {
  private struct State {
    var ring: OutputRing
    /// The line that a command has begun and not ended.
    var unfinished: OutputLine?
    var isChanged = false
    var follower: (@Sendable ([OutputLine]) -> Void)?
    var needsEveryLine = false
    var file: (definition: LogDefinition, writer: LogWriter)?

    /// Returns whether `onChange` must be called.
    mutating func change(_ body: (inout OutputRing) -> Void) -> Bool {
      body(&ring)
      defer { isChanged = true }
      return !isChanged
    }
  }

  private let state: Locked<State>
  private let seconds: @Sendable () -> UInt32
  private let onChange: @Sendable () -> Void

  /// - Parameters:
  ///   - ring: The lines so far, with their limits.
  ///   - seconds: The wall clock, in seconds since 1970.
  ///   - onChange: Called on the writing thread, without holding a lock.
  package init(
    _ ring: OutputRing = OutputRing(), seconds: @escaping @Sendable () -> UInt32 = { 0 },
    onChange: @escaping @Sendable () -> Void
  ) {
    state = Locked(State(ring: ring))
    self.seconds = seconds
    self.onChange = onChange
  }

  /// Adds lines that have arrived now, from any thread. A status is no line, and is left out.
  package func append(_ lines: [OutputLine]) {
    let lines = lines.contains { $0.kind == .status } ? lines.filter { $0.kind != .status } : lines
    if lines.isEmpty { return }
    let arrival = seconds()
    deliver(lines, arrival: arrival)
    state.withLock { $0.file }?.writer.append(lines, arrival: arrival)
  }

  /// Returns when the lines that were added before are in the file; at once without a file, and after a
  /// second if its disk hangs.
  func flush() async {
    await state.withLock { $0.file }?.writer.flush()
  }

  private func deliver(_ lines: [OutputLine], arrival: UInt32) {
    let (isFirstChange, follower) = state.withLock { state in
      let isFirstChange = state.change { $0.append(lines, arrival: arrival) }
      return (isFirstChange, state.follower)
    }
    follower?(lines)
    if isFirstChange { onChange() }
  }

  /// Shows a line that a command has begun and not ended, after the others or in the place of the one that it
  /// replaces; nil for none. From any thread. It is passed to no follower.
  package func show(unfinished line: OutputLine?) {
    var line = line
    line?.arrival = seconds()
    let isFirstChange = state.withLock { state -> Bool in
      if state.unfinished == line { return false }
      state.unfinished = line
      return state.change { _ in }
    }
    if isFirstChange { onChange() }
  }

  /// Keeps every line that is added from now on in a file, too; nil for no file. The file is written by a
  /// thread of its own.
  func keep(in definition: LogDefinition?) {
    state.withLock { state in
      if state.file?.definition != definition { state.file = definition.map { ($0, writer(to: $0)) } }
    }
  }

  private func writer(to definition: LogDefinition) -> LogWriter {
    let file = OutputFile(definition)
    return LogWriter(definition.path) {
      file.append($0, arrival: $1)
    } onRemark: { [weak self] remark in
      guard let self else { return }
      deliver([.note(remark)], arrival: seconds())
    }
  }

  /// Passes every line that is added from now on to `follower`, on the writing thread, without holding a
  /// lock.
  ///
  /// A follower receives every line, also those that the ring drops. The output of all commands waits while
  /// it runs. Setting a follower replaces the previous one.
  /// - Parameter needsEveryLine: False for a follower of remarks, which are never left out; it receives only
  ///   the lines of output that the ring receives.
  package func follow(needsEveryLine: Bool = true, _ follower: @escaping @Sendable ([OutputLine]) -> Void) {
    state.withLock {
      $0.follower = follower
      $0.needsEveryLine = needsEveryLine
    }
  }

  /// Passes nothing to a follower from now on.
  package func stopFollowing() {
    state.withLock {
      $0.follower = nil
      $0.needsEveryLine = false
    }
  }

  /// The number of newest lines that are needed; nil while the follower or the file needs all of them.
  package var enough: Int? {
    state.withLock { $0.needsEveryLine || $0.file != nil ? nil : $0.ring.lineLimit }
  }

  /// The present lines without one that is unfinished, from any thread. Changes are
  /// reported as before.
  package var endedLines: OutputRing { state.withLock(\.ring) }

  /// The number of the next line.
  package var nextLineNumber: Int { state.withLock { $0.ring.endIndex } }

  /// The last lines of the output, as they are written to a terminal of this size; the cursor is behind the
  /// last one.
  /// - Parameter first: The number of the first line that may be among them.
  func screenful(in size: Size, from first: Int) -> [UInt8] {
    let (ring, unfinished) = state.withLock { ($0.ring, $0.unfinished) }
    var lines: [OutputLine] = []
    var rows = 1
    for number in ring.indices.reversed() where number >= first && ring[number].isPrinted {
      rows += max(1, (TextWidth.of(ring[number].text) - 1) / max(1, size.width) + 1)
      if rows > size.height { break }
      lines.append(ring[number])
    }
    if unfinished?.replaces ?? 0 > 0, !lines.isEmpty { lines.removeFirst() }
    var bytes: [UInt8] = []
    for line in lines.reversed() {
      line.append(to: &bytes, hasColor: true)
      bytes += "\r\n".utf8
    }
    unfinished?.append(to: &bytes, hasColor: true)
    return bytes
  }

  /// Drops every line, from any thread.
  package func removeAll() {
    if state.withLock({ state in state.change { $0.removeAll() } }) { onChange() }
  }

  /// The present lines, the last one perhaps unfinished, from any thread. The next change calls `onChange`
  /// again.
  ///
  /// The snapshot shares its storage with the log until the next line is written; that write copies it.
  package func snapshot() -> OutputRing {
    state.withLock { state in
      state.isChanged = false
      guard let unfinished = state.unfinished else { return state.ring }
      var ring = state.ring
      ring.append([unfinished], arrival: unfinished.arrival)
      return ring
    }
  }
}
