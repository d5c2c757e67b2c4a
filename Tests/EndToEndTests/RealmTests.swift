import EtcdServer
import Foundation
import PseudoTerminal
import Rendezvous
import TerminalUI
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The real program on boards that share actions by a real etcd. Each board has a box of its own, which
/// stands for a machine.
@Suite(.timeLimit(.minutes(15)), .ownThreads) struct RealmTests {
  /// A board in a box of its own.
  private func machine(_ etcd: EtcdServer, _ actions: String, board: String = "web") throws -> Sandbox {
    let endpoints = etcd.endpoints.map { "'\($0)'" }.joined(separator: ", ")
    return try Sandbox(
      """
      cluster: { etcd: [\(endpoints)], realm: shop, board: \(board) }
      actions:
      \(actions)
      """, way: .served)
  }

  private func run(_ sandbox: Sandbox, _ arguments: String...) throws -> HeadlessProgram.Result {
    try HeadlessProgram(arguments, way: .served, on: sandbox, board: nil).end()
  }

  /// A box that stays, because somebody watches.
  private func watch(_ sandbox: Sandbox, _ options: String...) throws -> HeadlessProgram {
    try HeadlessProgram(["watch"] + options, way: .served, on: sandbox, board: nil)
  }

  /// Reads lines until one fulfils a condition, and returns it.
  private func line(of program: HeadlessProgram, where holds: (String) -> Bool) -> String {
    while true {
      let line = program.line()
      if line.isEmpty { Issue.record("the program has ended") }
      if line.isEmpty || holds(line) { return line }
    }
  }

  // MARK: The end of a box

  @Test(.slow)
  func `what is not shared starts while the last box says farewell to an etcd that is silent`()
    async throws
  {
    let etcd = try await EtcdServer()
    let sandbox = try machine(
      etcd, "  deploy: { run: 'true', shared: true }\n  build: { run: echo built }")
    let places = try BoxPlaces(BoardIdentity(path: sandbox.path(of: "signalbox.yml")), environment: [:])
    try expectEqual(run(sandbox, "run", "deploy").status, 0)
    let box = try #require(BoxRecord.read(places)).process
    let socket = try places.socketPath()
    // Until the others know how the run has ended, the box stays.
    #expect(try eventually { try run(sandbox, "fleet").output.contains("succeeded") })
    etcd.pause(0)
    #expect(eventually { !FileManager.default.fileExists(atPath: socket) })
    let build = try run(sandbox, "run", "build", "--quiet")
    #expect(build.output == "built\n", "\(build.messages)")
    #expect(isAlive(box), "the start has waited for the farewell")
    etcd.resume(0)
  }

  @Test(.slow)
  func `a box stays until others know that its run has ended`() async throws {
    let etcd = try await EtcdServer()
    let sandbox = try machine(etcd, "  deploy: { run: 'echo begun; read line < gate', shared: true }")
    let gate = try sandbox.gate()
    let places = try BoxPlaces(BoardIdentity(path: sandbox.path(of: "signalbox.yml")), environment: [:])
    let deploy = try HeadlessProgram(["run", "deploy", "--quiet"], way: .served, on: sandbox, board: nil)
    #expect(deploy.line() == "begun")
    let box = try #require(BoxRecord.read(places)).process
    let socket = try places.socketPath()
    etcd.pause(0)
    gate.letThrough()
    let end = try deploy.end()
    #expect(end.status == 75)
    #expect(
      end.messages.contains("deploy: has ended, and waits for etcd, silent since "), "\(end.messages)")
    #expect(
      end.messages.contains("deploy: whether the others know this result is not known: "), "\(end.messages)")
    // Longer than a box stays without a reason.
    #expect(!eventually(within: .seconds(4)) { !FileManager.default.fileExists(atPath: socket) })
    #expect(isAlive(box))
    etcd.resume(0)
    #expect(eventually { !FileManager.default.fileExists(atPath: socket) })
    let fleet = try run(sandbox, "fleet").output
    #expect(fleet.contains("succeeded") && !fleet.contains("lost"), "\(fleet)")
  }

  // MARK: The fleet

  /// Whether one row of the screen contains all these texts.
  private static func hasRow(_ screen: VTScreen, _ texts: String...) -> Bool {
    screen.text.split(separator: "\n").contains { row in texts.allSatisfy { row.contains($0) } }
  }

  @Test(.slow)
  func `a panel shows all boards of a realm as they change, and no machine sees it`() async throws {
    let etcd = try await EtcdServer()
    let web = try machine(
      etcd,
      #"  deploy: { run: 'echo "[1/2] linking"; read line < gate', shared: true, progress: '\[(\d+)/(\d+)\]' }"#
    )
    let ops = try machine(etcd, "  migrate: { run: exit 3, shared: true }", board: "ops")
    let gate = try web.gate()
    let deploy = try HeadlessProgram(["run", "deploy", "--quiet"], way: .served, on: web, board: nil)
    #expect(deploy.line() == "[1/2] linking")

    let panel = try Sandbox(way: .served).panel(
      ["fleet", "--etcd", etcd.endpoints[0], "--realm", "shop"], environment: ["LC_ALL": "C.UTF-8"])
    try panel.waitFor("Fleet shop")
    try panel.waitFor("▾ web")
    try panel.waitUntil("the run") { Self.hasRow($0, "deploy", "● running", "50 %") }
    try panel.waitFor("▾ machines of shop")
    try panel.waitFor("◆ ready")
    try panel.waitFor("signalbox 0")

    try expectEqual(run(ops, "run", "migrate").status, 3)
    try panel.waitUntil("the failure") { Self.hasRow($0, "migrate", "✗ failed", "exit code 3") }
    panel.send("\r")
    try panel.waitFor("read-only: nothing is started, cancelled or dismissed here")
    // The groups fold.
    panel.send("h")
    try panel.waitUntil("a folded group") { !$0.text.contains("● running") }
    panel.send("l")
    try panel.waitFor("● running")

    gate.letThrough()
    try expectEqual(deploy.end().status, 0)
    try panel.waitUntil("the end") { Self.hasRow($0, "deploy", "✓ succeeded", " on ") }
    // Only boxes are members.
    #expect(try await etcd.memberCount() <= 2)
    panel.send("q")
    try expectEqual(panel.waitForEnd(), .exited(0))
    expectGivenBack(panel)
  }

  @Test(.slow)
  func `a panel says since when etcd is silent, and shows nothing as if it were known`() async throws {
    let etcd = try await EtcdServer()
    let web = try machine(
      etcd,
      "  deploy: { run: 'echo begun; read line < gate', shared: true }\n  test: { run: 'true', shared: true }"
    )
    let gate = try web.gate()
    try expectEqual(run(web, "run", "test").status, 0)
    let deploy = try HeadlessProgram(["run", "deploy", "--quiet"], way: .served, on: web, board: nil)
    #expect(deploy.line() == "begun")
    let panel = try web.panel(["fleet"])
    try panel.waitFor("● running")
    try panel.waitFor("✓ succeeded")

    etcd.pause(0)
    try panel.waitFor("etcd: no answer since ")
    try panel.waitUntil("nothing known") { screen in
      !screen.text.contains("running   ") && !screen.text.contains("✓ succeeded")
    }
    try panel.waitFor("? lost")
    etcd.resume(0)
    try panel.waitFor("● running")
    try panel.waitFor("✓ succeeded")
    try panel.waitUntil("no banner") { !$0.text.contains("no answer since") }
    panel.send("q")
    try expectEqual(panel.waitForEnd(), .exited(0))
    gate.letThrough()
    try expectEqual(deploy.end().status, 0)
  }

  @Test(.slow)
  func `without a terminal it prints text, or one JSON document`() async throws {
    let etcd = try await EtcdServer()
    let web = try machine(etcd, "  test: { run: 'true', shared: true }")
    try expectEqual(run(web, "run", "test").status, 0)
    let text = try run(web, "fleet")
    #expect(text.status == 0, "\(text.messages)")
    #expect(text.output.hasPrefix("web/test  succeeded  on "))
    let json = try run(web, "fleet", "--json")
    let object = try #require(
      try JSONSerialization.jsonObject(with: json.outputBytes) as? [String: Any])
    let action = try #require((object["actions"] as? [[String: Any]])?.first)
    #expect(action["action"] as? String == "web/test")
    #expect((action["last"] as? [String: Any])?["result"] as? String == "succeeded")
  }

  @Test func `what prevents a fleet is said with its address and a code`() async throws {
    let sandbox = try Sandbox("actions: { a: { run: 'true' } }", way: .served)
    let without = try run(sandbox, "fleet")
    #expect(without.status == 78)
    #expect(without.messages.contains("has no `cluster`"))
    let unreachable = try run(sandbox, "fleet", "--etcd", "http://127.0.0.1:1", "--realm", "shop")
    #expect(unreachable.status == 75)
    #expect(unreachable.messages.contains("http://127.0.0.1:1: "))
    for arguments in [
      ["--etcd", "127.0.0.1:1", "--realm", "shop"], ["--realm", "shop"], ["--etcd", "http://127.0.0.1:1"],
      ["--etcd", "http://a:b@127.0.0.1:1", "--realm", "shop"],
      ["--etcd", "http://127.0.0.1:1", "--realm", "a b"],
      ["--etcd", "http://127.0.0.1:1", "--realm", "shop", "--user", "ada"],
    ] {
      let refused = try HeadlessProgram(["fleet"] + arguments, way: .served, on: sandbox, board: nil).end()
      #expect(refused.status == 2, "\(arguments): \(refused.messages)")
      #expect(!refused.messages.contains("a:b@"))
    }
  }

  @Test(.slow)
  func `a fleet behind a password and a certificate is shown, and not without them`() async throws {
    let etcd = try await EtcdServer(isEncrypted: true, password: "secret")
    let authority = try #require(etcd.authority)
    let sandbox = try Sandbox(way: .served)
    try sandbox.write("secret\n", to: "password")
    let ca = authority.path
    let address = etcd.endpoints[0]
    let known = try run(
      sandbox, "fleet", "--etcd", address, "--realm", "shop", "--ca", ca, "--user", EtcdServer.user,
      "--password-file", "password")
    #expect(known.status == 0, "\(known.messages)")
    #expect(known.output == "no action has been shared yet\nshop: 0 machines\n")
    try sandbox.write("wrong\n", to: "password")
    let refused = try run(
      sandbox, "fleet", "--etcd", address, "--realm", "shop", "--ca", ca, "--user", EtcdServer.user,
      "--password-file", "password")
    #expect(refused.status == 1)
    #expect(refused.messages.contains(address))
    #expect(!refused.messages.contains("wrong"))
    try expectEqual(run(sandbox, "fleet", "--etcd", address, "--realm", "shop").status, 75)
  }

  // MARK: Other commands

  @Test(.slow)
  func `a lost run is taken over by a command, with a reason`() async throws {
    let etcd = try await EtcdServer()
    let actions = "  deploy: { run: 'echo begun; read line < gate', shared: true }"
    let (one, other) = (try machine(etcd, actions), try machine(etcd, actions))
    _ = try one.gate()
    let gate = try other.gate()
    let deploy = try HeadlessProgram(["run", "deploy", "--quiet"], way: .served, on: one, board: nil)
    #expect(deploy.line() == "begun")
    let watcher = try watch(other, "--json")
    _ = line(of: watcher) { $0.contains(#""action":"deploy""#) && $0.contains(#""state":"running""#) }

    let cancel = try run(other, "cancel", "deploy")
    #expect(cancel.status == 3)
    #expect(cancel.messages.contains("deploy runs on "), "\(cancel.messages)")
    #expect(cancel.messages.hasSuffix(": cancel it there, or take it over once it is lost\n"))
    let early = try run(other, "takeover", "deploy", "--reason", "too early")
    #expect(early.status == 3)
    #expect(early.messages.contains("which is there"))
    try expectEqual(run(other, "takeover", "deploy", "--reason", " ").status, 2)
    try expectEqual(run(other, "takeover", "deploi", "--reason", "a").status, 2)

    for process in Way.boxes(in: one.directory) { kill(process, SIGKILL) }
    _ = line(of: watcher) { $0.contains(#""action":"deploy""#) && $0.contains(#""state":"lost""#) }
    let refused = try run(other, "run", "deploy")
    #expect(refused.status == 3)
    #expect(try run(other, "cancel", "deploy").messages.contains("which does not respond: take it over"))
    let taken = try run(other, "takeover", "deploy", "--reason", "its disk burnt")
    #expect(taken.status == 0, "\(taken.messages)")
    #expect(taken.messages.hasSuffix(" counts as ended\n"), "\(taken.messages)")
    let fleet = try run(other, "fleet")
    #expect(fleet.output.contains("its disk burnt"), "\(fleet.output)")
    let next = try HeadlessProgram(["run", "deploy", "--quiet"], way: .served, on: other, board: nil)
    #expect(next.line() == "begun")
    gate.letThrough()
    try expectEqual(next.end().status, 0)
    watcher.signal(SIGTERM)
    _ = try watcher.end()
  }

  @Test(.slow)
  func `list, watch and why show what another machine does`() async throws {
    let etcd = try await EtcdServer()
    let ops = try machine(
      etcd, "  migrate: { run: 'echo begun; read line < gate', shared: true }", board: "ops")
    let web = try machine(
      etcd, #"  deploy: { run: echo deployed, shared: true, enabled-if: "!ops/migrate.running" }"#)
    let gate = try ops.gate()
    let watcher = try watch(web, "--json")
    _ = line(of: watcher) { $0.contains(#""action":"deploy""#) && $0.contains(#""enabled":true"#) }

    let migrate = try HeadlessProgram(["run", "migrate", "--quiet"], way: .served, on: ops, board: nil)
    #expect(migrate.line() == "begun")
    _ = line(of: watcher) {
      $0.contains(#""action":"deploy""#) && $0.contains(#""blocked_by":["not ops/migrate.running"]"#)
    }
    let why = try run(web, "why", "deploy").output
    #expect(why.contains("deploy: locked: needs not ops/migrate.running"), "\(why)")
    #expect(why.split(separator: "\n").contains { $0.contains("ops/migrate.running  true") }, "\(why)")
    #expect(try run(web, "list").output.contains("needs not ops/migrate.running"))
    try expectEqual(run(web, "run", "deploy").status, 3)

    gate.letThrough()
    try expectEqual(migrate.end().status, 0)
    _ = line(of: watcher) { $0.contains(#""action":"deploy""#) && $0.contains(#""blocked_by":[]"#) }
    try expectEqual(run(web, "run", "deploy", "--quiet").output, "deployed\n")
    watcher.signal(SIGTERM)
    _ = try watcher.end()
  }

  @Test(.slow)
  func `watch counts the runs of its machine, and names the machine of others`() async throws {
    let etcd = try await EtcdServer()
    let actions = "  deploy: { run: 'true', shared: true }"
    let (one, other) = (try machine(etcd, actions), try machine(etcd, actions))
    let (own, distant) = (try watch(one, "--json"), try watch(other, "--json"))
    for watcher in [own, distant] {
      _ = line(of: watcher) { $0.contains(#""action":"deploy""#) && $0.contains(#""enabled":true"#) }
    }
    for _ in 1...3 { try expectEqual(run(one, "run", "deploy").status, 0) }
    var begins: [String] = []
    _ = line(of: own) { line in
      guard line.contains(#""event":"action","action":"deploy""#) else { return false }
      if line.contains(#""state":"running""#) { begins.append(line) }
      return line.contains(#""run":3,"state":"succeeded","enabled":true"#)
    }
    #expect(begins.count == 3, "\(begins)")
    for (number, line) in begins.enumerated() {
      #expect(line.contains(#""run":\#(number + 1),"#) && line.contains(#""on":null"#), "\(line)")
    }
    let begin = line(of: distant) { $0.contains(#""state":"running""#) }
    #expect(begin.contains(#""run":null,"#) && begin.contains(#""on":""#), "\(begin)")
    for watcher in [own, distant] {
      watcher.signal(SIGTERM)
      _ = try watcher.end()
    }
  }

  @Test func `list and why say that nobody was asked where no box runs`() throws {
    let sandbox = try Sandbox(
      """
      cluster: { etcd: ['http://127.0.0.1:1'], realm: shop, board: web }
      actions:
        deploy: { run: 'true', shared: true }
        clean: { run: 'true', enabled-if: "!ops/migrate.running" }
        build: { run: 'true', enabled-if: clean.succeeded }
      """, way: .served)
    let list = try run(sandbox, "list").output.split(separator: "\n")
    #expect(list.count == 3)
    #expect(list.first { $0.contains("deploy") }?.hasSuffix("idle    not asked: no box") == true, "\(list)")
    #expect(list.first { $0.contains("clean") }?.hasSuffix("idle    not asked: no box") == true, "\(list)")
    #expect(
      list.first { $0.contains("build") }?.hasSuffix("locked  needs clean.succeeded") == true, "\(list)")
    let json = try run(sandbox, "list", "--json").output
    let end = #""blocked_by":[],"progress":null,"exit":null,"duration_ms":null,"locked":false"#
    for line in json.split(separator: "\n") where !line.contains(#""action":"build""#) {
      #expect(line.contains(end) && line.contains(#""detail":"not asked: no box""#), "\(line)")
    }
    #expect(json.contains(#""locked":true"#) && json.contains(#""detail":null"#))
    #expect(try run(sandbox, "why", "deploy").output.hasPrefix("deploy: not asked: no box\n"))
    #expect(
      try run(sandbox, "why", "clean").output.hasPrefix("clean: not asked: no box\n"))
    #expect(try run(sandbox, "why", "clean").output.hasSuffix("  ops/migrate.running  not asked\n"))
  }

  @Test func `a wait for what nobody was asked about ends where no box runs`() throws {
    let sandbox = try Sandbox(
      """
      cluster: { etcd: ['http://127.0.0.1:1'], realm: shop, board: web }
      actions:
        deploy: { run: 'true', shared: true }
        clean: { run: 'true', enabled-if: "!ops/migrate.running" }
      """, way: .served)
    for text in ["deploy.succeeded", "!deploy.running", "!ops/migrate.running", "clean.enabled"] {
      let wait = try run(sandbox, "wait", text)
      #expect(wait.status == 75 && wait.messages == "signalbox: \(text): not asked: no box\n", "\(wait)")
      let limit = try run(sandbox, "wait", text, "--wait-limit", "20ms", "--quiet")
      #expect(limit.status == 75 && limit.messages == "", "\(limit)")
    }
    // What does not depend on others is known.
    let own = try run(sandbox, "wait", "clean.succeeded")
    #expect(own.status == 3 && own.messages.contains("no box runs that could change that"), "\(own)")
    try expectEqual(run(sandbox, "wait", "clean.idle || deploy.running").status, 0)
  }

  @Test func `check reads the cluster of a board, and needs no etcd`() throws {
    let sandbox = try Sandbox(
      """
      cluster: { etcd: ['http://127.0.0.1:1'], realm: shop, board: web }
      actions:
        build: { run: 'true' }
        deploy: { run: 'true', shared: true, enabled-if: 'build.succeeded && !ops/migrate.running' }
      """)
    let fine = try run(sandbox, "check")
    #expect(fine.status == 0, "\(fine.messages)")
    #expect(
      fine.output == """
        \(fine.output.split(separator: ":")[0]): 2 actions, no mistakes
        deploy: `build.succeeded` in its guard is a fact of the machine that starts it

        """)
    try sandbox.write(
      """
      cluster: { etcd: ['127.0.0.1:1'], realm: 'a b', board: web }
      actions:
        deploy: { run: 'true', shared: true, enabled-if: ops/migrate.age < 1h }
      """, to: "signalbox.yml")
    let wrong = try run(sandbox, "check")
    #expect(wrong.status == 78)
    for text in ["did you mean `https://127.0.0.1:1`?", "`realm`", "ops/migrate.age"] {
      #expect(wrong.messages.contains(text), "\(wrong.messages)")
    }
  }
}

extension EtcdServer {
  /// The number of boxes that are connected.
  fileprivate func memberCount() async throws -> Int {
    let (first, end) = ("/signalbox/1/shop/host/", "/signalbox/1/shop/host0")
    let key = { (text: String) in Data(text.utf8).base64EncodedString() }
    let answer = try await call("kv/range", #"{"key": "\#(key(first))", "range_end": "\#(key(end))"}"#)
    let object = try JSONSerialization.jsonObject(with: Data("\(answer)".utf8)) as? [String: Any]
    return Int(object?["count"] as? String ?? "0") ?? 0
  }
}
