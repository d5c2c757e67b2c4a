import Foundation
import PseudoTerminal
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

#if os(Linux)
/// Two boards with a real Prometheus and a real Alertmanager between them.
@Suite(.timeLimit(.minutes(15)), .ownThreads, .bothWays) struct FleetTests {
  private static let rules = """
    groups:
    - name: signalbox
      interval: 1s
      rules:
      - alert: BoardFails
        expr: 'signalbox_action_state{action="check",state="failed"} == 1'
    """

  /// The board that has the errors.
  private static func source(_ servers: MonitoringServers) -> String {
    """
    title: Source
    alertmanager: { url: 'http://127.0.0.1:\(servers.alertmanagerPort)', labels: { team: web }, every: 1s }
    actions:
      check: { run: test -e fine, every: 500ms, error: { priority: high } }
    """
  }

  /// The board that looks at them from elsewhere.
  private static func watcher(_ servers: MonitoringServers) -> String {
    """
    actions:
      rule:
        alerts: { url: 'http://127.0.0.1:\(servers.alertmanagerPort)', filter: alertname=BoardFails }
        every: 500ms
      direct:
        alerts: { url: 'http://127.0.0.1:\(servers.alertmanagerPort)', filter: [team=web, action=check] }
        every: 500ms
      runs:
        query:
          url: 'http://127.0.0.1:\(servers.prometheusPort)'
          expr: sum(signalbox_action_runs_total{result="failed"})
          warn: '> 0'
          fail: '> 1e6'
        every: 1s
    """
  }

  /// Reads lines until one begins with each of these texts.
  private func wait(for prefixes: String..., from program: HeadlessProgram) {
    var missing = prefixes
    while !missing.isEmpty {
      let line = program.line()
      missing.removeAll { line.hasPrefix($0) }
      guard !line.isEmpty else {
        Issue.record("the program ended before \(missing)")
        return
      }
    }
  }

  @Test func `an error of one board reaches another one, by metrics and as an alert`() throws {
    let port = FreePorts.take()
    let servers = try MonitoringServers(target: port, rules: Self.rules)
    let sandbox = try Sandbox(Self.source(servers))
    let source = try HeadlessProgram(["watch", "--metrics", "127.0.0.1:\(port)"], on: sandbox, board: nil)
    let watcher = try HeadlessProgram(["watch"], board: Self.watcher(servers))

    wait(
      for: "rule: error: BoardFails fires", "direct: error: SignalboxError fires", "runs: succeeded",
      from: watcher)
    let alert = try #require(try servers.firing().first { $0["alertname"] == "SignalboxError" })
    #expect(alert["board"] == "Source" && alert["team"] == "web" && alert["priority"] == "high")
    // While it runs again, its state is another one.
    let failed = #"signalbox_action_state{action="check",state="failed"} 1"#
    while try !#require(Web.request(port, "/metrics")).body.contains(failed) {}

    // Somebody knows of it.
    try servers.silence("BoardFails")
    wait(for: "rule: succeeded", from: watcher)

    // The silence outlives the server, and the error is sent again.
    servers.stopAlertmanager()
    wait(for: "rule: error: connection refused", "direct: error: connection refused", from: watcher)
    try servers.startAlertmanager()
    wait(for: "rule: succeeded", "direct: error: SignalboxError fires", from: watcher)

    servers.stopPrometheus()
    wait(for: "runs: error: connection refused", from: watcher)
    try servers.startPrometheus()
    wait(for: "runs: succeeded", from: watcher)

    // It recovers.
    try sandbox.write("", to: "fine")
    wait(for: "direct: succeeded", from: watcher)
    #expect(try !servers.firing().contains { $0["alertname"] == "SignalboxError" })

    // It fails again.
    try FileManager.default.removeItem(atPath: sandbox.path(of: "fine"))
    wait(for: "direct: error: SignalboxError fires", from: watcher)
    source.signal(SIGTERM)
    watcher.signal(SIGTERM)
    _ = try source.end()
    _ = try watcher.end()
  }

  @Test func `the metrics of a real board are accepted by promtool`() throws {
    let promtool = "/usr/bin/promtool"
    try #require(
      FileManager.default.isExecutableFile(atPath: promtool), "\(promtool) is missing: apt install prometheus"
    )
    let port = FreePorts.take()
    let program = try HeadlessProgram(
      ["watch", "--metrics", "127.0.0.1:\(port)"],
      board: """
        title: "\\"Quoted\\" \\\\ board"
        actions: { a: { run: echo hello, every: 1h, title: "a \\"b\\" \\\\ c" }, b: { run: "true" } }
        """)
    while Web.request(port, "/metrics")?.body.contains(#"result="succeeded"} 1"#) != true {
      _ = poll(nil, 0, 10)
    }
    let sandbox = try Sandbox()
    try sandbox.write(try #require(Web.request(port, "/metrics")).body, to: "metrics")
    let terminal = try sandbox.script("\(promtool) check metrics < metrics > said 2>&1; echo ended $?")
    try terminal.waitFor("ended 0")
    try expectEqual(sandbox.text(of: "said"), "")
    program.signal(SIGTERM)
    _ = try program.end()
  }
}
#endif
