import FlyingFox
import FlyingSocks
import Testing

/// A complete HTTP server on a port of 127.0.0.1, which runs as long as `body`.
@discardableResult
func withWebServer<Result>(
  _ handler: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse,
  isolation: isolated (any Actor)? = #isolation, _ body: (_ port: UInt16) async throws -> Result
) async throws -> Result {
  let server = HTTPServer(
    config: .init(address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled),
    handler: ClosureHTTPHandler(handler))
  let running = Task { try await server.run() }
  try await server.waitUntilListening(timeout: 900)
  guard case .ip4(_, let port)? = await server.listeningAddress else {
    throw WebServerError()
  }
  defer { running.cancel() }
  return try await body(port)
}

struct WebServerError: Error {}

extension HTTPResponse {
  /// An answer that redirects the client to another path.
  static func redirect(_ status: HTTPStatusCode, to path: String) -> HTTPResponse {
    var headers = HTTPHeaders()
    headers[.location] = path
    return HTTPResponse(statusCode: status, headers: headers)
  }
}
