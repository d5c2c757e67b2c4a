import Foundation
import PseudoTerminal
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// `--metrics`: what a front end shows of its board can be fetched by HTTP.
@Suite(.timeLimit(.minutes(15)), .ownThreads, .bothWays) struct MetricsTests {
  private static let board = """
    title: Shop
    actions:
      probe: {run: "echo fine", every: 1h}
      bad: {key: b, run: exit 3, start: with-board, error: {priority: high}}
    """

  /// The port in "metrics are on http://127.0.0.1:PORT/metrics".
  private func port(in text: String) throws -> UInt16 {
    let rest = try #require(text.split(separator: "http://127.0.0.1:").dropFirst().first)
    return try #require(UInt16(rest.prefix { $0.isNumber }))
  }

  /// Waits until the metrics contain a line.
  private func waitFor(_ line: String, on port: UInt16) {
    while Web.request(port, "/metrics")?.body.contains(line + "\n") != true { _ = poll(nil, 0, 10) }
  }

  @Test func `watch serves metrics and says where`() throws {
    let program = try HeadlessProgram(["watch", "--metrics", "127.0.0.1:0"], board: Self.board)
    let said = String(decoding: program.messagesUntilSilent(for: 100), as: UTF8.self)
    let port = try port(in: said)
    waitFor(#"signalbox_action_runs_total{action="probe",result="succeeded"} 1"#, on: port)
    waitFor(#"signalbox_action_state{action="bad",state="failed"} 1"#, on: port)
    waitFor(#"signalbox_errors{priority="high"} 1"#, on: port)
    let metrics = try #require(Web.request(port, "/metrics"))
    #expect(metrics.body.contains(#"signalbox_board_info{title="Shop"} 1"#))
    #expect(metrics.body.contains("signalbox_board_attended 1\n"))
    let success = try #require(
      metrics.body.split(separator: "\n").first {
        $0.hasPrefix(#"signalbox_action_last_success_timestamp_seconds{action="probe"} "#)
      }?.split(separator: " ").last.flatMap { Double($0) })
    #expect(abs(success - Date().timeIntervalSince1970) < 600)
    #expect(Web.request(port, "/healthz") == Web.Answer(status: 200, body: "ok\n"))
    #expect(Web.request(port, "/healthz", method: "HEAD") == Web.Answer(status: 200, body: ""))
    #expect(Web.request(port, "/metrics", method: "POST", json: "{}")?.status == 405)
    #expect(Web.request(port, "/")?.status == 404)
    program.signal(SIGTERM)
    #expect(try program.end().isSignalled)
    #expect(Web.request(port, "/healthz") == nil)
  }

  @Test func `a panel serves metrics and says where`() throws {
    let sandbox = try Sandbox(Self.board)
    let terminal = try sandbox.panel(["--metrics", "127.0.0.1:0"])
    try terminal.waitFor("Metrics are on http://127.0.0.1:")
    let port = try port(in: terminal.screen.text)
    waitFor(#"signalbox_action_state{action="bad",state="failed"} 1"#, on: port)
    terminal.send("x")
    waitFor(#"signalbox_errors{priority="high"} 0"#, on: port)
  }

  @Test func `the second front end on an address is refused`() throws {
    let first = try HeadlessProgram(["watch", "--metrics", "127.0.0.1:0"], board: Self.board)
    let port = try port(in: String(decoding: first.messagesUntilSilent(for: 100), as: UTF8.self))
    let second = try HeadlessProgram(["watch", "--metrics", "127.0.0.1:\(port)"], board: Self.board)
    let result = try second.end()
    #expect(result.status == 1)
    #expect(
      result.messages
        == "signalbox: cannot serve metrics on 127.0.0.1:\(port): another program listens there, perhaps another "
        + "window; choose another port, or 0 for a free one\n")
    let sandbox = try Sandbox(Self.board)
    let terminal = try sandbox.start(["--metrics", "127.0.0.1:\(port)"])
    try terminal.waitFor("cannot serve metrics on 127.0.0.1:\(port)")
    first.signal(SIGTERM)
  }

  @Test func `an address that is none is a usage error`() throws {
    let result = try HeadlessProgram.run("watch", "--metrics", "9180", board: Self.board)
    #expect(result.status == 2)
    #expect(result.messages.contains("a host and a port such as 127.0.0.1:9180 or [::1]:9180"))
  }

  @Test(.onlyServed) func `a panel whose box has ended is not healthy`() throws {
    let sandbox = try Sandbox(Self.board)
    let terminal = try sandbox.panel(["--metrics", "127.0.0.1:0"])
    try terminal.waitFor("Metrics are on http://127.0.0.1:")
    let port = try port(in: terminal.screen.text)
    for box in Way.boxes(in: sandbox.directory) { kill(box, SIGKILL) }
    while Web.request(port, "/healthz")?.status == 200 { _ = poll(nil, 0, 10) }
    #expect(Web.request(port, "/healthz") == Web.Answer(status: 503, body: "the box has ended\n"))
    #expect(Web.request(port, "/metrics")?.status == 503)
  }
}
