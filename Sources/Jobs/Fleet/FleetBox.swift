package import Board
package import Boundary
internal import Cluster
internal import Etcd
internal import Processes
internal import SignalboxCore
package import TerminalUI

/// The shared actions of all boards of a realm as one board that can only be looked at.
///
/// It observes the realm and is no member of it: boxes do not see it, and it can start, cancel and take over
/// nothing.
@MainActor
package final class FleetBox: Boundary.Box {
  package var onChange: @MainActor () -> Void = {}
  package var onNotice: @MainActor (Notice) -> Void = { _ in }
  package var attention = Attention()

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
    onChange()
  }

  // MARK: Reading

  package var situation: Situation { present }
  /// Each change is passed on at once.
  package var hasNews: Bool { false }
  package var isShared: Bool { true }
  package var now: Duration { station.now }

  package func output(of action: String) -> OutputRing {
    var ring = OutputRing()
    for line in FleetDetails.lines(of: action, in: view, times) { ring.append(line) }
    return ring
  }

  package func knowsOutput(of action: String) -> Bool { true }

  package func history(of action: String) -> RunHistory { RunHistory() }

  package func explain(_ action: String, _ answer: @escaping @MainActor (Explanation?) -> Void) {
    answer(
      present[action].map { status in
        Explanation(needs: "", verdict: status.verdict, facts: [], refusal: status.refusal)
      })
  }

  package func find(_ text: String, _ answer: @escaping @MainActor (OutputSearch) -> Void) {
    let outputs = present.actions.map { ($0.id, output(of: $0.id)) }
    answer(OutputSearch(text, in: outputs, until: .now + OutputSearch.timeLimit))
  }

  // MARK: Requests, of which there are none

  /// Why nothing can be requested.
  private static let refusal = "can only be looked at here"

  package func start(_ order: StartOrder) { order.onAnswer(.refused(Self.refusal)) }
  package func answer(_ order: AnswerOrder) { order.onAnswer(Self.refusal) }
  package func takeOver(_ order: TakeOverOrder) { order.onAnswer(.refused(Self.refusal)) }
  package func cancel(_ target: CancelTarget) {}
  package func dismiss(_ problem: Situation.Problem.ID) {}
  package func repeatActions() {}
  package func follow(_ follower: OutputFollower) {}
  package func resize(_ visit: VisitTicket, to size: Size) {}
  package func leave(_ visit: VisitTicket) {}

  package func enter(_ order: EnterOrder) -> VisitTicket {
    order.onEnd(.refused(Self.refusal))
    return VisitTicket(0)
  }

  package func leave(now: Bool, _ whenLeft: @escaping @MainActor () -> Void) {
    traffic.end()
    whenLeft()
  }
}
