/// The part of an HTTP/1 request before its body that the server needs.
struct HTTPRequest: Sendable, Equatable {
  let method: String
  /// The path without the query: "/metrics".
  let path: String
  /// The server that the client means, with its port: that of the target or of the header `Host`; nil if the
  /// client does not say it.
  var host: String?

  /// What is known of a request after some bytes.
  enum Progress: Equatable {
    case incomplete
    case complete(HTTPRequest)
    /// It is answered with an error, whatever follows.
    case invalid(HTTPStatus)
  }

  /// Reads the beginning of a connection.
  /// - Parameter limit: The most bytes before the end of the headers.
  static func read(_ bytes: [UInt8], limit: Int) -> Progress {
    if let first = bytes.first, !isToken(first) { return .invalid(.badRequest) }
    guard let lines = lines(of: bytes) else {
      return bytes.count >= limit ? .invalid(.headersTooLarge) : .incomplete
    }
    guard let line = lines.first else { return .invalid(.badRequest) }
    let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 3, words[0].allSatisfy(isToken), words[1].allSatisfy({ (0x21...0x7E).contains($0) })
    else { return .invalid(.badRequest) }
    let version = String(decoding: words[2], as: UTF8.self)
    guard version.hasPrefix("HTTP/") else { return .invalid(.badRequest) }
    guard ["HTTP/1.0", "HTTP/1.1"].contains(version) else { return .invalid(.versionNotSupported) }
    let names = lines.dropFirst().map { line in line.prefix { $0 != UInt8(ascii: ":") } }
    guard
      zip(names, lines.dropFirst()).allSatisfy({
        !$0.isEmpty && $0.allSatisfy(isToken) && $0.count < $1.count
      })
    else { return .invalid(.badRequest) }
    let hosts = names.count(where: isHost)
    guard hosts == 1 || hosts == 0 && version == "HTTP/1.0" else { return .invalid(.badRequest) }
    let target = String(decoding: words[1], as: UTF8.self)
    guard let path = path(ofTarget: target) else { return .invalid(.badRequest) }
    let named = zip(names, lines.dropFirst()).first { isHost($0.0) }.map { name, line in
      String(decoding: line.dropFirst(name.count + 1), as: UTF8.self).filter { $0 != " " && $0 != "\t" }
    }
    let host = host(ofTarget: target) ?? named
    return .complete(
      HTTPRequest(
        method: String(decoding: words[0], as: UTF8.self), path: path,
        host: host?.isEmpty == true ? nil : host))
  }

  /// The lines before the empty one; nil while there is none. A line may end without a carriage return.
  private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>]? {
    var lines: [ArraySlice<UInt8>] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      var line = rest[..<end]
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      if line.isEmpty { return lines }
      lines.append(line)
      rest = rest[(end + 1)...]
    }
    return nil
  }

  /// The path of a target such as `/metrics?name=up` or `http://host/metrics`.
  private static func path(ofTarget target: String) -> String? {
    var rest = target[...]
    if let scheme = rest.firstRange(of: "://"), !rest.hasPrefix("/") {
      rest = rest[scheme.upperBound...].drop { $0 != "/" && $0 != "?" }
      if rest.isEmpty { return "/" }
    }
    let path = rest.prefix { $0 != "?" && $0 != "#" }
    return path.hasPrefix("/") || target == "*" ? String(path) : nil
  }

  /// The host of a target such as `http://host/metrics`; nil for a path.
  private static func host(ofTarget target: String) -> String? {
    guard !target.hasPrefix("/"), let scheme = target.firstRange(of: "://") else { return nil }
    return String(target[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" })
  }

  private static func isHost(_ name: ArraySlice<UInt8>) -> Bool {
    String(decoding: name, as: UTF8.self).lowercased() == "host"
  }

  /// Whether a byte can be part of a method or of the name of a header (RFC 9110).
  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}

/// A status with which the server answers.
enum HTTPStatus: Int, Sendable {
  case ok = 200
  case badRequest = 400
  case notFound = 404
  case methodNotAllowed = 405
  case misdirected = 421
  case headersTooLarge = 431
  case unavailable = 503
  case versionNotSupported = 505

  var reason: String {
    switch self {
    case .ok: "OK"
    case .badRequest: "Bad Request"
    case .notFound: "Not Found"
    case .methodNotAllowed: "Method Not Allowed"
    case .misdirected: "Misdirected Request"
    case .headersTooLarge: "Request Header Fields Too Large"
    case .unavailable: "Service Unavailable"
    case .versionNotSupported: "HTTP Version Not Supported"
    }
  }
}
