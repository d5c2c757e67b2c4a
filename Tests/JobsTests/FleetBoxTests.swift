import Board
import Boundary
import Etcd
import EtcdServer
import Foundation
import Programs
import TestSupport
import Testing

@testable import Jobs

/// A realm as a board that can only be looked at, with a real etcd and two machines.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct FleetBoxTests {
  private func fleet(_ etcd: [String]) -> FleetBox {
    FleetBox(ClusterDefinition(endpoints: etcd, realm: "shop", board: ""), environment: .live())
  }

  /// Waits until a condition holds, which is evaluated after each change. When the time limit of the test has
  /// passed, says what there was instead.
  private func wait(
    _ box: FleetBox, sourceLocation: SourceLocation = #_sourceLocation,
    until holds: @escaping (Situation) -> Bool
  ) async {
    if holds(box.situation) { return }
    let end = AsyncStream.makeStream(of: Void.self)
    var hasCome = false
    box.onChange = {
      guard holds(box.situation) else { return }
      hasCome = true
      end.continuation.finish()
    }
    for await _ in end.stream {}
    box.onChange = {}
    if hasCome { return }
    Issue.record("what was waited for has not come; \(box.situation)", sourceLocation: sourceLocation)
  }

  private func members(_ situation: Situation) -> [ActionStatus] {
    situation.actions.filter(\.description.isService)
  }

  @Test(.slow)
  func `it shows the runs and results of all boards, and is no member`() async throws {
    let etcd = try await EtcdServer()
    let scratch = try Scratch()
    let go = scratch.path + "/go"
    let web = try Machine(
      etcd.endpoints,
      "  deploy: { run: 'echo half; while [ ! -e \(go) ]; do sleep 0.02; done', shared: true, status: '(.*)' }\n"
    )
    let ops = try Machine(etcd.endpoints, "  migrate: { run: 'exit 3', shared: true }\n", board: "ops")
    await web.connect()
    await ops.connect()
    let box = fleet(etcd.endpoints)
    await wait(box) { $0.actions.count == 4 }
    #expect(
      box.situation.actions.map(\.description.notes.group) == [
        "ops", "web", "machines of shop", "machines of shop",
      ])
    #expect(box.situation["web/deploy"]?.phase == .idle)

    async let outcome = web.run("deploy")
    await wait(box) { $0["web/deploy"]?.shared?.runs.first?.value == "half" }
    #expect(box.situation["web/deploy"]?.phase == .running)
    #expect(box.output(of: "web/deploy").contains { $0.text.hasPrefix("runs on ") })
    guard case .failed = await ops.run("migrate") else {
      Issue.record("it did not fail")
      return
    }
    await wait(box) { $0["ops/migrate"]?.phase == .failed }
    try Data().write(to: URL(fileURLWithPath: go))
    await expectEqual(outcome, .succeeded)
    await wait(box) { $0["web/deploy"]?.phase == .succeeded }
    #expect(box.situation["web/deploy"]?.runs.value?.hasPrefix("half, on ") == true)
    // The machines see each other, and nothing else.
    #expect(members(box.situation).count == 2)
    #expect(box.situation.problems.isEmpty)

    await ops.leave()
    await wait(box) { members($0).count == 1 }
    #expect(box.situation["ops/migrate"]?.phase == .failed)
    await web.leave()
  }

  @Test(.slow)
  func `a run whose machine is gone is lost`() async throws {
    let etcd = try await EtcdServer()
    let web = try Machine(etcd.endpoints, "  deploy: { run: sleep 1000, shared: true }\n")
    await web.connect()
    _ = await web.pressPatiently("deploy")
    let box = fleet(etcd.endpoints)
    await wait(box) { $0["web/deploy"]?.phase == .running }
    await web.vanish()
    // While etcd is silent it looks lost as well, without these words.
    await wait(box) { situation in
      situation["web/deploy"]?.phase == .lost
        && box.output(of: "web/deploy").contains { $0.text.hasPrefix("lost on ") }
    }
  }

  @Test(.slow)
  func `while etcd is silent nothing looks as if it were known`() async throws {
    let etcd = try await EtcdServer()
    let web = try Machine(
      etcd.endpoints, "  deploy: { run: sleep 1000, shared: true }\n  test: { run: 'true', shared: true }\n")
    await web.connect()
    _ = await web.run("test")
    _ = await web.pressPatiently("deploy")
    let box = fleet(etcd.endpoints)
    await wait(box) { $0["web/deploy"]?.phase == .running && $0["web/test"]?.phase == .succeeded }

    etcd.pause(0)
    await wait(box) { $0.cluster?.silentSince != nil }
    #expect(box.situation["web/deploy"]?.phase == .lost)
    #expect(box.situation["web/test"]?.verdict.isPassing == false)
    #expect(Set(members(box.situation).map(\.phase)) == [.lost])
    #expect(box.situation.problems.first?.message.hasPrefix("no answer since ") == true)
    #expect(box.output(of: "web/test").first?.text.hasPrefix("etcd: no answer since ") == true)

    etcd.resume(0)
    await wait(box) { $0.cluster?.silentSince == nil && $0["web/deploy"]?.phase == .running }
    #expect(box.situation["web/test"]?.phase == .succeeded)
    #expect(box.situation.problems.isEmpty)
    await web.leave()
  }

  @Test(.slow) func `an etcd that is not there is a problem with its address`() async throws {
    let box = fleet(["http://127.0.0.1:1"])
    #expect(box.situation.actions.isEmpty)
    await wait(box) { $0.problems.first?.message.contains("127.0.0.1:1") == true }
    #expect(box.situation.problems.first?.message.hasPrefix("has not answered yet: ") == true)
  }
}
