/// An answer of the server. Its connection ends after it.
struct HTTPResponse: Sendable, Equatable {
  var status: HTTPStatus
  var contentType = "text/plain; charset=utf-8"
  var body: [UInt8]

  /// An answer with a line of text.
  init(_ status: HTTPStatus, _ text: String) {
    self.status = status
    body = Array("\(text)\n".utf8)
  }

  init(_ status: HTTPStatus, contentType: String, body: [UInt8]) {
    self.status = status
    self.contentType = contentType
    self.body = body
  }

  /// An answer to a request that is none.
  init(toInvalid status: HTTPStatus) { self.init(status, status.reason.lowercased()) }

  /// The answer as it is sent.
  /// - Parameter hasBody: False for the answer to `HEAD`.
  func bytes(hasBody: Bool) -> [UInt8] {
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
