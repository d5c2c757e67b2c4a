import EtcdServer
import Foundation
import PseudoTerminal
import TerminalUI

/// Boards that share their actions by an etcd on the loopback interface.
enum ClusterRows {
  static func report(_ report: Report) throws {
    guard EtcdUse.isInstalled else { return report.note("cluster", "etcd is not installed") }
    try comparing(report)
    try starting(report)
    try handingOver(report)
    try losingTheLeader(report)
    try losingAHost(report)
    try crowding(report)
  }

  private static func board(_ etcd: EtcdUse, _ actions: String) -> String {
    "cluster: { etcd: [\(etcd.endpoints)], realm: shop, board: web }\nactions:\n\(actions)\n"
  }

  private static func connectedPanel(_ sandbox: Sandbox) throws -> PseudoTerminal {
    let terminal = try sandbox.panel()
    try terminal.waitUntil("etcd has answered") { !$0.text.contains("⊘ locked") }
    return terminal
  }

  // MARK: With and without

  /// Boards that differ in `cluster` and `shared` only.
  private static func comparing(_ report: Report) throws {
    let etcd = try EtcdUse(nodes: 1)
    let boards = [
      ("without", "actions:\n  rest: { key: r, run: echo }\n"),
      ("with", board(etcd, "  rest: { key: r, run: echo, shared: true }")),
    ]
    for (name, text) in boards {
      let sandbox = try Sandbox(text, isShared: true)
      let times = try (0..<10).map { _ in
        _ = try sandbox.run("stop", "--now")
        let start = ContinuousClock.now
        let terminal = try sandbox.panel()
        let time = start.duration(to: .now) / .milliseconds(1)
        terminal.send("q")
        _ = try terminal.waitForEnd()
        return time
      }
      report.add("\(name) cluster: attach to the first picture, no box yet", times, .milliseconds)
      let terminal = try connectedPanel(sandbox)
      terminal.send("r")
      try terminal.waitFor("✓ succeeded")
      terminal.watch(for: .seconds(20))
      guard let box = try sandbox.box else { return report.note("box", "was not found") }
      report.add("\(name) cluster: threads of the box", [Double(box.threadCount)], .count)
      report.add("\(name) cluster: libraries that the box has loaded", [Double(box.libraries.count)], .count)
      report.add("\(name) cluster: private memory of the box", [box.privateMemory], .kilobytes)
      let before = (etcd.counts, box.switchesByThread, box.processorTime, etcd.traffic(of: box.identifier))
      terminal.watch(for: .seconds(60))
      let after = (etcd.counts, box.switchesByThread, box.processorTime, etcd.traffic(of: box.identifier))
      let wakeUps = after.1.map { $0.value - (before.1[$0.key] ?? 0) }.reduce(0, +)
      report.add("\(name) cluster: wake-ups of the idle box in 60 s", [Double(wakeUps)], .count)
      report.add(
        "\(name) cluster: processor of the idle box", [(after.2 - before.2) / 60 * 100], .percent)
      guard name == "with" else { continue }
      report.add(
        "idle: requests to etcd in 60 s", [Double(after.0.requests - before.0.requests)], .count, budget: 22)
      report.add(
        "idle: of these, renewals of the lease", [Double(after.0.renewals - before.0.renewals)], .count)
      report.add("idle: keys written in 60 s", [Double(after.0.puts - before.0.puts)], .count, budget: 0)
      report.add("idle: sent and received in 60 s", [Double(after.3 - before.3)], .bytes)
    }
  }

  // MARK: Starting

  /// From a key to the first thing that the shell of the command does, and what that costs etcd.
  static func starting(_ report: Report) throws {
    let stage = try Stage()
    let etcd = try EtcdUse(nodes: 3)
    let sandbox = try Sandbox(
      board(
        etcd, "  go: { key: k, run: '\(stage.shortCommand)', shared: true, enabled-if: '!other.running' }\n")
        + "  other: { run: echo, shared: true }\n", isShared: true)
    let terminal = try connectedPanel(sandbox)
    guard let box = try sandbox.box else { return report.note("box", "was not found") }
    var rounds: [[Double]] = []
    let before = (etcd.counts, etcd.traffic(of: box.identifier))
    for _ in 0..<3 {
      var times: [Double] = []
      for number in 0..<100 {
        terminal.watch(for: .milliseconds(120 + number * 37 % 41))
        times.append(try press(terminal, stage))
      }
      rounds.append(times)
    }
    terminal.watch(for: .seconds(1))
    let after = (etcd.counts, etcd.traffic(of: box.identifier))
    KeyTimes.report(report, "shared: key to start of the command", rounds: rounds, budgets: (nil, 10))
    func each(_ count: Int) -> [Double] { [Double(count) / 300] }
    report.add("shared: requests to etcd a run", each(after.0.requests - before.0.requests), .count)
    report.add("shared: keys written a run", each(after.0.puts - before.0.puts), .count)
    report.add("shared: sent and received a run", each(after.1 - before.1), .bytes)
    report.add("shared: log of a node of etcd a run", each(after.0.logBytes - before.0.logBytes), .bytes)
    try comparingWithTheFloor(report, etcd, terminal, stage)
  }

