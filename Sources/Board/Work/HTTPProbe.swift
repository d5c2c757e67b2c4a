public import Foundation

/// An HTTP request, and the conditions under which its response is a success.
///
///     let probe = HTTPProbe(url: url, expect: .successful, contains: "healthy")
///
/// Redirects are followed, unless their status is expected.
public struct HTTPProbe: Sendable, Equatable {
  /// An address with the scheme `http` or `https` and a host.
  public let url: URL
  /// The method, such as `GET`.
  public let method: String
  /// The headers in the order of the board. Their names differ, also case-insensitively.
  public let headers: [Header]
  /// The body of the request; nil for none.
  public let body: String?
  /// The statuses that succeed.
  public let expect: StatusCodes
  /// Text that the body of the response must contain; nil for no condition.
  public let contains: String?
  /// Values that the body of the response must contain as JSON; empty for no condition.
  public let json: [JSONExpectation]
  /// The time after which a complete response counts as a failure; nil for no such limit.
  public let slowerThan: Duration?
  /// The time limit of an attempt, from connecting to the last byte that is examined.
  public let timeout: Duration

  /// The time limit if the board does not set one.
  public static let defaultTimeout = Duration.seconds(10)

  /// A header of a request. Its description omits the value, which may be secret.
  public struct Header: Sendable, Equatable {
    public let name: String
    public let value: String

    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// - Parameter method: Nil for `GET`, or `POST` if there is a body.
  public init(
    url: URL, method: String? = nil, headers: [Header] = [], body: String? = nil,
    expect: StatusCodes = .successful, contains: String? = nil, json: [JSONExpectation] = [],
    slowerThan: Duration? = nil, timeout: Duration = Self.defaultTimeout
  ) {
    self.url = url
    self.method = method ?? (body == nil ? "GET" : "POST")
    self.headers = headers
    self.body = body
    self.expect = expect
    self.contains = contains
    self.json = json
    self.slowerThan = slowerThan
    self.timeout = timeout
  }
}

extension HTTPProbe: CustomStringConvertible {
  /// The method and the address without its query, which may be secret: "GET https://example.org/health".
  public var description: String {
    guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return method }
    (parts.query, parts.fragment, parts.user, parts.password) = (nil, nil, nil, nil)
    return "\(method) \(parts.string ?? "")"
  }
}

extension HTTPProbe.Header: CustomStringConvertible {
  public var description: String { "\(name): …" }
}
