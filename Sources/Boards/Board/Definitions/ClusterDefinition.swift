/// The etcd by which boards on several machines share actions.
public struct ClusterDefinition: Sendable, Equatable {
  /// What happens to the runs of shared actions on a machine that cannot reach the etcd.
  public enum CutOffPolicy: String, Sendable, CaseIterable {
    /// They continue.
    case `continue`
    /// They are cancelled.
    case cancel
  }

  /// How the certificates of the servers are validated. Servers without TLS have none.
  public typealias Trust = CertificatePolicy.Trust

  /// The addresses of the servers, as `https://host:port`; there is at least one.
  public let endpoints: [String]
  /// The name under which boards find each other: all boards that share actions have the same one.
  public let realm: String
  /// The name of this board in the guards of others.
  public let board: String
  /// The user of the etcd; nil if it has no users.
  public let user: String?
  /// The absolute path of the file with the user's password; nil without a user.
  public let passwordFile: String?
  public let trust: Trust
  public let onCutOff: CutOffPolicy

  public init(
    endpoints: [String], realm: String, board: String, user: String? = nil, passwordFile: String? = nil,
    trust: Trust = .system, onCutOff: CutOffPolicy = .continue
  ) {
    self.endpoints = endpoints
    self.realm = realm
    self.board = board
    self.user = user
    self.passwordFile = passwordFile
    self.trust = trust
    self.onCutOff = onCutOff
  }
}
