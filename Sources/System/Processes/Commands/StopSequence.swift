package import Programs
import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Stops one command: keys that are typed into its terminal, a request by another command, a signal, then
/// SIGKILL, each when the grace period of the step before has passed.
///
///     let stop = StopSequence(request: .shell("./stop.sh"), signal: SIGINT) let outcome = await
///     runner.run(.shell("./server"), stop: stop) { _ in }
///
/// A sequence belongs to one call of ``CommandRunner/run``, and begins when the task of that call is
/// cancelled.
package final class StopSequence: Sendable {
  /// What a sequence reports, on any thread.
  package enum Event: Sendable, Equatable {
    /// A step has begun. The next one follows after this time, unless the program ends.
    case step(timeLeft: Duration)
    /// The terminal of the program has not taken the keys; the next step follows at once.
    case keysNotTaken
    /// The request has failed, for this reason; the signal follows at once.
    case requestFailed(String)
  }

  /// Types the keys that end the program, and returns whether its terminal has taken them; nil for none.
  private let typeKeys: (@Sendable () -> Bool)?
  /// The command that asks the program to end; nil for none.
  let request: Invocation?
  let signal: Int32
  private let onEvent: @Sendable (Event) -> Void
  /// Receives the output of the request.
  let onLines: @Sendable ([OutputLine]) -> Void

  private struct State {
    var child: ChildProcess?
    var hasBegun = false
    var hasEnded = false
    var isHastened = false
    /// Whether what the program has left is being ended.
    var isEndingRest = false
    /// When the present step ends, in ``MonotonicTime``.
    var stepEnd = 0
    var request: Task<CommandOutcome, Never>?
    var steps: Task<Void, Never>?
  }

  private let state = Mutex(State())

  package init(
    typeKeys: (@Sendable () -> Bool)? = nil, request: Invocation? = nil, signal: Int32 = SIGTERM,
    onEvent: @escaping @Sendable (Event) -> Void = { _ in },
    onLines: @escaping @Sendable ([OutputLine]) -> Void = { _ in }
  ) {
    self.typeKeys = typeKeys
    self.request = request
    self.signal = signal
    self.onEvent = onEvent
    self.onLines = onLines
  }

  /// Kills the command at once if it is being stopped.
  package func hasten() {
    let request = state.withLock { state -> Task<CommandOutcome, Never>? in
      guard state.isEndingRest || state.hasBegun && !state.hasEnded else { return nil }
      state.isHastened = true
      state.child?.signalGroup(SIGKILL)
      return state.request
    }
    request?.cancel()
  }

  /// Begins the sequence for a command, unless it has begun.
  /// - Parameter runRequest: Runs the request, and kills it when its task is cancelled.
  func begin(
    _ child: ChildProcess, on thread: OutputThread, gracePeriod: Duration,
    runRequest: @escaping @Sendable (Invocation) async -> CommandOutcome
  ) {
    let isFirst = state.withLock { state in
      defer { state.hasBegun = true }
      state.child = child
      return !state.hasBegun
    }
    guard isFirst else { return }
    guard let typeKeys else {
      return ask(child, on: thread, gracePeriod: gracePeriod, runRequest: runRequest)
    }
    beginStep(gracePeriod)
    guard typeKeys() else {
      onEvent(.keysNotTaken)
      return ask(child, on: thread, gracePeriod: gracePeriod, runRequest: runRequest)
    }
    state.withLock { state in
      state.steps = Task.detached { [self] in
        try? await Task.sleep(for: gracePeriod)
        guard isNeeded else { return }
        ask(child, on: thread, gracePeriod: gracePeriod, runRequest: runRequest)
      }
    }
  }

  /// Runs the request, if there is one, and then sends the signal.
  private func ask(
    _ child: ChildProcess, on thread: OutputThread, gracePeriod: Duration,
    runRequest: @escaping @Sendable (Invocation) async -> CommandOutcome
  ) {
    guard let request else { return sendSignal(to: child, on: thread, gracePeriod: gracePeriod) }
    beginStep(gracePeriod)
    state.withLock { state in
      // The program may have ended after the keys.
      if state.hasEnded { return }
      let running = Task.detached { await runRequest(request) }
      state.request = running
      if state.isHastened { running.cancel() }
      state.steps = Task.detached { [self] in
        let end = ContinuousClock.now + gracePeriod
        let limit = Task.detached {
          try await Task.sleep(until: end)
          running.cancel()
        }
        let outcome = await running.value
        limit.cancel()
        if outcome == .exited(0) { try? await Task.sleep(until: end) }
        guard isNeeded else { return }
        if outcome != .exited(0) { onEvent(.requestFailed(outcome.failure(isLate: .now >= end))) }
        sendSignal(to: child, on: thread, gracePeriod: gracePeriod)
      }
    }
  }

  /// How long the processes that were killed may remain.
  static let killLimit = Duration.seconds(5)

  /// Ends what a program has left when it ended by itself: by the signal, and by SIGKILL when the grace
  /// period has passed, or the sequence is hastened. Returns when nothing is left, or will not end.
  func end(_ rest: GroupRest, gracePeriod: Duration) async {
    state.withLock { $0.isEndingRest = true }
    beginStep(gracePeriod)
    rest.send(signal)
    rest.send(SIGCONT)
    let hasEnded = await rest.waitForEnd(atMost: gracePeriod) { [self] in state.withLock { $0.isHastened } }
    if !hasEnded {
      rest.send(SIGKILL)
      await rest.waitForEnd(atMost: Self.killLimit)
    }
    state.withLock { $0.isEndingRest = false }
  }

  /// Whether the command is being stopped, or was.
  var hasBegun: Bool { state.withLock { $0.hasBegun } }

  /// Whether the program has not ended and is not being killed.
  private var isNeeded: Bool { state.withLock { !$0.hasEnded && !$0.isHastened } }

  private func sendSignal(to child: ChildProcess, on thread: OutputThread, gracePeriod: Duration) {
    beginStep(gracePeriod)
    thread.terminate(child, by: signal, gracePeriod: gracePeriod)
  }

  private func beginStep(_ gracePeriod: Duration) {
    state.withLock { $0.stepEnd = MonotonicTime.now + Int(gracePeriod / .milliseconds(1)) }
    onEvent(.step(timeLeft: gracePeriod))
  }

  /// The time until the end of the present step; nil if the sequence has not begun, or has been hastened.
  var timeLeft: Duration? {
    state.withLock { state in
      guard state.hasBegun, !state.isHastened else { return nil }
      return .milliseconds(max(0, state.stepEnd - MonotonicTime.now))
    }
  }

  /// The program has ended: no step follows. Returns when the request has ended too, which has the rest of
  /// its grace period.
  func finish() async {
    let (request, steps) = state.withLock { state in
      state.hasEnded = true
      return (state.request, state.steps)
    }
    _ = await request?.value
    steps?.cancel()
  }
}

extension CommandOutcome {
  /// Why a request did not succeed, in words.
  fileprivate func failure(isLate: Bool) -> String {
    switch self {
    case .signalled where isLate: "it took too long"
    case .exited(let code): "exit code \(code)"
    case .signalled(let signal): "ended by \(SignalName.of(signal))"
    case .cannotStart(let reason, _): "cannot start: \(reason)"
    }
  }
}