  /// A start that is shared, what of it remains without etcd, and the requests alone, which take turns.
  private static func comparingWithTheFloor(
    _ report: Report, _ etcd: EtcdUse, _ terminal: PseudoTerminal, _ stage: Stage
  ) throws {
    let ownStage = try Stage()
    let ownSandbox = try Sandbox(
      "actions:\n  go: { key: k, run: '\(ownStage.shortCommand)' }\n", isShared: true)
    let ownTerminal = try ownSandbox.panel()
    let floor = try EtcdFloor(etcd.server.endpoints[1])
    var (shared, own, requests): ([[Double]], [[Double]], [[Double]]) = ([], [], [])
    for _ in 0..<3 {
      var times: (shared: [Double], own: [Double], requests: [Double]) = ([], [], [])
      for number in 0..<100 {
        terminal.watch(for: .milliseconds(60 + number * 37 % 41))
        ownTerminal.watch(for: .milliseconds(60))
        times.shared.append(try press(terminal, stage))
        terminal.watch(for: .milliseconds(60))
        times.own.append(try press(ownTerminal, ownStage))
        ownTerminal.watch(for: .milliseconds(60))
        let start = ContinuousClock.now
        try floor.claim()
        times.requests.append(start.duration(to: .now) / .milliseconds(1))
        try floor.release()
      }
      shared.append(times.shared)
      own.append(times.own)
      requests.append(times.requests)
    }
    KeyTimes.report(report, "in turns: key to start, shared", rounds: shared, budgets: (nil, 10))
    KeyTimes.report(report, "in turns: key to start, not shared", rounds: own, budgets: (nil, 4))
    KeyTimes.report(
      report, "in turns: a read and a write of etcd alone", rounds: requests, budgets: (nil, nil))
  }

  /// Presses when no machine runs the action, which would be a reason to refuse it.
  /// - Returns: The time until the command begins, in milliseconds.
  private static func press(_ terminal: PseudoTerminal, _ stage: Stage) throws -> Double {
    for _ in 0..<3 {
      try terminal.waitUntil("nothing runs") {
        !$0.text.contains("● running") && !$0.text.contains("⊘ locked")
      }
      terminal.send("k")
      if let time = try? stage.timeUntilBegin() { return time }
    }
    return try stage.timeUntilBegin()
  }

  // MARK: Hand-over

  /// From the last thing that the shell of a command does on one machine, to the first thing that the shell
  /// of the command does that has waited on another one.
  static func handingOver(_ report: Report) throws {
    let etcd = try EtcdUse(nodes: 3)
    let stage = try Stage()
    let text = board(etcd, "  go: { key: k, run: '\(stage.command)', shared: true, while-running: queue }")
    let panels = try (0..<2).map { _ in try connectedPanel(try Sandbox(text, isShared: true)) }
    var (rounds, floors): ([[Double]], [[Double]]) = ([], [])
    let (first, second) = (try EtcdFloor(etcd.server.endpoints[0]), try EtcdFloor(etcd.server.endpoints[1]))
    let watching = try EtcdFloor(etcd.server.endpoints[1])
    try watching.watch()
    panels[0].send("k")
    try stage.waitForBegin()
    for round in 0..<3 {
      rounds.append([])
      floors.append([])
      for number in 0..<50 {
        let next = panels[(50 * round + number + 1) % 2]
        next.send("k")
        try next.waitFor("1 waiting")
        panels[0].watch(for: .milliseconds(60))
        panels[1].watch(for: .milliseconds(60))
        let end = try stage.end()
        rounds[round].append(end.duration(to: try stage.waitForBegin()) / .milliseconds(1))
        panels[0].watch(for: .milliseconds(60))
        panels[1].watch(for: .milliseconds(60))
        try first.claim()
        try watching.waitForChange()
        floors[round].append(try handOver(from: first, to: second, watching))
        try watching.waitForChange()
        try second.release()
        try watching.waitForChange()
      }
    }
    try withExtendedLifetime(panels) { _ = try stage.end() }
    KeyTimes.report(
      report, "shared: end of a command to the start of one that waits elsewhere", rounds: rounds,
      budgets: (nil, 10))
    KeyTimes.report(
      report, "in turns: two writes, a watched change and a read of etcd alone", rounds: floors,
      budgets: (nil, nil))
  }

