import Board
import Cluster
import Etcd

/// Hosts, their commands, and an etcd, in virtual time.
final class World {
  /// What happens to a request.
  struct Fate {
    var there: Duration = .milliseconds(1)
    var back: Duration = .milliseconds(1)
    /// The request arrives, and its answer does not.
    var losesAnswer = false
    /// The request never arrives, and the sender does not know.
    var losesRequest = false
    var isAnsweredTwice = false
  }

  private struct Event {
    let time: Duration
    let number: Int
    let body: () -> Void
  }

  /// What wall clocks show at the beginning, in milliseconds since 1970.
  static let wallStart: Int64 = 1_000_000_000_000
  /// What they show now.
  var wall: Int64 { Self.wallStart + Int64(time / .milliseconds(1)) }
  private(set) var time: Duration = .zero
  var etcd = ModelEtcd()
  private(set) var hosts: [Host] = []
  /// Decides about each request that can be sent.
  var fate: (Host, EtcdRequest) -> Fate = { _, _ in Fate() }
  /// How long an event of a watch takes.
  var watchDelay: (Host) -> Duration = { _ in .milliseconds(1) }
  /// Another design of the protocol: what is sent instead of a transaction of a host.
  var rewrite: (Host, EtcdTransaction) -> EtcdTransaction = { $1 }
  /// Whether no node of etcd has a leader. A node tells its own state all the same.
  var hasNoLeader = false
  /// The nodes that hosts name; none for a single one.
  var nodes: [String] = []
  /// Those of them that are another etcd.
  var strangers: [String: ModelEtcd] = [:]
  /// Whether a host reaches a node.
  var reaches: (Host, String) -> Bool = { _, _ in true }
  private var events: [Event] = []
  private var count = 0
  private var plannedExpiry: Duration?
  private(set) var handled = 0

  /// The commands that really run.
  private(set) var commands: [Command] = []
  /// What must never happen, and has.
  private(set) var violations: [String] = []
  /// Which commands must not run at the same time, besides those of one action: by the guards.
  var exclusions: [(String, String)] = []
  var slots: [String: Int] = [:]

  struct Command: Equatable {
    let host: String
    let action: String
    let run: RunID
  }

  /// - Parameter node: The node at which it begins, by its place.
  func host(_ name: String, board: String = "web", _ actions: [SharedAction], node: Int = 0) -> Host {
    count += 1
    let identity = MemberIdentity(
      id: "\(name)-\(count)", host: "\(name)-host", user: name, program: "signalbox", process: 1, started: 0)
    let settings = ClusterSettings(realm: "shop", board: board, actions: actions, nodes: nodes)
    let host = Host(name, identity, settings, in: self)
    host.node = node
    return join(host)
  }

  func join(_ host: Host) -> Host {
    hosts.append(host)
    host.receive(.time)
    return host
  }

