import EtcdServer
import Foundation
import PseudoTerminal
import Rendezvous
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What `run` and `takeover` answer where other machines have a say, with a real etcd and real boxes.
@Suite(.timeLimit(.minutes(15)), .slow, .ownThreads) struct RealmAnswerTests {
  private func machine(
    _ endpoints: [String], _ actions: String, options: String = "", board: String = "web"
  ) throws -> Sandbox {
    let etcd = endpoints.map { "'\($0)'" }.joined(separator: ", ")
    return try Sandbox(
      """
      cluster: { etcd: [\(etcd)], realm: shop, board: \(board)\(options) }
      actions:
      \(actions)
      """, way: .served)
  }

  private func start(_ sandbox: Sandbox, _ arguments: String...) throws -> HeadlessProgram {
    try HeadlessProgram(arguments, way: .served, on: sandbox, board: nil)
  }

  private func run(_ sandbox: Sandbox, _ arguments: String...) throws -> HeadlessProgram.Result {
    try HeadlessProgram(arguments, way: .served, on: sandbox, board: nil).end()
  }

  /// Runs until a file exists.
  private static let gated =
    "  deploy: { run: 'echo begun; while [ ! -e go ]; do sleep 0.02; done', shared: true, while-running: queue }"

  @Test func `an etcd that does not answer has another code than a guard`() throws {
    let sandbox = try machine(
      ["http://127.0.0.1:1"],
      "  deploy: { run: 'true', shared: true }\n  no: { run: x, enabled-if: deploy.failed }")
    let deploy = try run(sandbox, "run", "deploy")
    #expect(deploy.status == 75)
    #expect(deploy.messages.contains("deploy: waits for etcd"), "\(deploy.messages)")
    #expect(
      deploy.messages.contains("signalbox: deploy: cannot start: http://127.0.0.1:1: "), "\(deploy.messages)")
    try expectEqual(run(sandbox, "run", "deploy", "--exit-map", "bisect").status, 125)
    try expectEqual(run(sandbox, "run", "no").status, 3)
  }

  @Test func `an etcd that refuses says so at once`() async throws {
    let etcd = try await EtcdServer(password: "secret")
    let sandbox = try machine(
      etcd.endpoints, "  deploy: { run: 'true', shared: true }",
      options: ", user: \(EtcdServer.user), password-file: password")
    try sandbox.write("wrong\n", to: "password")
    let begin = ContinuousClock.now
    let refused = try run(sandbox, "run", "deploy")
    #expect(refused.status == 1)
    #expect(refused.messages.contains("authentication failed"), "\(refused.messages)")
    #expect(ContinuousClock.now - begin < .seconds(7), "it has waited until etcd counts as silent")
    try sandbox.write("secret\n", to: "password")
    #expect(try eventually { try run(sandbox, "run", "deploy").status == 0 })
  }

  @Test func `a run that was taken over ends with 1, and says by whom`() async throws {
    let etcd = try await EtcdServer()
    let (one, other) = (try machine(etcd.endpoints, Self.gated), try machine(etcd.endpoints, Self.gated))
    let deploy = try start(one, "run", "deploy", "--quiet")
    #expect(deploy.line() == "begun")
    let boxes = Way.boxes(in: one.directory)
    for process in boxes { kill(process, SIGSTOP) }
    var taken = try run(other, "takeover", "deploy", "--reason", "it is frozen")
    while taken.status == 3, taken.messages.contains("which is there") {
      taken = try run(other, "takeover", "deploy", "--reason", "it is frozen")
    }
    #expect(taken.status == 0, "\(taken.messages)")
    let words = taken.messages.firstMatch(of: #/deploy: the run (\w+) on \S+ counts as ended/#)
    #expect(words != nil, "\(taken.messages)")
    try one.write("", to: "go")
    for process in boxes { kill(process, SIGCONT) }
    let end = try deploy.end()
    #expect(end.status == 1, "\(end.messages)")
    #expect(end.messages.contains("was taken over by "), "\(end.messages)")
    #expect(end.messages.contains(" on "), "\(end.messages)")
    try expectEqual(run(one, "list").output.contains("succeeded"), false)
  }

  @Test func `a start says whose run it waits for, and when etcd is silent`() async throws {
    let etcd = try await EtcdServer()
    let (one, other) = (try machine(etcd.endpoints, Self.gated), try machine(etcd.endpoints, Self.gated))
    let deploy = try start(one, "run", "deploy", "--quiet")
    #expect(deploy.line() == "begun")
    let watcher = try start(other, "watch")
    let next = try start(other, "run", "deploy", "--quiet")
    var lines: [String] = []
    while lines.last?.contains("deploy: waits for the run on ") != true {
      lines.append(watcher.line())
      if lines.last == "" { break }
    }
    #expect(lines.last?.contains("deploy: waits for the run on ") == true, "\(lines)")
    etcd.pause(0)
    // The node is named as soon as it has let a request wait too long.
    while !["deploy: waits for etcd, silent since ", ": no answer in time"].allSatisfy({
      lines.last?.contains($0) == true
    }) {
      lines.append(watcher.line())
      if lines.last == "" { break }
    }
    #expect(lines.last?.contains(": \(etcd.endpoints[0]): no answer in time") == true, "\(lines)")
    etcd.resume(0)
    try one.write("", to: "go")
    try other.write("", to: "go")
    try expectEqual(deploy.end().status, 0)
    let end = try next.end()
    #expect(end.status == 0, "\(end.messages)")
    #expect(end.messages.contains("signalbox: deploy: waits for the run on "), "\(end.messages)")
    #expect(end.messages.contains("signalbox: deploy: waits for etcd, silent since "), "\(end.messages)")
    watcher.signal(SIGTERM)
    _ = try watcher.end()
  }

  // MARK: The next box

  /// The box ends while a `run` waits for a guard, and takes its time.
  @Test func `a run whose box ends before it has started goes on with the next box`() throws {
    let board = try SharedBoard(
      """
        test: { run: 'trap "touch asked; while [ ! -e go ]; do sleep 0.02; done; exit 1" TERM; echo begun; while :; do sleep 0.02; done', stop: { grace: 60s } }
        deploy: { run: echo deployed, enabled-if: "!test.running" }
        tick: { run: "true" }
      """)
    let test = try board.start("run", "test", "--quiet")
    #expect(test.line() == "begun")
    let box = try board.box()
    let deploy = try board.start("run", "--wait", "deploy", "--json")
    // When it sees another run, it has the answer that it must wait. It may come to the box after that run.
    var hasSeenIt = false
    while !hasSeenIt {
      try #require(try board.run("run", "tick").status == 0)
      while !hasSeenIt, deploy.hasUnreadOutput {
        let line = deploy.line()
        try #require(!line.isEmpty, "it has ended")
        hasSeenIt = line.contains(#""action":"tick""#)
      }
    }
    let stop = try board.start("stop")
    #expect(eventually { board.sandbox.has("asked") })
    try board.sandbox.write("", to: "go")
    let end = try deploy.end()
    #expect(end.status == 0, "\(end.messages)")
    #expect(end.output.contains(#""text":"deployed""#), "\(end.output)")
    #expect(try board.record().process != box)
    _ = try test.end()
    _ = try stop.end()
  }

  @Test func `presses that meet the idle end of a box all start once`() throws {
    let board = try SharedBoard("  press: { run: 'echo x >> presses' }\n")
    var count = 0
    // The box is idle for two seconds, and a press comes around its end.
    for delay in stride(from: 1_900, through: 2_060, by: 10) {
      _ = poll(nil, 0, Int32(delay))
      let press = try board.run("run", "press", "--quiet")
      #expect(press.status == 0, "after \(delay) ms: \(press.messages)")
      count += 1
    }
    try expectEqual(board.sandbox.text(of: "presses").split(separator: "\n").count, count)
  }
}
