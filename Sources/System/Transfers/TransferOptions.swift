/// How a request is sent, and how its answer is received.
package struct TransferOptions: Sendable, Equatable {
  /// Whom a certificate must be from.
  package enum Trust: Sendable, Equatable {
    /// An authority that the system trusts.
    case system
    /// An authority in this PEM file, instead of those that the system trusts.
    case file(String)
    /// Anyone, for any host and any time.
    case anyone
  }

  /// Which connection is used.
  package enum Connection: Sendable, Equatable {
    /// A new one for each request, which is closed at the end. The proxy of the environment is used.
    case fresh
    /// One that an earlier request has left open, if there is one, with HTTP/1.1 and without a proxy. The
    /// body is sent at most once: when such a connection turns out to be closed, libcurl otherwise sends
    /// the request again by another one, although the server may have received it.
    case kept
  }

  package var trust = Trust.system
  package var connection = Connection.fresh
  /// The most bytes of the body that are read. The request ends there.
  package var bodyLimit: Int
  /// Whether parts of the body are delivered as they arrive, and not collected. They have no limit.
  package var deliversParts = false
  /// Whether the end of the server's certificate is wanted.
  package var readsCertificate = false
  /// The time for connecting, with TLS; nil for no limit.
  package var connectLimit: Duration?
  /// The time from the beginning to the end; nil for no limit.
  package var limit: Duration?

  package init(bodyLimit: Int) { self.bodyLimit = bodyLimit }
}
