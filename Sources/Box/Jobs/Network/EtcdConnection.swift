package import Board
internal import Configuration
package import Etcd

/// What a box asks of an etcd. A test passes one that needs no server.
package protocol EtcdConnection: Sendable {
  /// Performs a request and returns the answer; see `EtcdClient`.
  func perform(_ request: EtcdRequest, within limit: Duration, by route: EtcdRoute) async -> Result<
    EtcdAnswer, EtcdFailure
  >

  /// Reports the changes of all keys with a prefix, in order, on any thread, until the watch is released.
  func open(
    watch prefix: String, from revision: Int64, by route: EtcdRoute,
    onEvent: @escaping @Sendable (EtcdWatchEvent) -> Void
  ) -> any Sendable
}

extension EtcdClient: EtcdConnection {
  package func open(
    watch prefix: String, from revision: Int64, by route: EtcdRoute,
    onEvent: @escaping @Sendable (EtcdWatchEvent) -> Void
  ) -> any Sendable {
    watch(prefix: prefix, from: revision, by: route, onEvent: onEvent)
  }
}

extension EtcdClient {
  /// A client of the etcd of a board. It opens no connection before the first request.
  /// - Parameter random: Returns numbers from 0 up to 1.
  package convenience init(
    _ cluster: ClusterDefinition, random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
  ) {
    let trust: EtcdSettings.Trust =
      switch cluster.trust {
      case .system: .system
      case .file(let path): .file(path)
      case .anyone: .anyone
      }
    self.init(
      EtcdSettings(endpoints: cluster.endpoints, user: cluster.user, trust: trust),
      password: {
        guard let path = cluster.passwordFile else { return "" }
        let text = try SourceFile.text(of: path, kind: "password file")
        return String(text.prefix { !$0.isNewline })
      }, random: random)
  }
}
