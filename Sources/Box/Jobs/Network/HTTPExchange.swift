internal import Board
internal import SignalboxCore
internal import Transfers

/// One probe and its answer: a request, and those to which redirects lead.
final class HTTPExchange: Exchange {
  /// The most redirects that are followed.
  private static let redirectLimit = 16

  let options: TransferOptions
  private let expected: StatusCodes
  private let redirectCount = Locked(0)
  private let outcome = FirstAnswer<HTTPAnswer>()

  init(for probe: HTTPProbe, bodyLimit: Int) {
    var options = TransferOptions(bodyLimit: bodyLimit)
    options.trust =
      switch probe.certificates.trust {
      case .system: .system
      case .file(let path): .file(path)
      case .anyone: .anyone
      }
    options.readsCertificate = probe.certificates.remaining != nil
    self.options = options
    expected = probe.expect
  }

  /// Sends the request on the thread, and returns the answer. Call this once.
  func answer(to request: HTTPRequest, on thread: TransferThread) async throws -> HTTPAnswer {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        outcome.deliver(to: continuation)
        thread.begin(request, of: self)
      }
    } onCancel: {
      outcome.give(.failure(CancellationError()))
      thread.endCancelled()
    }
  }

  /// Whether there is an outcome, so that its transfer has no more effect.
  var isOver: Bool { outcome.isGiven }

  /// A request has an answer, which may be a redirect. Returns the request that follows.
  func receive(_ answer: TransferAnswer, to request: HTTPRequest) throws(NetworkFailure) -> HTTPRequest? {
    if let redirect = answer.redirect, !expected.contains(answer.status),
      let next = try request.redirected(to: redirect, by: answer.status)
    {
      let count = redirectCount.withLock { count in
        count += 1
        return count
      }
      guard count <= Self.redirectLimit else { throw .tooManyRedirects }
      return next
    }
    outcome.give(
      .success(
        HTTPAnswer(
          status: answer.status, body: answer.body, isCut: answer.isCut,
          certificateEnd: answer.certificateEnd)))
    return nil
  }

  func fail(_ failure: NetworkFailure) { outcome.give(.failure(failure)) }
}
