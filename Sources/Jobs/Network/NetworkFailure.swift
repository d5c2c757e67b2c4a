/// Why no answer came over the network.
package enum NetworkFailure: Error, Sendable, Equatable {
  case unknownHost
  /// Nobody listens at the port.
  case refused
  /// No way leads to the host.
  case unreachable
  /// The other side ended the connection before it had answered.
  case closed
  /// The connection ended before the answer did.
  case cutShort
  /// The headers of the answer are longer than any that mean something.
  case headersTooLarge
  /// The connection could not be made a secret one; the reason may be empty.
  case tls(String)
  case notHTTP
  case tooManyRedirects
  /// The answer leads to an address of another kind, such as `file`.
  case redirect(scheme: String)
  /// Something rare, in the words of the system.
  case other(String)
}

extension NetworkFailure: CustomStringConvertible {
  /// What there is to say about it in a few words.
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
    case .redirect(let scheme): "redirected to \(scheme):, which is not HTTP"
    case .other(let reason): reason
    }
  }
}
