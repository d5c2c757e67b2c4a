internal import Cluster
internal import Etcd
internal import SignalboxCore

/// Carries out what the protocol requests of etcd, and passes answers, changes and deadlines back.
@MainActor
final class EtcdTraffic {
  /// Called with each input for the protocol.
  var onInput: (Input) -> Void = { _ in }

  private var connection: any EtcdConnection
  private let environment: JobEnvironment
  private let station: Station
  private var watches: [WatchID: any Sendable] = [:]
  /// The timer is cancelled when it is released.
  private var timer: (deadline: Duration, timer: AnyCancellable)?

  init(_ connection: any EtcdConnection, _ environment: JobEnvironment, _ station: Station) {
    self.connection = connection
    self.environment = environment
    self.station = station
  }

  /// Carries out a request or a watch; anything else is no matter of etcd, and ignored.
  func carryOut(_ output: Output) {
    switch output {
    case .send(let id, let request, let limit, let route):
      let (connection, onMain) = (connection, environment.onMain)
      Task.detached(executorPreference: environment.executor) { [weak self] in
        let answer = await connection.perform(request, within: limit, by: route)
        onMain { self?.onInput(.answer(id, answer)) }
      }
    case .watch(let id, let prefix, let revision, let route):
      let onMain = environment.onMain
      watches[id] = connection.open(watch: prefix, from: revision, by: route) { [weak self] event in
        onMain { self?.onInput(.watch(id, event)) }
      }
    case .endWatch(let id): watches[id] = nil
    default: break
    }
  }

  /// Sends all further requests by another connection. What was sent before is still answered.
  func use(_ connection: any EtcdConnection) { self.connection = connection }

  /// Ends all watches.
  func end() { watches = [:] }

  /// Passes the time at a deadline, which replaces the one before; nil for none.
  func ring(at deadline: Duration?) {
    if timer?.deadline == deadline { return }
    timer = deadline.map { deadline in
      let timer = station.timeline.schedule(deadline) { [environment, weak self] in
        environment.onMain { self?.ring() }
      }
      return (deadline, AnyCancellable(timer.cancel))
    }
  }

  /// A timer may fire a little early, and is set again then.
  private func ring() {
    timer = nil
    onInput(.time)
  }
}
