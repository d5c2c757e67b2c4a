import Testing

@testable import Exporter

@Suite(.timeLimit(.minutes(15))) struct HTTPRequestTests {
  private func read(_ text: String, limit: Int = 8192) -> HTTPRequest.Progress {
    HTTPRequest.read(Array(text.utf8), limit: limit)
  }

  @Test(
    arguments: [
      ("GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n", "GET", "/metrics", "a"),
      ("HEAD /healthz?verbose=1#x HTTP/1.1\r\nhOST:a\r\nAccept: */*\r\n\r\n", "HEAD", "/healthz", "a"),
      ("GET http://b:1/metrics?x HTTP/1.1\r\nHost: a\r\n\r\nleft over", "GET", "/metrics", "b:1"),
      ("GET http://b HTTP/1.1\r\nHost: a\r\n\r\n", "GET", "/", "b"),
      ("GET /x?http://b HTTP/1.1\r\nAccept: a\r\nHost:\t[::1]:9180 \r\n\r\n", "GET", "/x", "[::1]:9180"),
      ("GET / HTTP/1.0\r\n\r\n", "GET", "/", nil),
      ("GET / HTTP/1.1\nHost:\n\n", "GET", "/", nil),
      ("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", "OPTIONS", "*", "a"),
    ] as [(String, String, String, String?)])
  func `a request has a method, a path and a host`(text: String, method: String, path: String, host: String?)
  {
    #expect(read(text) == .complete(HTTPRequest(method: method, path: path, host: host)))
  }

  @Test func `a request is incomplete until the empty line`() {
    let text = "GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n"
    for count in 0..<text.utf8.count - 1 {
      #expect(HTTPRequest.read(Array(text.utf8.prefix(count)), limit: 8192) == .incomplete)
    }
  }

  @Test(arguments: [
    ("\u{16}\u{3}\u{1}", HTTPStatus.badRequest), ("\r\n\r\n", .badRequest),
    (" GET / HTTP/1.1\r\n\r\n", .badRequest),
    ("GET\r\n\r\n", .badRequest), ("GET / extra HTTP/1.1\r\nHost: a\r\n\r\n", .badRequest),
    ("GET  / HTTP/1.1\r\nHost: a\r\n\r\n", .badRequest),
    ("GET metrics HTTP/1.1\r\nHost: a\r\n\r\n", .badRequest),
    ("GET /\u{7f} HTTP/1.1\r\nHost: a\r\n\r\n", .badRequest),
    ("GET / HTTP/1.1\r\n\r\n", .badRequest), ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", .badRequest),
    ("GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n", .badRequest),
    ("GET / HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n", .badRequest),
    ("GET / HTTP/1.1\r\nHost: a\r\nname : b\r\n\r\n", .badRequest),
    ("GET / HTTP/2.0\r\n\r\n", .versionNotSupported), ("GET / FTP/1.1\r\n\r\n", .badRequest),
    ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", .versionNotSupported),
  ])
  func `what is no request is answered with an error`(text: String, status: HTTPStatus) {
    #expect(read(text) == .invalid(status))
  }

  @Test func `a request without an end is too large at the limit`() {
    let text = "GET /\(String(repeating: "a", count: 95))"
    #expect(read(text, limit: 101) == .incomplete)
    #expect(read(text, limit: 100) == .invalid(.headersTooLarge))
  }

  @Test func `an answer states its length, and the answer to HEAD has the same headers`() {
    let response = HTTPResponse(.methodNotAllowed, "no")
    let text = String(decoding: response.bytes(hasBody: true), as: UTF8.self)
    #expect(
      text == "HTTP/1.1 405 Method Not Allowed\r\nContent-Type: text/plain; charset=utf-8\r\n"
        + "Content-Length: 3\r\nCache-Control: no-store\r\nAllow: GET, HEAD\r\nConnection: close\r\n\r\nno\n")
    #expect(String(decoding: response.bytes(hasBody: false), as: UTF8.self) == String(text.dropLast(3)))
  }
}
