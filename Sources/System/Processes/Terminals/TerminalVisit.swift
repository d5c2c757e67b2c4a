import Synchronization
package import TerminalUI

#if canImport(System)
import System
#else
import SystemPackage
#endif

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A person in a program: what the program prints goes to the channel, and what arrives there is typed.
///
/// The channel is the far end of a ``TerminalChannel``. It is closed when the visit has ended.
package final class TerminalVisit: Sendable {
  /// Why a visit has ended.
  package enum End: Sendable, Equatable {
    /// The person has left, or the channel was closed.
    case left
    /// The program has ended.
    case programEnded
    /// Somebody else has entered the program.
    case replaced(by: String)
    /// There is no program to enter: its run has not been started, or has ended by now.
    case doesNotRun
    /// The program could not be entered.
    case refused(String)
  }

  /// Who has entered, as those are told whom the visit puts out; nil if that is not known.
  package let name: String?
  /// The kind of the terminal on which the program is shown (TERM); nil if that is not known.
  package let terminal: String?
  /// Whether that terminal shows something else, which scrolls away before the last screenful is shown.
  package let clearsScreen: Bool

  /// How long the end of a program waits for a person who does not read what it has printed last.
  private static let flushLimit = Duration.seconds(1)

  private struct State {
    var size: Size
    var end: End?
    var pending: [UInt8] = []
    var tasks: [Task<Void, Never>] = []
  }

  let channel: FileDescriptor
  private let state: Mutex<State>
  private let onStart: @Sendable () -> Void
  private let onEnd: @Sendable (End) -> Void

  /// - Parameters:
  ///   - channel: A descriptor that the visit takes ownership of.
  ///   - size: The size of the terminal on which the program is shown.
  ///   - onStart: Called once when the program is shown, on any thread.
  ///   - onEnd: Called once when the visit has ended, on any thread; also without a call of `onStart`.
  package init(
    channel: Int32, size: Size, name: String? = nil, terminal: String? = nil, clearsScreen: Bool = true,
    onStart: @escaping @Sendable () -> Void = {}, onEnd: @escaping @Sendable (End) -> Void
  ) {
    self.channel = FileDescriptor(rawValue: channel)
    self.name = name
    self.terminal = terminal
    self.clearsScreen = clearsScreen
    self.onStart = onStart
    self.onEnd = onEnd
    state = Mutex(State(size: size))
    _ = fcntl(channel, F_SETFL, fcntl(channel, F_GETFL) | O_NONBLOCK)
  }

  deinit { try? channel.close() }

  /// The size of the terminal on which the program is shown.
  package var size: Size {
    get { state.withLock { $0.size } }
    set { state.withLock { $0.size = newValue } }
  }

  func started() { onStart() }

  /// Ends the visit for this reason, unless it has ended. From any thread.
  ///
  /// What waits to be written is lost, unless it is flushed before.
  package func end(_ end: End) {
    let tasks = state.withLock { state -> [Task<Void, Never>]? in
      if state.end != nil { return nil }
      state.end = end
      state.pending = []
      defer { state.tasks = [] }
      return state.tasks
    }
    guard let tasks else { return }
    // The other side reads end of file, and the tasks that wait for the channel go on.
    shutdown(channel.rawValue, Int32(SHUT_RDWR))
    for task in tasks { task.cancel() }
    onEnd(end)
  }

  var hasEnded: Bool { state.withLock { $0.end != nil } }

  /// Runs a task that is cancelled at the end of the visit.
  private func run(_ body: @escaping @Sendable () async -> Void) {
    let task = Task.detached { await body() }
    let hasEnded = state.withLock { state in
      state.tasks.append(task)
      return state.end != nil
    }
    if hasEnded { task.cancel() }
  }

  // MARK: What the program prints

  /// Writes what the channel takes, and the rest as soon as it can; until then the flow is held. On the
  /// output thread only.
  func send(_ bytes: [UInt8], flow: OutputFlow, _ thread: OutputThread) {
    let isFirst = state.withLock { state -> Bool in
      if state.end != nil { return false }
      defer { state.pending += bytes }
      return state.pending.isEmpty
    }
    if isFirst { flush(flow, thread) }
  }

  private func flush(_ flow: OutputFlow, _ thread: OutputThread) {
    let isBlocked: Bool? = state.withLock { state in
      while !state.pending.isEmpty {
        let count = state.pending.withUnsafeBytes { TerminalChannel.write($0, to: channel.rawValue) }
        if count > 0 {
          state.pending.removeFirst(count)
        } else if errno == EAGAIN {
          // While the lock is held, the visit cannot end and resume the flow before.
          flow.hold()
          return true
        } else if errno != EINTR {
          return nil
        }
      }
      return false
    }
    switch isBlocked {
    case nil: end(.left)
    case false?: flow.resume()
    case true?:
      run { [self] in
        await thread.waitUntilWritable(channel)
        if !Task.isCancelled { thread.perform { [self] in flush(flow, thread) } }
      }
    }
  }

  /// Returns when everything is written, or cannot be, or after a second.
  func waitUntilWritten() async {
    let limit = ContinuousClock.now + Self.flushLimit
    while state.withLock({ !$0.pending.isEmpty }), ContinuousClock.now < limit {
      try? await Task.sleep(for: .milliseconds(10))
    }
  }

  // MARK: What the person types

  /// Passes what arrives on to the program, until the visit ends.
  func readKeys(for terminal: ProgramTerminal, _ thread: OutputThread) {
    run { [self] in
      var buffer = [UInt8](repeating: 0, count: 4096)
      while !hasEnded {
        await thread.waitUntilReadable(channel)
        let count = buffer.withUnsafeMutableBytes { read(channel.rawValue, $0.baseAddress, $0.count) }
        if count < 0, errno == EAGAIN || errno == EINTR { continue }
        guard count > 0 else { break }
        await terminal.type(buffer[..<count], by: self)
      }
      terminal.leave(self)
    }
  }
}
