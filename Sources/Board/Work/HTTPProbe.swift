public import Foundation

/// A request, and what its answer must be for the run to succeed.
///
///     let probe = HTTPProbe(url: url, expect: .successful, contains: "healthy")
///
/// A redirect is followed, unless its status is one of those expected.
public struct HTTPProbe: Sendable, Equatable {
  /// With the scheme `http` or `https` and a host.
  public let url: URL
  /// The method as it is sent, `GET` for instance.
  public let method: String
  /// In the order of the board. No two have the same name, whatever its case.
  public let headers: [Header]
  /// What is sent after the headers; nil for nothing.
  public let body: String?
  /// The statuses that succeed.
  public let expect: StatusCodes
  /// What must occur in the body of the answer; nil when any body will do.
  public let contains: String?
  /// What the body of the answer must contain as JSON; empty when it need not be JSON.
  public let json: [JSONExpectation]
  /// The longest time that an answer may take; a later one fails when it is complete. Nil for no limit but
  /// `timeout`.
  public let slowerThan: Duration?
  /// How long one attempt may take, from the connection to the last byte that is looked at.
  public let timeout: Duration

  /// How long an attempt may take when the board does not say.
  public static let defaultTimeout = Duration.seconds(10)

  /// One header of a request. Its description has no value, which may be a secret.
  public struct Header: Sendable, Equatable {
    public let name: String
    public let value: String

    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// - Parameter method: `GET` when nil, or `POST` when there is a body.
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
  /// Method and address without the query, as in "GET https://example.org/health": nothing that may be a
  /// secret.
  public var description: String {
    guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return method }
    (parts.query, parts.fragment, parts.user, parts.password) = (nil, nil, nil, nil)
    return "\(method) \(parts.string ?? "")"
  }
}

extension HTTPProbe.Header: CustomStringConvertible {
  public var description: String { "\(name): …" }
}
