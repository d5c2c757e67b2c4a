package import Processes
import SignalboxCore

/// An output that one thread writes while another draws it.
///
/// A flood of lines asks for one drawing at most: `onChange` is called when the first line arrives after a
/// `snapshot()`, and not again before the next one.
package final class OutputLog: @unchecked Sendable {
  private struct State {
    var ring: OutputRing
    var isChanged = false
    var follower: (@Sendable ([OutputLine]) -> Void)?
    var needsEveryLine = false
    var tap: OutputTap?

    /// Returns whether somebody has to be told.
    mutating func change(_ body: (inout OutputRing) -> Void) -> Bool {
      body(&ring)
      defer { isChanged = true }
      return !isChanged
    }
  }

  private let lock = Lock()
  private var state: State
  private let seconds: @Sendable () -> UInt32
  private let onChange: @Sendable () -> Void

  /// - Parameters:
  ///   - ring: The lines so far, with their limits.
  ///   - seconds: The wall clock, in seconds since 1970.
  ///   - onChange: Called on the writing thread, without a lock held.
  package init(
    _ ring: OutputRing = OutputRing(), seconds: @escaping @Sendable () -> UInt32 = { 0 },
    onChange: @escaping @Sendable () -> Void
  ) {
    state = State(ring: ring)
    self.seconds = seconds
    self.onChange = onChange
  }

  /// Adds lines, from any thread. All of them came now.
  package func append(_ lines: [OutputLine]) {
    if lines.isEmpty { return }
    let arrival = seconds()
    let (isFirstChange, follower) = lock.withLock {
      let isFirstChange = state.change { $0.append(lines, arrival: arrival) }
      return (isFirstChange, state.follower)
    }
    follower?(lines)
    if isFirstChange { onChange() }
  }

  /// Hands every line that is added from now on to `follower`, on the writing thread, without a lock held.
  ///
  /// The ring forgets, a follower misses nothing; but while it takes its time, the output of all commands waits. There
  /// is one at most: the last one that was given.
  /// - Parameter needsEveryLine: False for a follower of remarks, which are never left out. It receives as many lines of
  ///   output as the ring.
  package func follow(needsEveryLine: Bool = true, _ follower: @escaping @Sendable ([OutputLine]) -> Void) {
    lock.withLock {
      state.follower = follower
      state.needsEveryLine = needsEveryLine
    }
  }

  /// How many of the newest lines are enough for everybody; nil while somebody wants them all.
  package var enough: Int? {
    lock.withLock { state.needsEveryLine ? nil : state.ring.lineLimit }
  }

  /// Receives the bytes of the commands that start from now on, besides the lines that are made of them. From any thread.
  package var tap: OutputTap? {
    get { lock.withLock { state.tap } }
    set { lock.withLock { state.tap = newValue } }
  }

  /// The number that the next line will have.
  package var nextLineNumber: Int { lock.withLock { state.ring.endIndex } }

  /// Drops every line, from any thread.
  package func removeAll() {
    if lock.withLock({ state.change { $0.removeAll() } }) { onChange() }
  }

  /// The lines now, from any thread. A change after this calls `onChange` again.
  ///
  /// The copy shares its storage with the log until the next line is written; that write pays for the copy.
  package func snapshot() -> OutputRing {
    lock.withLock {
      state.isChanged = false
      return state.ring
    }
  }
}
