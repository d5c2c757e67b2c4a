internal import Board
internal import SignalboxCore

extension RunOutcome {
  /// How work has ended.
  init(_ work: Result<String?, any Error>) {
    switch work {
    case .success: self = .succeeded
    case .failure(let error): self.init(error)
    }
  }

  init(_ completion: Subscribers.Completion<ActionError>) {
    switch completion {
    case .finished: self = .succeeded
    case .failure(.cancelled): self = .cancelled
    // Guards and policies are evaluated before the execution.
    case .failure(.notEnabled): self = .failed("it was locked")
    case .failure(.underlying(let error)): self.init(error)
    }
  }

  /// The outcome of work that has thrown this error.
  init(_ error: any Error) { self = error is CancellationError ? .cancelled : .failed(RunFailure(error)) }
}

extension RunFailure {
  fileprivate init(_ error: any Error) {
    var failure = error as? JobFailure
    if case .explained(_, let cause) = failure { failure = cause }
    let kind: Kind =
      switch failure {
      case .exitCode(let code), .gaveUp(_, _, let code?): .exitCode(code)
      case .signal(let number): .signal(number)
      case .timedOut: .timedOut
      case .cannotStart: .cannotStart
      case .takenOver: .takenOver
      case .unconfirmed: .unconfirmed
      default: .other
      }
    self.init(kind, "\(error)")
  }
}
