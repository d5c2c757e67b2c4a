internal import Configuration
public import Essentials

/// An HTTP request, and the conditions under which its response is a success.
///
///     let probe = HTTPProbe(url: url, expect: .successful, contains: "healthy")
///
/// Redirects are followed, unless their status is expected.
public struct HTTPProbe: Sendable, Equatable {
  /// An address with the scheme `http` or `https` and a host, when its variables have their values.
  public let url: VariableText
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
  /// Which certificates of the server are accepted.
  public let certificates: CertificatePolicy

  /// The time limit if the board does not set one.
  public static let defaultTimeout = Duration.seconds(10)

  /// A header of a request. Its description omits the value, which may be secret.
  public struct Header: Sendable, Equatable {
    public let name: String
    public let value: VariableText

    public init(name: String, value: VariableText) {
      self.name = name
      self.value = value
    }
  }

  /// - Parameter method: Nil for `GET`, or `POST` if there is a body.
  public init(
    url: VariableText, method: String? = nil, headers: [Header] = [], body: String? = nil,
    expect: StatusCodes = .successful, contains: String? = nil, json: [JSONExpectation] = [],
    slowerThan: Duration? = nil, timeout: Duration = Self.defaultTimeout,
    certificates: CertificatePolicy = CertificatePolicy()
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
    self.certificates = certificates
  }

  /// - Parameter method: Nil for `GET`, or `POST` if there is a body.
  public init(
    url: URL, method: String? = nil, headers: [Header] = [], body: String? = nil,
    expect: StatusCodes = .successful, contains: String? = nil, json: [JSONExpectation] = [],
    slowerThan: Duration? = nil, timeout: Duration = Self.defaultTimeout,
    certificates: CertificatePolicy = CertificatePolicy()
  ) {
    self.init(
      url: VariableText(literal: url.absoluteString), method: method, headers: headers, body: body,
      expect: expect, contains: contains, json: json, slowerThan: slowerThan, timeout: timeout,
      certificates: certificates)
  }

  /// The same probe with the values of the variables in its address and its headers.
  /// - Parameter value: Returns the value of a variable; nil if it is not set.
  /// - Throws: ``VariableText/Unset``, ``HTTPAddress/Mistake``, ``InvalidHeader``, or ``NoCertificate``.
  public func resolved(_ value: (_ name: String) -> String?) throws -> HTTPProbe {
    let address = try url.text(value)
    let scheme = try HTTPAddress.url(address).scheme?.lowercased()
    if certificates.remaining != nil, scheme != "https" { throw NoCertificate() }
    let headers = try headers.map { header in
      let text = try header.value.text(value)
      guard Header.allows(text) else { throw InvalidHeader(name: header.name) }
      return Header(name: header.name, value: VariableText(literal: text))
    }
    return HTTPProbe(
      url: VariableText(literal: address), method: method, headers: headers, body: body, expect: expect,
      contains: contains, json: json, slowerThan: slowerThan, timeout: timeout, certificates: certificates)
  }

  /// A header whose value has several lines or control characters.
  public struct InvalidHeader: Error, Equatable, CustomStringConvertible {
    public let name: String

    public var description: String { "the header \(name) must be one line" }
  }

  /// The address has no certificate that could remain valid.
  public struct NoCertificate: Error, Equatable, CustomStringConvertible {
    public init() {}

    public var description: String { "`expires-in` needs an `https` address" }
  }
}

extension HTTPProbe: CustomStringConvertible {
  /// The method and the address without its query, which may be secret: "GET https://example.org/health".
  public var description: String {
    guard var parts = URLComponents(string: "\(url)", encodingInvalidCharacters: false) else {
      return "\(method) \("\(url)".prefix { $0 != "?" && $0 != "#" })"
    }
    (parts.query, parts.fragment, parts.user, parts.password) = (nil, nil, nil, nil)
    return "\(method) \(parts.string ?? "")"
  }
}

extension HTTPProbe.Header {
  /// Whether a value can be sent: it is one line.
  static func allows(_ value: String) -> Bool {
    !value.unicodeScalars.contains { $0.isControl && $0 != "\t" }
  }
}

extension HTTPProbe.Header: CustomStringConvertible {
  public var description: String { "\(name): …" }
}
