internal import Board
internal import Boundary
internal import Cluster
internal import SignalboxCore

/// How the end of the run of a shared action is told to the other machines.
struct SharedEnd: Sendable {
  /// Tells how the run has ended. Passes on what the others know of that, and again when it is known later;
  /// `onVerdict` returns false if nobody waits for it any more.
  let tell: @Sendable (RunOutcome, _ onVerdict: @escaping @Sendable (EndVerdict) -> Bool) -> Void

  /// Tells how the run has ended, and returns what the others know of that. A run that is cancelled does not
  /// wait for it.
  func callAsFunction(_ outcome: RunOutcome) async -> EndVerdict {
    let wait = EndWait()
    return await withTaskCancellationHandler {
      tell(outcome, wait.fulfil)
      return await wait.verdict
    } onCancel: {
      _ = wait.fulfil(.unknown("whether the others know this result is not known: it was not waited for"))
    }
  }
}

/// A verdict that comes once, or not at all before somebody gives up.
private final class EndWait: Sendable {
  private struct State {
    var verdict: EndVerdict?
    var continuation: CheckedContinuation<EndVerdict, Never>?
  }

  private let state = Locked(State())

  /// Returns false if there was a verdict before.
  func fulfil(_ verdict: EndVerdict) -> Bool {
    let (isFirst, continuation) = state.withLock { state -> (Bool, CheckedContinuation<EndVerdict, Never>?) in
      guard state.verdict == nil else { return (false, nil) }
      state.verdict = verdict
      defer { state.continuation = nil }
      return (true, state.continuation)
    }
    continuation?.resume(returning: verdict)
    return isFirst
  }

  var verdict: EndVerdict {
    get async {
      await withCheckedContinuation { continuation in
        let verdict = state.withLock { state in
          if state.verdict == nil { state.continuation = continuation }
          return state.verdict
        }
        if let verdict { continuation.resume(returning: verdict) }
      }
    }
  }
}
