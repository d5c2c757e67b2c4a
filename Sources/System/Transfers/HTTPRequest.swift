internal import Essentials

/// One request.
package struct HTTPRequest: Sendable, Equatable {
  package struct Header: Sendable, Equatable {
    package let name: String
    package let value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  package private(set) var address: String
  package private(set) var method: String
  package private(set) var headers: [Header]
  package private(set) var body: [UInt8]?

  package init(
    _ address: String, method: String = "GET", headers: [Header] = [], body: [UInt8]? = nil
  ) {
    self.address = address
    self.method = method
    self.headers = headers
    self.body = body
  }

  /// Headers that another server must not receive: they are for the one that the board names.
  private static let headersOfServer: Set = ["authorization", "cookie", "host"]

  /// Headers that describe a body.
  private static let headersOfBody: Set = ["content-type", "content-length", "content-encoding"]

  /// The request that follows an answer with a status of a redirect; nil if the status is none.
  /// - Parameter address: The address to which the answer redirects, which is absolute.
  package func redirected(to address: String, by status: Int) throws(NetworkFailure) -> HTTPRequest? {
    guard [301, 302, 303, 307, 308].contains(status) else { return nil }
    let scheme = address.prefix { $0 != ":" }.lowercased()
    guard ["http", "https"].contains(scheme) else { throw .redirect(scheme: scheme) }
    var request = self
    request.address = address
    if status < 307, method == "POST" || status == 303 && method != "HEAD" {
      request.method = "GET"
      request.body = nil
      request.headers.removeAll { Self.headersOfBody.contains($0.name.lowercased()) }
    }
    if Self.server(of: address) != Self.server(of: self.address) {
      request.headers.removeAll { Self.headersOfServer.contains($0.name.lowercased()) }
    }
    return request
  }

  /// The scheme, the host and the port of an address; nil if it is not valid.
  private static func server(of address: String) -> [String]? {
    guard let parts = URLComponents(string: address), let scheme = parts.scheme?.lowercased(),
      let host = parts.host?.lowercased()
    else { return nil }
    return [scheme, host, "\(parts.port ?? (scheme == "https" ? 443 : 80))"]
  }
}
