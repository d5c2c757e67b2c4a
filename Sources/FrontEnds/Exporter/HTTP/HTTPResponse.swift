/// An answer of the server. Its connection ends after it.
struct HTTPResponse: Sendable {
  let status: HTTPStatus
  private let contentType: String
  private let body: @Sendable () -> [UInt8]
  /// Whether it takes long to make the body, which is then done on another thread than the main one.
  let isLarge: Bool

  /// An answer with a line of text.
  init(_ status: HTTPStatus, _ text: String) {
    self.status = status
    contentType = "text/plain; charset=utf-8"
    body = { Array("\(text)\n".utf8) }
    isLarge = false
  }

  /// An answer with a large body.
  /// - Parameter body: Makes the body, on any thread.
  init(_ status: HTTPStatus, contentType: String, body: @escaping @Sendable () -> [UInt8]) {
    self.status = status
    self.contentType = contentType
    self.body = body
    isLarge = true
  }

  /// An answer to a request that is none.
  init(toInvalid status: HTTPStatus) { self.init(status, status.reason.lowercased()) }

  /// The answer as it is sent.
  /// - Parameter hasBody: False for the answer to `HEAD`.
  func bytes(hasBody: Bool) -> [UInt8] {
    let body = body()
    let allowed = status == .methodNotAllowed ? "Allow: GET, HEAD\r\n" : ""
    let head = """
      HTTP/1.1 \(status.rawValue) \(status.reason)\r
      Content-Type: \(contentType)\r
      Content-Length: \(body.count)\r
      Cache-Control: no-store\r
      \(allowed)Connection: close\r
      \r

      """
    return Array(head.utf8) + (hasBody ? body : [])
  }
}
