import Board
import Etcd
import Testing

@testable import Cluster

/// An observer with an etcd in memory.
private final class Observation {
  var etcd = ModelEtcd()
  /// Whether etcd cannot be reached.
  var isCut = false
  private(set) var observer: RealmObserver
  private(set) var time = Duration.zero
  /// Everything that was requested.
  private(set) var requests: [EtcdRequest] = []
  private var watch: (id: WatchID, next: Int64)?
  private(set) var watchCount = 0

  /// What the second node is, if it is another etcd.
  var stranger: ModelEtcd?

  init(nodes: [String] = [], stranger: ModelEtcd? = nil) {
    self.stranger = stranger
    observer = RealmObserver(realm: "shop", nodes: nodes, at: .zero)
    hand(.time)
  }

  var view: RealmView { observer.view }
  var deploy: RealmView.Action? { view.actions.first { $0.address.description == "web/deploy" } }

  func write(_ key: String, _ text: String) {
    etcd.write("/signalbox/1/shop/" + key, text)
    deliver()
  }

  func remove(_ key: String) {
    _ = etcd.perform(
      .transaction(EtcdTransaction(success: [.delete(EtcdRange(key: "/signalbox/1/shop/" + key))])), at: time)
    deliver()
  }

  func endWatch(_ event: EtcdWatchEvent) {
    guard let watch else { return }
    self.watch = nil
    hand(.watch(watch.id, event))
  }

  /// Passes virtual time, from one deadline to the next.
  func run(for duration: Duration) {
    let end = time + duration
    while let next = observer.nextDeadline, next <= end {
      time = max(time, next)
      hand(.time)
    }
    time = end
  }

  private func deliver() {
    guard !isCut, let watch else { return }
    for (revision, changes) in etcd.changes(from: watch.next) {
      self.watch?.next = revision + 1
      hand(.watch(watch.id, .changes(etcd.header, changes)))
    }
  }

  private func perform(_ request: EtcdRequest, by route: EtcdRoute) -> Result<EtcdAnswer, EtcdFailure> {
    if route == .node("http://b:2379") {
      return stranger?.perform(request, at: time) ?? etcd.perform(request, at: time)
    }
    return etcd.perform(request, at: time)
  }

  private func hand(_ input: Input) {
    for output in observer.handle(input, at: time) {
      switch output {
      case .send(let id, let request, _, let route):
        requests.append(request)
        hand(.answer(id, isCut ? .failure(.unreachable("a: refused")) : perform(request, by: route)))
      case .watch(let id, _, let revision, _):
        watch = (id, revision)
        watchCount += 1
      case .endWatch: watch = nil
      default: Issue.record("an observer wants \(output)")
      }
    }
  }
}

