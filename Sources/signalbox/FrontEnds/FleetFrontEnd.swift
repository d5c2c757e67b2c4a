internal import ArgumentParser
internal import Board
internal import Cluster
internal import Curses
internal import Essentials
internal import Etcd
internal import Headless
internal import Jobs
internal import Processes

/// Shows what all boards of a realm share.
extension FrontEnd {
  /// Opens a panel on a realm, and never returns.
  static func fleet(_ cluster: ClusterDefinition, _ appearance: Appearance) throws {
    let preferences = try Opening.preferences()
    runMain { () -> Panel in
      let box = FleetBox(cluster, environment: .live())
      let terminal = try terminal(appearance, preferences)
      return Panel(terminal, box: box, preferences: preferences, isReadOnly: true, boardFile: nil) { box }
    }
  }

  /// Prints what is known of a realm now, and exits.
  static func printFleet(_ cluster: ClusterDefinition, isJSON: Bool, ink: Ink) -> Never {
    ExistingBox.runCommand {
      let connection = JobEnvironment.live().etcd(cluster)
      let request = EtcdRequest.read(RealmView.ranges(ofRealm: cluster.realm))
      switch await connection.perform(request, within: .seconds(5)) {
      case .success(.transaction(_, _, let results)):
        let view = RealmView(realm: cluster.realm, results: results, at: .zero)
        let wall = Int64(Date.now.timeIntervalSince1970 * 1_000)
        let output = Opening.output
        if isJSON {
          output.write(FleetJSON.text(view, realm: cluster.realm, at: wall) + "\n")
        } else {
          output.write(lines: FleetText.lines(view, realm: cluster.realm, at: wall, ink: ink))
        }
        return ExitStatus.succeeded
      case .success:
        StandardError.write("etcd does not answer: something else does")
        return ExitStatus.failed
      case .failure(let failure):
        StandardError.write("etcd does not answer: \(failure)")
        return failure.mayPass ? ExitStatus.waitedTooLong : ExitStatus.failed
      }
    }
  }
}

extension EtcdFailure {
  /// Whether a later try may succeed.
  fileprivate var mayPass: Bool {
    switch self {
    case .unreachable, .noAnswer, .noLeader: true
    default: false
    }
  }
}
