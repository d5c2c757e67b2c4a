/// Why no answer came over the network.
public enum NetworkFailure: Error, Sendable, Equatable {
  case unknownHost
  /// Nobody listens at the port.
  case refused
  /// No way leads to the host.
  case unreachable
  /// The other side ended the connection before it had answered.
  case closed
  /// The connection could not be made a secret one; the reason may be empty.
  case tls(String)
  case notHTTP
  case tooManyRedirects
  /// Something rare, in the words of the system.
  case other(String)
}

extension NetworkFailure: CustomStringConvertible {
  /// What there is to say about it in a few words.
  public var description: String {
    switch self {
    case .unknownHost: "unknown host"
    case .refused: "connection refused"
    case .unreachable: "host unreachable"
    case .closed: "connection closed without an answer"
    case .tls(""): "TLS failed"
    case .tls(let reason): "TLS failed: \(reason)"
    case .notHTTP: "the answer is not HTTP"
    case .tooManyRedirects: "too many redirects"
    case .other(let reason): reason
    }
  }
}