@Suite(.timeLimit(.minutes(15))) struct RealmObserverTests {
  private static let run =
    #"{"run":"r","member":"m","host":"laptop","user":"ada","cause":"pressed","began":1000}"#
  private static let host =
    #"{"host":"laptop","user":"ada","program":"signalbox 1","process":7,"started":500}"#

  /// ada's laptop runs `deploy`.
  private func running() -> Observation {
    let observation = Observation()
    observation.write("host/m", Self.host)
    observation.write("board/web/m", #"{"actions":{"deploy":"1","test":"2"}}"#)
    observation.write("run/web/deploy/0", Self.run)
    return observation
  }

  @Test func `it shows actions, runs, results, queues and members as they change`() throws {
    let observation = running()
    #expect(observation.view.connection == .connected)
    #expect(observation.view.members.map(\.value.program) == ["signalbox 1"])
    #expect(observation.view.members.map(\.boards) == [["web"]])
    #expect(observation.view.actions.map(\.address.description) == ["web/deploy", "web/test"])
    #expect(observation.deploy?.runs.map(\.host) == ["laptop"])
    #expect(observation.deploy?.runs.first?.isLost == false)

    observation.write("now/web/deploy/0", #"{"run":"r","value":"linking","fraction":0.5}"#)
    observation.write("wait/web/deploy/b", #"{"member":"n","host":"desk","user":"ben"}"#)
    observation.write("wait/web/deploy/a", #"{"member":"m","host":"laptop","user":"ada"}"#)
    #expect(observation.deploy?.runs.first?.value == "linking")
    #expect(observation.deploy?.runs.first?.fraction == 0.5)
    // In the order in which they came.
    #expect(observation.deploy?.queue.map(\.user) == ["ben", "ada"])

    observation.remove("run/web/deploy/0")
    observation.write(
      "last/web/deploy",
      #"{"run":"r","result":"succeeded","host":"laptop","user":"ada","began":1000,"ended":2000}"#)
    #expect(observation.deploy?.runs.isEmpty == true)
    #expect(observation.deploy?.last?.outcome == .succeeded)

    observation.remove("board/web/m")
    #expect(observation.view.actions.map(\.address.description) == ["web/deploy"])
    #expect(observation.deploy?.isShared == false)
  }

  @Test func `it only reads`() {
    let observation = running()
    observation.run(for: .seconds(200))
    observation.remove("host/m")
    observation.endWatch(.compacted(5))
    observation.run(for: .seconds(200))
    #expect(!observation.requests.isEmpty)
    for request in observation.requests {
      guard case .transaction(let transaction) = request else {
        Issue.record("it requests \(request)")
        continue
      }
      #expect(transaction.isReadOnly)
    }
  }

  @Test func `a run whose host is gone is lost since that was seen`() {
    let observation = running()
    observation.run(for: .seconds(20))
    observation.remove("host/m")
    observation.run(for: .seconds(20))
    #expect(observation.deploy?.runs.first?.lostSince == .seconds(20))
    #expect(observation.view.members.isEmpty)
  }

  @Test func `without an answer nothing counts as known, and since when`() {
    let observation = running()
    observation.run(for: .seconds(60))
    observation.isCut = true
    observation.run(for: .seconds(12))
    guard case .silent(let since, let why) = observation.view.connection else {
      Issue.record("it counts as connected")
      return
    }
    #expect((.seconds(57)...(.seconds(60))).contains(since))
    #expect(why == "a: refused")

    // What changes meanwhile is known as soon as etcd answers.
    observation.write("host/n", Self.host)
    observation.isCut = false
    observation.run(for: .seconds(3))
    #expect(observation.view.connection == .connected)
    #expect(observation.view.members.count == 2)
  }

  @Test func `an etcd that has never answered is waited for, with the reason`() {
    var observer = RealmObserver(realm: "shop", nodes: [], at: .seconds(3))
    #expect(observer.view.connection == .connecting(since: .seconds(3), why: nil))
    let outputs = observer.handle(.time, at: .seconds(3))
    guard case .send(let id, _, _, _)? = outputs.first else {
      Issue.record("nothing was requested")
      return
    }
    _ = observer.handle(.answer(id, .failure(.unreachable("a: refused"))), at: .seconds(4))
    #expect(observer.view.connection == .connecting(since: .seconds(3), why: "a: refused"))
    #expect(observer.nextDeadline == .seconds(4) + .milliseconds(200))
  }

  @Test(arguments: [EtcdWatchEvent.compacted(3), .ended(.noAnswer("a: the watch has ended"))])
  func `after the end of a watch everything is read again`(event: EtcdWatchEvent) {
    let observation = running()
    observation.endWatch(event)
    observation.write("host/n", Self.host)
    observation.run(for: .seconds(1))
    #expect(observation.view.members.count == 2)
    #expect(observation.watchCount == 2)
    observation.write("host/o", Self.host)
    #expect(observation.view.members.count == 3)
  }

  @Test func `a change that the watch has missed is found within a minute`() {
    let observation = running()
    observation.isCut = true
    observation.write("host/n", Self.host)
    observation.isCut = false
    observation.run(for: .seconds(61))
    #expect(observation.view.members.count == 2)
  }

  @Test func `while nothing happens it only asks whether etcd answers`() {
    let observation = running()
    observation.run(for: .seconds(50))
    let before = observation.requests.count
    observation.run(for: .seconds(9))
    #expect(observation.requests.count - before == 3)
  }

  @Test func `boxes that differ about an action are named`() {
    let observation = running()
    observation.write("host/n", #"{"host":"desk","user":"ben","program":"p","process":1,"started":1}"#)
    observation.write("board/web/n", #"{"actions":{"deploy":"9","test":"2"}}"#)
    #expect(observation.deploy?.disagreement == "ada's laptop and ben's desk have different definitions")
    #expect(observation.view.actions.last?.disagreement == nil)
  }

  @Test func `keys that are not signalbox's are named, and harm nothing`() {
    let observation = running()
    observation.write("run/web/test/0", "{half a li")
    observation.write("other", "1")
    #expect(
      observation.view.foreign == ["/signalbox/1/shop/other", "/signalbox/1/shop/run/web/test/0"])
    #expect(observation.deploy?.runs.count == 1)
  }

  @Test func `a node that is another etcd is named`() {
    let seen = Observation(nodes: ["http://a:2379", "http://b:2379"], stranger: ModelEtcd())
    seen.write("host/m", Self.host)
    seen.run(for: .seconds(61))
    #expect(seen.view.division == "b:2379 is another etcd: nodes must form one cluster")
    seen.stranger = nil
    seen.run(for: .seconds(4))
    #expect(seen.view.division == nil)
  }

  @Test func `a node that alone knows a machine is named, and one that knows a new one is not`() {
    let evidence = NodeEvidence(cluster: 1, revision: 5, hosts: [:])
    let entry = EtcdEntry(key: "h", value: [], createRevision: 6, modRevision: 6)
    func answer(_ entries: [EtcdEntry]) -> EtcdAnswer {
      .transaction(
        EtcdHeader(clusterID: 1, revision: 7), succeeded: true,
        results: [.range(entries: entries, more: false)])
    }
    let difference = evidence.missing(in: answer([entry]))
    #expect(difference?.isConfirmed(by: answer([])) == true)
    #expect(difference?.isConfirmed(by: answer([entry])) == false)
  }

  @Test func `a machine that leaves while a node is asked makes it no other etcd`() {
    let evidence = NodeEvidence(cluster: 1, revision: 5, hosts: ["h": 3])
    let answer = EtcdAnswer.transaction(
      EtcdHeader(clusterID: 1, revision: 6), succeeded: true, results: [.range(entries: [], more: false)])
    #expect(evidence.missing(in: answer) == evidence)
    #expect(!evidence.isConfirmed(by: answer))
    let old = EtcdAnswer.transaction(
      EtcdHeader(clusterID: 1, revision: 4), succeeded: true,
      results: [
        .range(entries: [EtcdEntry(key: "h", value: [], createRevision: 3, modRevision: 3)], more: false)
      ])
    #expect(evidence.missing(in: old) != nil)
  }
}
