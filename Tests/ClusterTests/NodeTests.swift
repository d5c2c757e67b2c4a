import Board
import Etcd
import Testing

@testable import Cluster

/// The nodes that boards name may be several clusters.
@Suite(.timeLimit(.minutes(15))) struct NodeTests {
  private static let deploy = SharedAction(id: "deploy", digest: "d")
  private static let (a, b, c) = ("http://a:2379", "https://b:2379/", "c:2379")
  private static let sentence = "b:2379 is another etcd: nodes must form one cluster"

  private func world(_ nodes: [String], members: [UInt64]? = nil) -> World {
    let world = World()
    world.nodes = nodes
    world.etcd.members = members ?? nodes.indices.map { UInt64($0) + 1 }
    return world
  }

  /// Presses on both hosts, again and again, in turns.
  private func compete(_ hosts: [Host], in world: World, for rounds: Int = 40) {
    for _ in 0..<rounds {
      for host in hosts {
        host.press("deploy")
        world.run(for: .milliseconds(110))
      }
    }
  }

  @Test(arguments: [UInt64(1), 2])
  func `nothing starts while two nodes are two clusters, and both hosts say so`(cluster: UInt64) {
    let world = world([Self.a, Self.b], members: [1])
    var stranger = ModelEtcd()
    stranger.clusterID = cluster
    world.strangers = [Self.b: stranger]
    let ada = world.host("ada", [Self.deploy], node: 0)
    let ben = world.host("ben", [Self.deploy], node: 1)
    for host in [ada, ben] { host.duration = { _ in .milliseconds(500) } }
    compete([ada, ben], in: world)
    #expect(world.violations == [])
    #expect(ada.view.division == Self.sentence)
    #expect(ben.view.division == "a:2379 is another etcd: nodes must form one cluster")
    let answers = [ada, ben].flatMap { host in host.pressed.keys.map { host.verdict($0) } }
    #expect(answers.count == 80)
    for answer in answers {
      guard case .refused(let reason) = answer,
        reason.hasSuffix("is another etcd: nodes must form one cluster")
      else {
        Issue.record("\(String(describing: answer))")
        continue
      }
    }
    #expect(ada.view.facts(of: ActionAddress(board: "web", action: "deploy")) == nil)
    #expect(ada.view.connection == .connected)
  }

  @Test func `an edit that names another etcd asks it for nothing but its proof`() throws {
    let world = world([Self.a], members: [1])
    let ada = world.host("ada", [Self.deploy])
    world.run(for: .seconds(2))
    let press = ada.press("deploy")
    world.run(for: .seconds(1))
    let run = try #require(ada.claim(press)).run
    world.nodes = [Self.a, Self.b]
    world.strangers = [Self.b: ModelEtcd()]
    // The new connection begins at the new node.
    ada.node = 1
    var settings = ada.member.settings
    settings.nodes = world.nodes
    ada.receive(.reconnected(settings))
    world.run(for: .seconds(5))
    #expect(ada.view.dataLoss == nil, "\(String(describing: ada.view.dataLoss))")
    #expect(ada.view.division == Self.sentence)
    #expect(world.strangers[Self.b]?.entries.isEmpty == true)
    #expect(ada.view.runs[ActionAddress(board: "web", action: "deploy")]?.map(\.id) == [run])
    #expect(ada.cancelled.isEmpty)
  }

  @Test func `one of three nodes may be down`() {
    let world = world([Self.a, Self.b, Self.c])
    world.reaches = { $1 != Self.b }
    let ada = world.host("ada", [Self.deploy])
    let press = ada.press("deploy")
    world.run(for: .milliseconds(300))
    #expect(ada.claim(press) != nil, "\(String(describing: ada.verdict(press)))")
    #expect(ada.view.division == nil)
  }

  @Test func `a press waits no longer for the nodes than they need to answer`() {
    let world = world([Self.a, Self.b, Self.c])
    let ada = world.host("ada", [Self.deploy])
    world.run(until: { ada.view.hosts.count == 1 })
    let start = world.time
    let press = ada.press("deploy")
    world.run(until: { ada.claim(press) != nil })
    #expect(world.time - start <= .milliseconds(10))
  }

  @Test func `a host that reaches one node only takes part if the cluster has all that are named`() {
    let world = world([Self.a, Self.b, Self.c])
    world.reaches = { $1 == Self.a }
    let ada = world.host("ada", [Self.deploy])
    let press = ada.press("deploy")
    world.run(for: .milliseconds(300))
    #expect(ada.claim(press) != nil)
  }

  @Test(arguments: [[UInt64(1)], nil])
  func `a node that does not answer may be another etcd`(members: [UInt64]?) {
    let world = world([Self.a, Self.b])
    world.etcd.members = members
    world.reaches = { $1 == Self.a }
    let ada = world.host("ada", [Self.deploy])
    world.run(for: .milliseconds(300))
    let reason = "b:2379 may be another etcd, as it does not answer: refused"
    #expect(ada.view.division == reason)
    let press = ada.press("deploy")
    #expect(ada.refusal(press) == "is locked: \(reason)")
    // It answers, and is a node of the same cluster.
    world.reaches = { _, _ in true }
    world.run(for: .seconds(4))
    #expect(ada.view.division == nil)
    let second = ada.press("deploy")
    world.run(for: .milliseconds(300))
    #expect(ada.claim(second) != nil)
  }

  @Test func `a node that comes back as another etcd is told, and is used for nothing`() {
    let world = world([Self.a, Self.b, Self.c])
    world.reaches = { $1 != Self.b }
    let ada = world.host("ada", [Self.deploy])
    let press = ada.press("deploy")
    world.run(for: .seconds(1))
    world.strangers = [Self.b: ModelEtcd()]
    world.reaches = { _, _ in true }
    world.run(for: .seconds(4))
    #expect(ada.view.division == Self.sentence)
    // The others fail: the run stays where it is.
    world.reaches = { $1 == Self.b }
    world.run(for: .seconds(60))
    ada.end(RunID("ada-1-1"), .succeeded)
    world.run(for: .seconds(60))
    #expect(world.strangers[Self.b]?.entries == [:])
    #expect(world.strangers[Self.b]?.revision == 1)
    #expect(ada.view.dataLoss == nil)
    #expect(ada.cancelled == [:])
    // The node joins the others.
    world.strangers = [:]
    world.reaches = { _, _ in true }
    world.run(for: .seconds(10))
    #expect(ada.view.division == nil)
    #expect(ada.view.dataLoss == nil)
    #expect(world.etcd.keys("/signalbox/1/shop/run/") == [])
    #expect(world.etcd.keys("/signalbox/1/shop/last/").count == 1)
    let next = ada.press("deploy")
    world.run(for: .seconds(1))
    #expect(ada.claim(next) != nil)
    #expect(ada.claim(press) != nil)
  }

  @Test func `a copy of the data is another etcd`() {
    let world = world([Self.a, Self.b])
    let ada = world.host("ada", [Self.deploy])
    world.run(for: .seconds(1))
    #expect(ada.view.division == nil)
    // Restored from a backup: it has the key of the host, and a number of its own.
    var copy = world.etcd
    copy.clusterID = 2
    world.strangers = [Self.b: copy]
    world.run(for: .seconds(61))
    #expect(ada.view.division == Self.sentence)
  }

  @Test func `a host whose lease has expired joins the same nodes again`() {
    let world = world([Self.a, Self.b, Self.c])
    let ada = world.host("ada", [Self.deploy])
    world.run(for: .seconds(1))
    ada.pause()
    world.run(for: .seconds(60))
    ada.resume()
    let press = ada.press("deploy")
    world.run(for: .seconds(2))
    #expect(ada.claim(press) != nil, "\(String(describing: ada.verdict(press)))")
    #expect(ada.view.dataLoss == nil)
    #expect(ada.view.division == nil)
  }

  @Test func `the loss of all data is told by all nodes, and runs are entered again`() {
    let world = world([Self.a, Self.b, Self.c])
    let ada = world.host("ada", [Self.deploy])
    let press = ada.press("deploy")
    world.run(for: .seconds(1))
    #expect(ada.claim(press) != nil)
    world.loseData()
    world.run(for: .seconds(2))
    #expect(ada.view.dataLoss != nil)
    #expect(ada.view.division == nil)
    #expect(world.etcd.keys("/signalbox/1/shop/run/").count == 1)
  }

  @Test func `a node that the board names from now on is asked before anything starts`() {
    let world = world([Self.a])
    let ada = world.host("ada", [Self.deploy])
    world.run(for: .seconds(1))
    world.nodes = [Self.a, Self.b]
    world.strangers = [Self.b: ModelEtcd()]
    var settings = ada.member.settings
    settings.nodes = world.nodes
    ada.receive(.settings(settings))
    let press = ada.press("deploy")
    world.run(for: .seconds(1))
    #expect(ada.claim(press) == nil)
    #expect(ada.view.division == Self.sentence)
    settings.nodes = [Self.a]
    ada.receive(.settings(settings))
    #expect(ada.view.division == nil)
  }

  @Test func `two nodes of another etcd are named together`() {
    var survey = NodeSurvey([Self.a, Self.b, Self.c, Self.a], at: .zero)
    let due = survey.takeDue(at: .zero)
    #expect(due == [Self.a, Self.b, Self.c])
    #expect(survey.verdict == .pending)
    survey.note(Self.a, .proven(member: 1), askAt: nil)
    survey.note(Self.b, .foreign, askAt: nil)
    survey.note(Self.c, .foreign, askAt: nil)
    #expect(survey.verdict == .divided("b:2379 and c:2379 are another etcd: nodes must form one cluster"))
    // That it does not know the key now says no more than before.
    survey.note(Self.b, .lacking(cluster: 1), askAt: nil)
    #expect(survey.sentence == "b:2379 and c:2379 are another etcd: nodes must form one cluster")
    survey.note(Self.b, .proven(member: 2), askAt: nil)
    survey.note(Self.c, .silent(why: "c:2379: refused"), askAt: nil)
    #expect(survey.verdict == .one)
  }

  @Test func `two addresses of one node are not two nodes`() {
    var survey = NodeSurvey([Self.a, Self.b, Self.c, "d:2379"], at: .zero)
    for node in [Self.a, Self.b] { survey.note(node, .proven(member: 1), askAt: nil) }
    for node in [Self.c, "d:2379"] { survey.note(node, .silent(why: "\(node): refused"), askAt: nil) }
    let isDue = survey.takeSize(at: .zero)
    #expect(isDue)
    #expect(survey.verdict == .pending)
    survey.note(size: 2, until: .seconds(1))
    #expect(
      survey.verdict == .divided("c:2379 and d:2379 may be another etcd, as they do not answer: refused"))
    // While it is asked again, the last answer holds.
    let isDueAgain = survey.takeSize(at: .seconds(1))
    #expect(isDueAgain)
    #expect(survey.verdict != .pending)
    survey.note(size: 3, until: .seconds(2))
    #expect(survey.verdict == .one)
    survey.note(Self.c, .proven(member: 1), askAt: nil)
    survey.note(size: 1, until: .seconds(2))
    #expect(survey.verdict == .divided("d:2379 may be another etcd, as it does not answer: refused"))
    survey.note("d:2379", .proven(member: 1), askAt: nil)
    #expect(survey.verdict == .one)
  }
}
