/// Where etcd is, and how it is trusted.
package struct EtcdSettings: Sendable, Equatable {
  /// Whose certificates are accepted.
  package enum Trust: Sendable, Equatable {
    /// The authorities of the system.
    case system
    /// Those in a PEM file, and no others.
    case file(String)
    /// All certificates: somebody in between could read and change everything.
    case anyone
  }

  /// The addresses of the nodes, such as `https://a:2379`, tried in turns.
  package var endpoints: [String]
  /// The name of the user; nil if etcd needs none.
  package var user: String?
  package var trust: Trust

  package init(endpoints: [String], user: String? = nil, trust: Trust = .system) {
    self.endpoints = endpoints
    self.user = user
    self.trust = trust
  }
}
