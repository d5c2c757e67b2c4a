package import Board

/// How a session has ended: what became of its last action.
package struct EndReading: Equatable, Sendable {
  /// Nil if there was none.
  var action: String?
  /// The number of the run; nil if none began.
  var run: Int?
  /// Nil if none ended.
  var outcome: RunOutcome?
  /// Why it was not started; nil if it was.
  var refusal: String?
  /// The exit code of its command, if that has succeeded.
  var commandExit: Int32?

  /// The outcome in one word; nil if none ended.
  var word: String? { outcome?.word }

  /// The exit code of its command; nil if there is none.
  var exit: Int32? {
    switch outcome {
    case .succeeded: commandExit
    case .failed(let failure), .tolerated(let failure):
      if case .exitCode(let code) = failure.kind { code } else { nil }
    case .cancelled, .lost, nil: nil
    }
  }

  /// The signal that has ended its command; nil if none has.
  var signal: Int32? {
    switch outcome {
    case .failed(let failure), .tolerated(let failure):
      if case .signal(let number) = failure.kind { number } else { nil }
    case .succeeded, .cancelled, .lost, nil: nil
    }
  }
}

extension RunOutcome {
  /// The outcome in one word.
  package var word: String {
    switch self {
    case .succeeded: "succeeded"
    case .failed: "failed"
    case .tolerated: "tolerated"
    case .cancelled: "cancelled"
    case .lost: "lost"
    }
  }
}