  /// One client releases, and another one that watches claims.
  private static func handOver(from first: EtcdFloor, to second: EtcdFloor, _ watching: EtcdFloor) throws
    -> Double
  {
    let start = ContinuousClock.now
    try first.release()
    try watching.waitForChange()
    try second.claim()
    return start.duration(to: .now) / .milliseconds(1)
  }

  // MARK: Failures

  private static func losingTheLeader(_ report: Report) throws {
    let etcd = try EtcdUse(nodes: 3)
    let stage = try Stage()
    let sandbox = try Sandbox(
      board(etcd, "  go: { key: k, run: '\(stage.command)', shared: true }"), isShared: true)
    let terminal = try connectedPanel(sandbox)
    let times = try (0..<5).map { _ in
      let leader = try etcd.leader
      etcd.server.kill(leader)
      terminal.send("k")
      let time = try stage.timeUntilBegin()
      try stage.end()
      try Waiting.value { [server = etcd.server] in try await server.start(leader) }
      terminal.watch(for: .seconds(3))
      return time
    }
    report.add("shared: key to start, when the leader is killed", times, .milliseconds, budget: 3_000)
  }

  private static func losingAHost(_ report: Report) throws {
    let etcd = try EtcdUse(nodes: 3)
    let text = board(etcd, "  go: { key: k, run: sleep 1000, shared: true }")
    let other = try connectedPanel(try Sandbox(text, isShared: true))
    let times = try (0..<3).map { _ in
      let sandbox = try Sandbox(text, isShared: true)
      let terminal = try connectedPanel(sandbox)
      terminal.send("k")
      try terminal.waitFor("● running")
      guard let box = try sandbox.box else { return Double.nan }
      terminal.watch(for: .seconds(4))
      let start = ContinuousClock.now
      kill(box.identifier, SIGKILL)
      try other.waitUntil("the run is lost", timeout: .seconds(30)) { $0.text.contains("? lost") }
      let time = start.duration(to: .now) / .milliseconds(1)
      _ = try Sandbox(text, isShared: true).run("takeover", "go", "--reason", "it was killed")
      try other.waitUntil("it is over", timeout: .seconds(30)) { !$0.text.contains("? lost") }
      return time
    }
    report.add(
      "shared: kill -9 of a box until another shows its run as lost", times, .milliseconds, budget: 12_000)
  }

  // MARK: Crowding

  static func crowding(_ report: Report) throws {
    let etcd = try EtcdUse(nodes: 3)
    let stage = try Stage()
    let actions =
      "  go: { key: k, run: '\(stage.shortCommand)', shared: true }\n"
      + (1..<20).map { "  action\($0): { run: echo, shared: true, enabled-if: '!go.running' }\n" }.joined()
    let text = board(etcd, actions)
    let sandboxes = try (0..<50).map { _ in try Sandbox(text, isShared: true) }
    let panels = try sandboxes.map { try connectedPanel($0) }
    let boxes = try sandboxes.compactMap { try $0.box }
    panels[0].watch(for: .seconds(10))
    let nodes = etcd.nodes
    let before = (etcd.counts, boxes.map(\.processorTime), nodes.map(\.processorTime))
    panels[0].watch(for: .seconds(30))
    let after = (etcd.counts, boxes.map(\.processorTime), nodes.map(\.processorTime))
    func share(_ before: [Double], _ after: [Double]) -> Double {
      (after.reduce(0, +) - before.reduce(0, +)) / 30 * 100
    }
    report.add("50 idle boxes: processor of all boxes", [share(before.1, after.1)], .percent)
    report.add("50 idle boxes: processor of the three nodes", [share(before.2, after.2)], .percent)
    report.add(
      "50 idle boxes: requests to etcd", [Double(after.0.requests - before.0.requests) / 30], .perSecond)
    report.add("50 idle boxes: private memory of a box", boxes.map(\.privateMemory), .kilobytes)
    var times: [Double] = []
    let busy = boxes.map(\.processorTime).reduce(0, +)
    for number in 0..<100 {
      let terminal = panels[number * 7 % panels.count]
      terminal.watch(for: .milliseconds(400 + number * 37 % 41))
      times.append(try press(terminal, stage))
    }
    panels[0].watch(for: .seconds(1))
    // Boxes end with their panels.
    let spent = withExtendedLifetime(panels) { boxes.map(\.processorTime).reduce(0, +) - busy }
    KeyTimes.report(
      report, "50 boxes: key to start of the command", rounds: [times], budgets: (nil, 50))
    report.add("50 boxes: processor time of all boxes a run", [spent / 100 * 1_000], .milliseconds)
  }
}
