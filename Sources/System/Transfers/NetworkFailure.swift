/// Why a request received no answer.
package enum NetworkFailure: Error, Sendable, Equatable {
  case unknownHost
  /// Nothing listens on the port.
  case refused
  /// There is no route to the host.
  case unreachable
  /// The server closed the connection before it answered.
  case closed
  /// The connection was closed before the end of the answer.
  case cutShort
  /// The headers of the answer exceed the limit of the client.
  case headersTooLarge
  /// TLS failed; the reason may be empty.
  case tls(String)
  case notHTTP
  case tooManyRedirects
  /// The time limit of the request has passed.
  case timedOut
  /// The answer redirects to a URL with another scheme, such as `file`.
  case redirect(scheme: String)
  /// libcurl is not installed.
  case noLibrary
  /// The file with the authorities that a request trusts cannot be used, for this reason.
  case authorities(_ path: String, _ reason: String)
  /// Another error, with the message of the system.
  case other(String)
}

extension NetworkFailure: CustomStringConvertible {
  /// The failure in a few words.
  package var description: String {
    switch self {
    case .unknownHost: "unknown host"
    case .refused: "connection refused"
    case .unreachable: "host unreachable"
    case .closed: "connection closed without an answer"
    case .cutShort: "connection closed in the middle of the answer"
    case .headersTooLarge: "the headers of the answer are too large"
    case .tls(""): "TLS failed"
    case .tls(let reason): "TLS failed: \(reason)"
    case .notHTTP: "the answer is not HTTP"
    case .tooManyRedirects: "too many redirects"
    case .timedOut: "no answer in time"
    case .redirect(let scheme): "redirected to \(scheme):, which is not HTTP"
    case .noLibrary: "HTTP needs libcurl 7.68 or newer, which is not installed\(Self.installation)"
    case .authorities(let path, let reason): "`ca` cannot be used: \(path): \(reason)"
    case .other(let reason): reason
    }
  }

  #if canImport(Darwin)
  private static let installation = ""
  #else
  private static let installation = " (apt install libcurl4)"
  #endif
}
