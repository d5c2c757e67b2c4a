import Board
import Boundary
import Etcd
import EtcdServer
import Processes
import SignalboxCore
import TestSupport
import Testing

@testable import Jobs

/// The connection of a machine with a real etcd, which can be cut.
final class Cable: EtcdConnection {
  private let client: EtcdClient
  private let isCut = Locked(false)

  /// - Parameter random: From 0 up to 1: at which of the nodes it begins.
  init(to cluster: ClusterDefinition, random: Double? = nil) {
    client = EtcdClient(cluster) { random ?? .random(in: 0..<1) }
  }

  func cut() { isCut.withLock { $0 = true } }
  func mend() { isCut.withLock { $0 = false } }

  var cutNow: Bool { isCut.withLock { $0 } }

  func perform(_ request: EtcdRequest, within limit: Duration, by route: EtcdRoute) async -> Result<
    EtcdAnswer, EtcdFailure
  > {
    if cutNow { return .failure(.unreachable("the cable is cut")) }
    let answer = await client.perform(request, within: limit, by: route)
    return cutNow ? .failure(.noAnswer("the cable was cut")) : answer
  }

  func open(
    watch prefix: String, from revision: Int64, by route: EtcdRoute,
    onEvent: @escaping @Sendable (EtcdWatchEvent) -> Void
  ) -> any Sendable {
    client.watch(prefix: prefix, from: revision, by: route) { [weak self] event in
      if self?.cutNow == false { onEvent(event) }
    }
  }
}

/// A box that stands for one of several machines, with an etcd that they share.
@MainActor
final class Machine {
  let station: LiveStation
  let box: HostedBoard

  /// Joins the cluster.
  /// - Parameters:
  ///   - actions: The lines below `actions`.
  ///   - board: The name of the board in the realm.
  ///   - options: Further options of `cluster`, each beginning with a comma.
  ///   - node: The node of etcd that is asked first, by its place; nil for any.
  init(
    _ etcd: [String], _ actions: String, board: String = "web", options: String = "", node: Int? = nil
  ) throws {
    let text = """
      cluster: {etcd: \(etcd), realm: shop, board: \(board)\(options)}
      actions:

      """
    let board = try Board.parse(text + actions, file: "board.yml")
    let random = node.map { (Double($0) + 0.5) / Double(etcd.count) }
    let cluster = try #require(board.cluster)
    let cable = Cable(to: cluster, random: random)
    station = LiveStation(board) { $0.etcd = { $0 == cluster ? cable : Cable(to: $0, random: random) } }
    self.cable = cable
    box = HostedBoard(station.interlocking)
    box.joinCluster()
  }

  private let cable: Cable

  /// Waits until a condition holds, which is evaluated after each change. When the time limit of the test has
  /// passed, says what there was instead.
  func wait(
    until holds: @escaping () -> Bool, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    if holds() { return }
    let end = AsyncStream.makeStream(of: Void.self)
    var hasCome = false
    observers.append {
      guard !hasCome, holds() else { return }
      hasCome = true
      end.continuation.finish()
    }
    box.onChange = { [weak self] in for observer in self?.observers ?? [] { observer() } }
    for await _ in end.stream {}
    if hasCome { return }
    let situation = box.situation
    let seen = situation.actions.map { action in
      "\(action.description.id): \(action.phase), \(String(describing: action.shared))"
    }
    Issue.record(
      "what was waited for has not come; \(seen), \(situation.problems), \(String(describing: situation.cluster))",
      sourceLocation: sourceLocation)
  }

  private var observers: [() -> Void] = []

  /// Waits until everything is known.
  func connect() async { await wait { self.box.situation.cluster?.silentSince == nil } }

  /// Presses an action, and returns the answer.
  func press(_ id: String, input: InputValues? = nil) async -> StartAnswer {
    await withCheckedContinuation { continuation in
      var order = StartOrder(id, input: input)
      order.onAnswer = { continuation.resume(returning: $0) }
      box.start(order)
    }
  }

  /// Presses an action, and once more while etcd was too slow to answer, as it is on a busy machine: nothing
  /// has started then.
  func pressPatiently(_ id: String) async -> StartAnswer {
    while true {
      let answer = await press(id)
      guard case .unavailable(_, mayPass: true) = answer else { return answer }
      await connect()
    }
  }

  /// Presses an action, patiently, and returns how its run ended; nil if it was refused.
  func run(_ id: String) async -> RunOutcome? {
    while true {
      let (answer, outcome) = await attempt(id)
      switch answer {
      case .unavailable(_, mayPass: true): await connect()
      case let answer?:
        Issue.record("\(id) was not started: \(answer)")
        return nil
      case nil: return outcome
      }
    }
  }

  private func attempt(_ id: String) async -> (answer: StartAnswer?, outcome: RunOutcome?) {
    await withCheckedContinuation { continuation in
      var order = StartOrder(id)
      order.onAnswer = {
        switch $0 {
        case .accepted: break
        case .upToDate, .refused, .unavailable, .notTaken, .unknown: continuation.resume(returning: ($0, nil))
        }
      }
      order.onEnd = { continuation.resume(returning: (nil, $0)) }
      box.start(order)
    }
  }

  /// Takes over the lost runs of an action, and returns the refusal.
  func takeOver(_ id: String, because reason: String) async -> String? {
    switch await takeOverRuns(of: id, because: reason) {
    case .done: nil
    case .refused(let reason), .unavailable(let reason, _): reason
    }
  }

  func takeOverRuns(of id: String, because reason: String) async -> TakeOverAnswer {
    await withCheckedContinuation { continuation in
      var order = TakeOverOrder(id, reason: reason)
      order.onAnswer = { continuation.resume(returning: $0) }
      box.takeOver(order)
    }
  }

  subscript(id: String) -> ActionStatus? { box.situation[id] }

  /// Nothing of etcd arrives until the cable is mended.
  func cut() { cable.cut() }
  func mend() { cable.mend() }
  var isCut: Bool { cable.cutNow }

  /// Loses its power: what runs ends, and nobody is told.
  func vanish() async {
    cable.cut()
    await station.end()
  }

  /// Ends the box as a person does.
  func leave() async { await withCheckedContinuation { left in box.endAll { left.resume() } } }
}

extension RunOutcome {
  /// Whether it is not known if the other machines know how the run ended.
  var isUnconfirmed: Bool {
    if case .failed(let failure) = self { failure.kind == .unconfirmed } else { false }
  }
}
