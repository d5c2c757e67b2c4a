internal import Board
internal import SignalboxCore

/// One probe and its answer: a request, and those to which redirects lead.
final class HTTPExchange: Sendable {
  /// The most redirects that are followed.
  private static let redirectLimit = 16

  let bodyLimit: Int
  let certificates: CertificatePolicy
  private let expected: StatusCodes
  private let redirectCount = Locked(0)
  private let outcome = FirstAnswer<HTTPAnswer>()

  init(for probe: HTTPProbe, bodyLimit: Int) {
    self.bodyLimit = bodyLimit
    certificates = probe.certificates
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
  /// - Parameter redirect: The address to which the answer redirects; nil if it does not.
  func receive(_ answer: HTTPAnswer, to request: HTTPRequest, redirect: String?) throws(NetworkFailure)
    -> HTTPRequest?
  {
    if let redirect, !expected.contains(answer.status),
      let next = try request.redirected(to: redirect, by: answer.status)
    {
      let count = redirectCount.withLock { count in
        count += 1
        return count
      }
      guard count <= Self.redirectLimit else { throw .tooManyRedirects }
      return next
    }
    outcome.give(.success(answer))
    return nil
  }

  func fail(_ failure: NetworkFailure) { outcome.give(.failure(failure)) }
}
