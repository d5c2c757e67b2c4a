internal import Board
internal import Foundation
internal import SignalboxCore

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// One request and its answer, collected from the events of a session.
final class HTTPExchange: Sendable {
  private let expected: StatusCodes
  private let bodyLimit: Int
  private let answer = Locked(HTTPAnswer(status: 0))
  private let outcome = FirstAnswer<HTTPAnswer>()

  /// - Parameter expected: Statuses that are the answer, even if they mean a redirect.
  init(following expected: StatusCodes, bodyLimit: Int) {
    self.expected = expected
    self.bodyLimit = bodyLimit
  }

  /// Runs the task, whose events must be passed to this exchange, and returns the answer. Call this once.
  func answer(of task: URLSessionDataTask) async throws -> HTTPAnswer {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        outcome.deliver(to: continuation)
        task.resume()
      }
    } onCancel: {
      outcome.give(.failure(CancellationError()))
      task.cancel()
    }
  }

  // MARK: Events

  /// Whether a redirect is followed.
  func follows(_ status: Int) -> Bool { !expected.contains(status) }

  /// The headers of an answer have arrived.
  func begin(_ status: Int) { answer.withLock { $0 = HTTPAnswer(status: status) } }

  /// A part of the body has arrived. Returns false if no more is needed.
  func receive(_ data: Data) -> Bool {
    let full = answer.withLock { answer -> HTTPAnswer? in
      let room = bodyLimit - answer.body.count
      answer.body += data.prefix(room)
      answer.isCut = data.count > room
      return answer.isCut ? answer : nil
    }
    if let full { outcome.give(.success(full)) }
    return full == nil
  }

  /// A redirect leads to an address that is not HTTP; the request fails.
  func refuseRedirect(to scheme: String) { outcome.give(.failure(NetworkFailure.redirect(scheme: scheme))) }

  /// The request has ended; only the first end counts.
  func end(_ error: (any Error)?) {
    let answer = self.answer.withLock { $0 }
    guard let error else { return outcome.give(.success(answer)) }
    let failure = (error as? URLError).map(NetworkFailure.init) ?? .other("\(error)")
    outcome.give(.failure(failure == .closed && answer.status > 0 ? NetworkFailure.cutShort : failure))
  }
}

extension NetworkFailure {
  /// The failure that URLSession reports. On Linux it has no codes for TLS, only the messages of libcurl.
  fileprivate init(_ error: URLError) {
    let text = error.localizedDescription
    let reason = text.split(separator: ":").last.map { $0.drop { $0 == " " } } ?? ""
    self =
      switch error.code {
      case .cannotFindHost, .dnsLookupFailed: .unknownHost
      case .cannotConnectToHost where text.contains("route") || text.contains("unreachable"): .unreachable
      case .cannotConnectToHost: .refused
      case .notConnectedToInternet: .unreachable
      case .networkConnectionLost, .badServerResponse: .closed
      case .unsupportedURL: .notHTTP
      case .httpTooManyRedirects: .tooManyRedirects
      case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
        .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
        .tls(String(reason))
      case _ where ["SSL", "TLS", "certificate"].contains(where: text.contains): .tls(String(reason))
      case _ where text.contains("transfer closed"): .closed
      // For a single header of more than 100 KB, and for all headers together.
      case _ where text == "Out of memory" || text.hasPrefix("Too large response headers"): .headersTooLarge
      default: .other(text)
      }
  }
}