  /// At this time, or as soon as it is its turn.
  func schedule(after delay: Duration, _ body: @escaping () -> Void) {
    count += 1
    let event = Event(time: time + max(delay, .zero), number: count, body: body)
    var (low, high) = (0, events.count)
    while low < high {
      let middle = (low + high) / 2
      // The latest first, so that taking the next one is cheap.
      if (events[middle].time, events[middle].number) > (event.time, event.number) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    events.insert(event, at: low)
  }

  func run(for duration: Duration) {
    let end = time + duration
    while let event = events.last, event.time <= end {
      events.removeLast()
      time = event.time
      handled += 1
      event.body()
    }
    time = end
  }

  /// Runs until something is true, for at most a time.
  @discardableResult
  func run(until isTrue: () -> Bool, within limit: Duration = .seconds(60)) -> Bool {
    let end = time + limit
    while !isTrue() {
      guard let event = events.last, event.time <= end else { return false }
      events.removeLast()
      time = event.time
      handled += 1
      event.body()
    }
    return true
  }

  // MARK: Between hosts and etcd

  func send(
    _ request: EtcdRequest, _ id: RequestID, within limit: Duration, by route: EtcdRoute, from host: Host
  ) {
    var request = request
    if case .transaction(let transaction) = request { request = .transaction(rewrite(host, transaction)) }
    let life = host.life
    func answer(_ answer: Result<EtcdAnswer, EtcdFailure>) {
      if host.life == life { host.receive(.answer(id, answer)) }
    }
    schedule(after: limit) { answer(.failure(.noAnswer("no answer within \(limit)"))) }
    guard !host.isCut else {
      return schedule(after: .milliseconds(50)) { answer(.failure(.unreachable("a: connection refused"))) }
    }
    let fate = fate(host, request)
    guard !fate.losesRequest else { return }
    schedule(after: fate.there) { [self] in
      if hasNoLeader, request != .status {
        return schedule(after: fate.back) { answer(.failure(.noLeader("etcd has no leader"))) }
      }
      let result = perform(request, by: route, from: host)
      deliverChanges()
      guard !fate.losesAnswer, !host.isCut else { return }
      schedule(after: fate.back) { answer(result) }
      if fate.isAnsweredTwice { schedule(after: fate.back * 2) { answer(result) } }
    }
    scheduleExpiry()
  }

  /// A request at the first node that the route allows, as `EtcdClient` finds it.
  private func perform(_ request: EtcdRequest, by route: EtcdRoute, from host: Host) -> Result<
    EtcdAnswer, EtcdFailure
  > {
    guard !nodes.isEmpty else { return etcd.perform(request, at: time) }
    if case .node(let node) = route {
      return reaches(host, node) ? perform(request, at: node) : .failure(.unreachable("\(node): refused"))
    }
    var failure = EtcdFailure.unreachable("no node can be reached")
    for place in nodes.indices.map({ (host.node + $0) % nodes.count }) where reaches(host, nodes[place]) {
      if case .except(let others) = route, others.contains(nodes[place]) { continue }
      if case .proven(let proof) = route {
        guard case .success(let answer) = perform(proof.request, at: nodes[place]), proof.holds(for: answer)
        else {
          failure = .otherCluster("\(nodes[place]) is another etcd")
          continue
        }
      }
      host.node = place
      return perform(request, at: nodes[place])
    }
    return .failure(failure)
  }

  private func perform(_ request: EtcdRequest, at node: String) -> Result<EtcdAnswer, EtcdFailure> {
    if strangers[node] != nil {
      return strangers[node]?.perform(request, at: time) ?? .failure(.unreachable(node))
    }
    etcd.memberID = UInt64(nodes.firstIndex(of: node) ?? 0) + 1
    return etcd.perform(request, at: time)
  }

  private func scheduleExpiry() {
    guard let expiry = etcd.nextExpiry, expiry != plannedExpiry else { return }
    plannedExpiry = expiry
    schedule(after: expiry - time) { [self] in
      plannedExpiry = nil
      etcd.expireLeases(at: time)
      deliverChanges()
      scheduleExpiry()
    }
  }

  func watch(_ watch: WatchID, from first: Int64, by host: Host) {
    guard !host.isCut else {
      return schedule(after: .milliseconds(50)) {
        host.receive(.watch(watch, .ended(.unreachable("a: connection refused"))))
      }
    }
    if first < etcd.compacted {
      let compacted = etcd.compacted
      return schedule(after: .milliseconds(1)) { host.receive(.watch(watch, .compacted(compacted))) }
    }
    if !nodes.isEmpty, strangers[nodes[host.node]] != nil {
      let header = EtcdHeader(revision: first)
      return schedule(after: .milliseconds(1)) { host.receive(.watch(watch, .created(header))) }
    }
    host.watch = (watch, first)
    let header = etcd.header
    schedule(after: .milliseconds(1)) { host.receive(.watch(watch, .created(header))) }
    deliverChanges()
  }

  /// etcd ends, and begins again without its data.
  func loseData() {
    etcd.loseData()
    plannedExpiry = nil
    for host in hosts {
      guard let (watch, _) = host.watch else { continue }
      host.watch = nil
      schedule(after: .milliseconds(1)) {
        host.receive(.watch(watch, .ended(.noAnswer("a: connection closed without an answer"))))
      }
    }
  }

  func compact() {
    etcd.compact()
    for host in hosts {
      guard let (watch, next) = host.watch, next < etcd.compacted else { continue }
      host.watch = nil
      let compacted = etcd.compacted
      schedule(after: .milliseconds(1)) { host.receive(.watch(watch, .compacted(compacted))) }
    }
  }

  /// Changes of etcd go to all watches that can be reached, in order.
  func deliverChanges() {
    for host in hosts where !host.isCut {
      guard let (watch, next) = host.watch else { continue }
      for (revision, changes) in etcd.changes(from: next) {
        host.watch = (watch, revision + 1)
        let arrival = max(host.lastEvent, time + watchDelay(host))
        host.lastEvent = arrival
        let header = etcd.header
        schedule(after: arrival - time) {
          guard host.watch?.0 == watch else { return }
          host.receive(.watch(watch, .changes(header, changes)))
        }
      }
    }
  }

  // MARK: Commands

  func start(_ action: String, _ run: RunID, on host: Host) {
    let limit = slots[action] ?? 1
    let others = commands.filter { $0.action == action }
    if others.count >= limit {
      violations.append("\(action) of \(host.name) starts at \(time) while \(others) run")
    }
    for (one, other) in exclusions {
      let excluded = one == action ? other : other == action ? one : nil
      if let excluded, let command = commands.first(where: { $0.action == excluded }) {
        violations.append("\(action) of \(host.name) starts at \(time) while \(command) runs")
      }
    }
    commands.append(Command(host: host.name, action: action, run: run))
  }

  func stop(_ run: RunID) { commands.removeAll { $0.run == run } }
  func stopAll(of host: Host) { commands.removeAll { $0.host == host.name } }
  func isRunning(_ run: RunID) -> Bool { commands.contains { $0.run == run } }
}
