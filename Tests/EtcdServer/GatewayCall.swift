internal import Foundation
internal import Synchronization
internal import Transfers

/// A request to the gateway for which the client under test has no function.
final class GatewayCall: Exchange {
  let options: TransferOptions
  private let continuation: Mutex<CheckedContinuation<TransferAnswer, any Error>?>

  private init(_ options: TransferOptions, _ continuation: CheckedContinuation<TransferAnswer, any Error>) {
    self.options = options
    self.continuation = Mutex(continuation)
  }

  /// - Returns: The body of the answer.
  /// - Throws: ``EtcdServer/Failure`` if the status is not 200, or a `NetworkFailure`.
  static func answer(to url: String, json: String, token: String?) async throws -> String {
    var options = TransferOptions(bodyLimit: 1 << 20)
    options.trust = .anyone
    options.limit = .seconds(5)
    let thread = try TransferSource().thread
    let answer = try await withCheckedThrowingContinuation { continuation in
      let headers = token.map { [HTTPRequest.Header(name: "Authorization", value: $0)] } ?? []
      thread.begin(
        HTTPRequest(url, method: "POST", headers: headers, body: Array(json.utf8)),
        of: GatewayCall(options, continuation))
    }
    let body = String(decoding: answer.body, as: UTF8.self)
    guard answer.status == 200 else { throw EtcdServer.Failure.refused(body) }
    return body
  }

  var isOver: Bool { continuation.withLock { $0 == nil } }

  func receive(_ answer: TransferAnswer, to request: HTTPRequest) -> HTTPRequest? {
    end(.success(answer))
    return nil
  }

  func fail(_ failure: NetworkFailure) { end(.failure(failure)) }

  private func end(_ result: Result<TransferAnswer, any Error>) {
    continuation.withLock { continuation in
      defer { continuation = nil }
      return continuation
    }?
    .resume(with: result)
  }
}
