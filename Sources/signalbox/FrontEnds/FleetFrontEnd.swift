internal import ArgumentParser
internal import Board
internal import BoxServer
internal import Cluster
internal import Curses
internal import Essentials
internal import Etcd
internal import Headless
internal import Jobs
internal import Processes
internal import Wire

/// Shows what all boards of a realm share.
extension FrontEnd {
  /// Opens a panel on a realm, and never returns.
  static func fleet(_ cluster: ClusterDefinition, _ appearance: Appearance) throws {
    let preferences = try Opening.preferences()
    runMain { () -> Panel in
      let fleet = FleetBox(cluster, environment: .live())
      var hello = Request.Hello()
      (hello.kind, hello.isReadOnly) = (.panel, true)
      let box = await box(
        over: FleetSession.line(to: fleet), hello, isShared: true, everyChange: true
      ) { fleet.now }
      let terminal = try terminal(appearance, preferences)
      return Panel(
        terminal, PanelSource(choice: nil) { box }, box: box, preferences: preferences, isReadOnly: true,
        usesColor: appearance.usesColor)
    }
  }

  /// Prints what is known of a realm now, and exits.
  static func printFleet(_ cluster: ClusterDefinition, isJSON: Bool, ink: Ink) -> Never {
    ExistingBox.runCommand {
      let connection = JobEnvironment.live().etcd(cluster)
      let request = EtcdRequest.read(RealmView.ranges(ofRealm: cluster.realm))
      switch await connection.perform(request, within: .seconds(5), by: .any) {
      case .success(.transaction(let header, _, let results)):
        var view = RealmView(realm: cluster.realm, results: results, at: .zero)
        let evidence = NodeEvidence(realm: cluster.realm, header, results)
        view.division = await division(of: cluster, evidence, connection)
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

  /// Which nodes that answer belong to another etcd, as a sentence; nil if there are none.
  private static func division(
    of cluster: ClusterDefinition, _ evidence: NodeEvidence, _ connection: any EtcdConnection
  ) async -> String? {
    guard cluster.endpoints.count > 1 else { return nil }
    let request = NodeEvidence.request(realm: cluster.realm)
    let missing = await withTaskGroup { group in
      for node in cluster.endpoints {
        group.addTask {
          let answer = await connection.perform(request, within: .seconds(2), by: .node(node))
          return (node, (try? answer.get()).flatMap(evidence.missing))
        }
      }
      var missing: [String: NodeEvidence] = [:]
      for await case (let node, let evidence?) in group { missing[node] = evidence }
      return missing
    }
    guard !missing.isEmpty,
      case .success(let answer) = await connection.perform(request, within: .seconds(2), by: .any)
    else { return nil }
    let others = cluster.endpoints.filter { missing[$0]?.isConfirmed(by: answer) == true }
    return others.isEmpty ? nil : NodeSurvey.sentence(others)
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
