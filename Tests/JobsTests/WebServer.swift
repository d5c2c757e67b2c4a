import FlyingFox
import FlyingSocks
import Testing

/// A complete HTTP server on a port of 127.0.0.1, which runs as long as `body`.
@discardableResult
func withWebServer<Result>(
  _ handler: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse,
  isolation: isolated (any Actor)? = #isolation, _ body: (_ port: UInt16) async throws -> Result
) async throws -> Result {
  let (running, port) = try await startServer(ClosureHTTPHandler(handler))
  defer { running.cancel() }
  return try await body(port)
}

/// Starts a server.
///
/// The system may choose the same port for two sockets that allow its reuse, as those of this server do, and
/// only the one that listens first has it. The other one chooses another port.
private func startServer(
  _ handler: ClosureHTTPHandler
) async throws -> (running: Task<Void, any Error>, port: UInt16) {
  var failure: any Error = WebServerError()
  for _ in 0..<100 {
    let server = HTTPServer(
      config: .init(address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled), handler: handler)
    let (beginnings, beginning) = AsyncStream<Bool>.makeStream()
    let running = Task {
      defer { beginning.yield(false) }
      try await server.run()
    }
    let waiting = Task {
      try await server.waitUntilListening(timeout: 900)
      beginning.yield(true)
    }
    defer { waiting.cancel() }
    if await beginnings.first(where: { _ in true }) == true,
      case .ip4(_, let port)? = await server.listeningAddress
    {
      return (running, port)
    }
    running.cancel()
    if case .failure(let error) = await running.result { failure = error }
  }
  throw failure
}

private struct WebServerError: Error {}

extension HTTPResponse {
  /// An answer that redirects the client to another path.
  static func redirect(_ status: HTTPStatusCode, to path: String) -> HTTPResponse {
    var headers = HTTPHeaders()
    headers[.location] = path
    return HTTPResponse(statusCode: status, headers: headers)
  }
}
