/// Which certificates of a server an HTTP probe accepts.
public struct CertificatePolicy: Sendable, Equatable {
  /// Whom a certificate must be from.
  public enum Trust: Sendable, Equatable {
    /// An authority that the system trusts.
    case system
    /// An authority in this PEM file, instead of those that the system trusts.
    case file(String)
    /// Anyone, for any host and any time.
    case anyone
  }

  public let trust: Trust
  /// The time for which the certificate must remain valid; nil for no such condition.
  public let remaining: Duration?

  public init(trust: Trust = .system, remaining: Duration? = nil) {
    self.trust = trust
    self.remaining = remaining
  }
}
