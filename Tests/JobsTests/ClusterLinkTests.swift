import Board
import Boundary
import EtcdServer
import Foundation
import TestSupport
import Testing

@testable import Jobs

/// Shared actions of several boxes, with a real etcd.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct ClusterLinkTests {
  /// A command that runs until a file exists.
  private func waiting(for path: String) -> String {
    "while [ ! -e \(path) ]; do sleep 0.02; done"
  }

  @Test(.slow)
  func `a shared action runs on one machine at a time`() async throws {
    let etcd = try await EtcdServer()
    let scratch = try Scratch()
    let actions = "  deploy: { run: '\(waiting(for: scratch.path + "/go"))', shared: true }\n"
    let (one, other) = (try Machine(etcd.endpoints, actions), try Machine(etcd.endpoints, actions))
    await one.connect()
    await other.connect()

    async let outcome = one.run("deploy")
    await other.wait { other["deploy"]?.shared?.runs.count == 1 }
    #expect(other["deploy"]?.phase == .running)
    guard case .refused(let reason) = await other.pressPatiently("deploy") else {
      Issue.record("it was started twice")
      return
    }
    // On a busy machine it may have been silent for too long.
    #expect(reason.hasPrefix("is running on ") || reason.hasPrefix("may still be running on "), "\(reason)")

    try Data().write(to: URL(fileURLWithPath: scratch.path + "/go"))
    await expectEqual(outcome, .succeeded)
    await other.wait { other["deploy"]?.shared?.runs.isEmpty == true }
    await expectEqual(other.run("deploy"), .succeeded)
    await one.leave()
    await other.leave()
  }

  @Test(.slow)
  func `of two presses at the same time one starts`() async throws {
    let etcd = try await EtcdServer()
    let scratch = try Scratch()
    let actions = "  deploy: { run: '\(waiting(for: scratch.path + "/go"))', shared: true }\n"
    let (one, other) = (try Machine(etcd.endpoints, actions), try Machine(etcd.endpoints, actions))
    await one.connect()
    await other.connect()
    for _ in 0..<10 {
      async let first = one.pressPatiently("deploy")
      async let second = other.pressPatiently("deploy")
      let answers = [await first, await second]
      let accepted = answers.filter { if case .accepted = $0 { true } else { false } }
      #expect(accepted.count == 1, "\(answers)")
      for machine in [one, other] {
        machine.box.cancel(.action("deploy"))
        await machine.wait { machine["deploy"]?.isRunning == false }
      }
      for machine in [one, other] { await machine.wait { machine["deploy"]?.shared?.runs.isEmpty == true } }
      await one.wait { one["deploy"]?.isEnabled == true }
      await other.wait { other["deploy"]?.isEnabled == true }
    }
    await one.leave()
    await other.leave()
  }

  @Test(.slow)
  func `a result on one machine unlocks an action on another one, also of another board`() async throws {
    let etcd = try await EtcdServer()
    let web = """
        test: { run: 'true', shared: true }
        deploy: { run: 'true', shared: true, enabled-if: test.succeeded }

      """
    let one = try Machine(etcd.endpoints, web)
    let other = try Machine(etcd.endpoints, web)
    let ops = try Machine(
      etcd.endpoints, "  clean: { run: 'true', enabled-if: web/deploy.succeeded && !web/test.running }\n",
      board: "ops")
    await other.connect()
    await ops.connect()
    await expectEqual(other.pressPatiently("deploy"), .refused("needs test.succeeded"))
    #expect(ops["clean"]?.isEnabled == false)

    await one.connect()
    await expectEqual(one.run("test"), .succeeded)
    await other.wait { other["test"]?.runs.last.result == .succeeded }
    await expectEqual(other.run("deploy"), .succeeded)
    await ops.wait { ops["clean"]?.isEnabled == true }
    await expectEqual(ops.run("clean"), .succeeded)
    for machine in [one, other, ops] { await machine.leave() }
  }

  @Test(.slow)
  func `a command knows its run, and a number that grows with each run`() async throws {
    let etcd = try await EtcdServer()
    let machine = try Machine(
      etcd.endpoints, "  deploy: { run: 'echo $SIGNALBOX_RUN $SIGNALBOX_FENCE', shared: true }\n")
    await machine.connect()
    var fences: [Int] = []
    var names: Set<Substring> = []
    for _ in 0..<3 {
      await expectEqual(machine.run("deploy"), .succeeded)
      let words = machine["deploy"]?.runs.value?.split(separator: " ") ?? []
      try #require(words.count == 2)
      names.insert(words[0])
      fences.append(try #require(Int(words[1])))
    }
    #expect(names.count == 3)
    #expect(fences == fences.sorted() && Set(fences).count == 3)
    await machine.leave()
  }

  @Test(.slow)
  func `machines whose boards differ do not start the action`() async throws {
    let etcd = try await EtcdServer()
    let one = try Machine(etcd.endpoints, "  deploy: { run: 'true', shared: true }\n")
    let other = try Machine(etcd.endpoints, "  deploy: { run: 'false', shared: true }\n")
    await one.connect()
    await other.connect()
    await one.wait { one["deploy"]?.shared?.obstacle != nil }
    let obstacle = try #require(one["deploy"]?.shared?.obstacle)
    #expect(obstacle.hasSuffix("has another `deploy`"))
    await expectEqual(one.pressPatiently("deploy"), .refused(obstacle))
    await other.leave()
    await one.wait { one["deploy"]?.shared?.obstacle == nil }
    await expectEqual(one.run("deploy"), .succeeded)
    await one.leave()
  }

  @Test(.slow)
  func `a run whose machine is gone is lost, locks all guards, and is taken over by a person`()
    async throws
  {
    let etcd = try await EtcdServer()
    let scratch = try Scratch()
    let actions = """
        deploy: { run: '\(waiting(for: scratch.path + "/go"))', shared: true }
        clean: { run: 'true', shared: true, enabled-if: '!deploy.running' }

      """
    let other = try Machine(etcd.endpoints, actions)
    await other.connect()
    var one: Machine? = try Machine(etcd.endpoints, actions)
    await one?.connect()
    guard case .accepted = await one?.pressPatiently("deploy") else {
      Issue.record("it was not started")
      return
    }
    await other.wait { other["deploy"]?.shared?.runs.count == 1 }
    // It tells nobody, as a machine that loses its power.
    await one?.vanish()
    one = nil
    await other.wait { other["deploy"]?.shared?.lostRun != nil }
    #expect(other["deploy"]?.phase == .lost)
    guard case .refused = await other.pressPatiently("deploy"),
      case .refused = await other.pressPatiently("clean")
    else {
      Issue.record("a lost run locks nothing")
      return
    }

    await expectEqual(other.takeOver("deploy", because: "  "), "a takeover needs a reason")
    await expectEqual(other.takeOver("clean", because: "gone"), "has no lost run")
    await expectEqual(other.takeOver("deploy", because: "the plug was pulled"), nil)
    let log = try await etcd.call(
      "kv/range",
      #"{"key": "\#(Data("/signalbox/1/shop/log/".utf8).base64EncodedString())", "range_end": "\#(Data("/signalbox/1/shop/log0".utf8).base64EncodedString())"}"#
    )
    #expect(log.contains("\"count\":\"1\""))
    await other.wait { other["clean"]?.isEnabled == true }
    await expectEqual(other.run("clean"), .succeeded)
    await other.leave()
  }

  @Test(.slow)
  func `time frees a lost run only if the board that started it says so`() async throws {
    let etcd = try await EtcdServer()
    let scratch = try Scratch()
    let run = "run: '\(waiting(for: scratch.path + "/go"))', shared: true"
    let (keep, free) = ("on-lost: keep", "on-lost: free-after 1s")
    let other = try Machine(
      etcd.endpoints, "  deploy: { \(run), \(free) }\n  clean: { \(run), \(keep) }\n")
    var one: Machine? = try Machine(
      etcd.endpoints, "  deploy: { \(run), \(keep) }\n  clean: { \(run), \(free) }\n")
    await other.connect()
    await one?.connect()
    for action in ["deploy", "clean"] {
      guard case .accepted = await one?.press(action) else {
        Issue.record("\(action) was not started")
        return
      }
    }
    await other.wait { ["deploy", "clean"].allSatisfy { other[$0]?.shared?.runs.count == 1 } }
    await one?.vanish()
    one = nil
    await other.wait { ["deploy", "clean"].contains { other[$0]?.shared?.runs.isEmpty == true } }
    #expect(other["clean"]?.shared?.runs.isEmpty == true)
    #expect(other["deploy"]?.shared?.lostRun != nil)
    guard case .refused = await other.pressPatiently("deploy") else {
      Issue.record("a run that was to be kept was freed")
      return
    }
    await other.leave()
  }

  @Test(.slow)
  func `while etcd is silent shared actions are locked, and others are not`() async throws {
    let etcd = try await EtcdServer()
    let machine = try Machine(
      etcd.endpoints, "  deploy: { run: 'true', shared: true }\n  build: { run: 'true' }\n")
    await machine.connect()
    etcd.pause(0)
    await machine.wait {
      machine["deploy"]?.shared?.obstacle?.hasPrefix("waits for etcd, silent since ") == true
    }
    #expect(machine.box.situation.cluster?.silentSince != nil)
    #expect(machine["deploy"]?.isEnabled == false)
    await expectEqual(machine.run("build"), .succeeded)
    etcd.resume(0)
    await machine.wait { machine["deploy"]?.isEnabled == true }
    await expectEqual(machine.run("deploy"), .succeeded)
    await machine.leave()
  }

  @Test(.slow)
  func `a press that waits for an answer can be given up`() async throws {
    let etcd = try await EtcdServer()
    let machine = try Machine(etcd.endpoints, "  deploy: { run: 'true', shared: true }\n")
    await machine.connect()
    etcd.pause(0)
    async let answer = machine.press("deploy")
    await machine.wait { machine["deploy"]?.shared?.askingSince != nil }
    machine.box.cancel(.action("deploy"))
    guard await answer == .refused("was withdrawn") else {
      Issue.record("it was started")
      return
    }
    etcd.resume(0)
    await machine.wait { machine["deploy"]?.isEnabled == true }
    await expectEqual(machine.run("deploy"), .succeeded)
    await machine.leave()
  }

  @Test(.slow)
  func `the value of a run is not published as that of the next one`() async throws {
    let etcd = try await EtcdServer()
    let scratch = try Scratch()
    let (mark, go) = (scratch.path + "/mark", scratch.path + "/go")
    let command = "[ -e \(mark) ] || { touch \(mark); echo old; exit; }; \(waiting(for: go)); echo new"
    let actions = "  deploy: { run: '\(command)', shared: true, status: '(.*)' }\n"
    let (one, other) = (try Machine(etcd.endpoints, actions), try Machine(etcd.endpoints, actions))
    await one.connect()
    await other.connect()
    await expectEqual(one.run("deploy"), .succeeded)
    await other.wait { other["deploy"]?.runs.value == "old" }
    async let outcome = one.run("deploy")
    await other.wait { other["deploy"]?.shared?.runs.count == 1 }
    try Data().write(to: URL(fileURLWithPath: go))
    var seen: [String?] = []
    await other.wait {
      seen.append(other["deploy"]?.shared?.runs.first?.value)
      return other["deploy"]?.runs.value == "new"
    }
    #expect(!seen.contains("old"), "\(seen)")
    await expectEqual(outcome, .succeeded)
    await one.leave()
    await other.leave()
  }

  @Test(.slow)
  func `a start waits for the end of a run on another machine`() async throws {
    let etcd = try await EtcdServer()
    let scratch = try Scratch()
    let actions =
      "  deploy: { run: '\(waiting(for: scratch.path + "/go"))', shared: true, while-running: queue }\n"
    let (one, other) = (try Machine(etcd.endpoints, actions), try Machine(etcd.endpoints, actions))
    await one.connect()
    await other.connect()
    async let first = one.run("deploy")
    await other.wait { other["deploy"]?.shared?.runs.count == 1 }
    async let second = other.run("deploy")
    await other.wait { other["deploy"]?.shared?.waiting == 1 }
    try Data().write(to: URL(fileURLWithPath: scratch.path + "/go"))
    await expectEqual(first, .succeeded)
    await expectEqual(second, .succeeded)
    await one.leave()
    await other.leave()
  }

  @Test func `without a cluster in the board, nothing is connected`() throws {
    var environment = JobEnvironment.live()
    environment.etcd = {
      Issue.record("a connection")
      return Cable(to: $0)
    }
    let board = try Board.parse("actions: {a: {run: x}}", file: "board.yml")
    let box = HostedBoard(Interlocking(board, environment: environment))
    box.joinCluster()
    #expect(box.situation.cluster == nil)
    #expect(box.situation["a"]?.shared == nil)
  }

  /// A box that takes no part, as those of `list` and `why` where no box runs.
  private func bystander(_ actions: String) throws -> HostedBoard {
    let board = try Board.parse(
      "cluster: {etcd: 'http://a:1', realm: r, board: b}\nactions:\n" + actions, file: "board.yml")
    var environment = JobEnvironment.live()
    environment.etcd = {
      Issue.record("a connection")
      return Cable(to: $0)
    }
    return HostedBoard(Interlocking(board, environment: environment))
  }

  @Test func `a process that does not take part starts nothing that depends on other machines`() throws {
    let box = try bystander("  a: {run: x, shared: true}\n  b: {run: x, enabled-if: '!ops/c.running'}\n")
    for id in ["a", "b"] {
      #expect(box.situation[id]?.isEnabled == false)
      #expect(box.situation[id]?.refusal == "not asked: no box")
      var order = StartOrder(id)
      var answers: [StartAnswer] = []
      order.onAnswer = { answers.append($0) }
      box.start(order)
      guard case .refused? = answers.first else {
        Issue.record("\(id): \(answers)")
        return
      }
    }
  }

  @Test func `what only other machines know locks nothing where they are not asked`() throws {
    let box = try bystander(
      """
        test: { run: x }
        free: { run: x, shared: true }
        deploy: { run: x, shared: true, enabled-if: test.succeeded && !ops/migrate.running }
        clean: { run: x, enabled-if: '!ops/migrate.running || test.running' }
        after: { run: x, enabled-if: clean.enabled && !errors.any }
        own: { run: x, enabled-if: '!test.running || ops/migrate.running' }
      """)
    func verdict(_ id: String) -> Verdict? { box.situation[id]?.verdict }
    for id in ["free", "clean", "after"] {
      #expect(verdict(id) == .passes, "\(id)")
      #expect(box.situation[id]?.refusal == "not asked: no box", "\(id)")
    }
    // It is locked whatever others say, and only by that.
    #expect(verdict("deploy") == .blocked(by: ["test.succeeded"]))
    #expect(verdict("own") == .passes)
    #expect(box.situation["own"]?.refusal == nil)
    #expect(box.situation["own"]?.isEnabled == true)

    var explanation: Explanation?
    box.explain("clean") { explanation = $0 }
    #expect(
      explanation?.facts == [
        .init(name: "ops/migrate.running", value: "not asked"), .init(name: "test.running", value: "false"),
      ])
    #expect(explanation?.dependsOnOthers == true)
    box.explain("own") { explanation = $0 }
    #expect(explanation?.dependsOnOthers == false)
  }
}
