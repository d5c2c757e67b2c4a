package import Board
package import Boundary
internal import Cluster
internal import Etcd
internal import Processes
internal import SignalboxCore

/// The shared actions of all boards of a realm as one board that can only be looked at.
///
/// It observes the realm and is no member of it: boxes do not see it, and it can start, cancel and take over
/// nothing.
@MainActor
package final class FleetBox {
  /// Called after each change.
  package var onChange: @MainActor () -> Void = {}

  private let realm: String
  private let station: Station
  private let times: ClusterTimes
  private let traffic: EtcdTraffic
  private var observer: RealmObserver
  private var present: Situation
  private var view: RealmView

  package init(_ cluster: ClusterDefinition, environment: JobEnvironment) {
    realm = cluster.realm
    station = Station(scheduler: environment.scheduler)
    times = ClusterTimes(wall: environment.wallMilliseconds, at: station.now)
    traffic = EtcdTraffic(environment.etcd(cluster), environment, station)
    observer = RealmObserver(realm: cluster.realm, nodes: cluster.endpoints, at: station.now)
    view = observer.view
    present = Situation(realm: realm, view, times)
    traffic.onInput = { [weak self] in self?.handle($0) }
    handle(.time)
  }

  private func handle(_ input: Input) {
    for output in observer.handle(input, at: station.now) { traffic.carryOut(output) }
    traffic.ring(at: observer.nextDeadline)
    let view = observer.view
    guard view != self.view else { return }
    self.view = view
    present = Situation(realm: realm, view, times)
    changeCount += 1
    onChange()
  }

  // MARK: Reading

  package var situation: Situation { present }
  /// How often the situation has changed.
  package private(set) var changeCount = 0
  package var now: Duration { station.now }

  /// What is known of an action, as lines.
  package func output(of action: String) -> OutputRing {
    var ring = OutputRing()
    for line in FleetDetails.lines(of: action, in: view, times) { ring.append(line) }
    return ring
  }

  /// Explains the guard of an action; nil if there is no such action.
  package func explanation(of action: String) -> Explanation? {
    present[action].map { status in
      Explanation(needs: "", verdict: status.verdict, facts: [], refusal: status.refusal)
    }
  }

  /// Finds the lines about all actions that contain a text.
  package func find(_ text: String) -> OutputSearch {
    let outputs = present.actions.map { ($0.id, output(of: $0.id)) }
    return OutputSearch(text, in: outputs, until: .now + OutputSearch.timeLimit)
  }

  /// Ends the connection with etcd.
  package func end() { traffic.end() }
}
