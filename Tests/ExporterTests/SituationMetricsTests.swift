import Board
import Boundary
import Foundation
import SignalboxCore
import TestSupport
import Testing

@testable import Exporter

@Suite(.timeLimit(.minutes(15))) struct SituationMetricsTests {
  /// A board with everything that has a metric.
  private func situation() -> Situation {
    var situation = Situation(title: "Shop \"one\"\\\n")
    var build = ActionStatus(ActionDescription(id: "build", title: "Build"))
    build.runs.last.result = .succeeded
    build.runs.last.duration = .milliseconds(1_500)
    build.runs.totals.count(.succeeded, duration: .milliseconds(1_500), wallSeconds: 1_700_000_000)
    build.runs.totals.count(.failed("no"), duration: .milliseconds(250))
    build.runs.totals.count(.tolerated("no"), duration: .zero)
    build.runs.totals.count(.cancelled, duration: .zero)
    var deploy = ActionStatus(ActionDescription(id: "deploy", title: "Deploy"))
    deploy.verdict = .blocked(by: ["build.succeeded"])
    deploy.isEnabled = false
    var upload = ActionStatus(ActionDescription(id: "upload", title: "Upload"))
    (upload.isRunning, upload.running, upload.waiting, upload.runs.fraction) = (true, 1, 2, 0.5)
    var web = ActionStatus(ActionDescription(id: "web", title: "Web"))
    web.description.isService = true
    web.runs.restarts = 3
    web.port = 3000
    var service = RunHistory.Entry(
      number: 1, start: .zero, cause: .person, starter: nil, input: nil, firstLine: 0)
    service.presence?.notReady = "not ready after 30 s: connection refused"
    web.present = [service]
    situation.actions = [build, deploy, upload, web]
    var problem = Situation.Problem(id: 1, source: "build", message: "secret", since: .zero)
    problem.priority = .high
    situation.problems = [problem]
    situation.network.requests = 4
    situation.lastStop = BoardStop(number: 2, action: "web", outcome: .succeeded)
    deploy.running = 1
    deploy.shared = SharedState()
    deploy.shared?.waiting = 2
    var run = SharedRun()
    (run.host, run.since) = ("secret", .zero)
    var lost = run
    lost.lostSince = .seconds(3)
    deploy.shared?.runs = [run, run, lost]
    situation.actions[1] = deploy
    situation.cluster = ClusterState(realm: "shop")
    situation.cluster?.hosts = ["ada@laptop", "ben@desk"]
    return situation
  }

  private func lines(_ situation: Situation) -> [String] {
    String(decoding: SituationMetrics.text(situation, at: .seconds(20), version: "1.2.3"), as: UTF8.self)
      .split(separator: "\n")
      .map(String.init)
  }

  @Test(arguments: [
    #"signalbox_build_info{version="1.2.3"} 1"#, #"signalbox_board_info{title="Shop \"one\"\\\n"} 1"#,
    "signalbox_board_mistakes 0", "signalbox_board_attended 0", "signalbox_network_requests 4",
    #"signalbox_action_info{action="build",title="Build",group=""} 1"#,
    #"signalbox_action_state{action="build",state="succeeded"} 1"#,
    #"signalbox_action_state{action="build",state="failed"} 0"#,
    #"signalbox_action_state{action="upload",state="running"} 1"#,
    #"signalbox_action_enabled{action="build"} 1"#, #"signalbox_action_enabled{action="deploy"} 0"#,
    #"signalbox_action_progress_ratio{action="upload"} 0.5"#,
    #"signalbox_action_runs_present{action="upload"} 1"#,
    #"signalbox_action_runs_waiting{action="upload"} 2"#,
    #"signalbox_service_restarts{action="web"} 3"#, #"signalbox_action_port{action="web"} 3000"#,
    "signalbox_board_stops_total 2",
    #"signalbox_service_start_failed{action="web"} 1"#,
    #"signalbox_action_runs_total{action="build",result="succeeded"} 1"#,
    #"signalbox_action_runs_total{action="build",result="failed"} 1"#,
    #"signalbox_action_runs_total{action="build",result="tolerated"} 1"#,
    #"signalbox_action_runs_total{action="build",result="cancelled"} 1"#,
    #"signalbox_action_run_duration_seconds_sum{action="build"} 1.75"#,
    #"signalbox_action_run_duration_seconds_count{action="build"} 4"#,
    #"signalbox_action_last_run_duration_seconds{action="build"} 1.5"#,
    #"signalbox_action_last_success_timestamp_seconds{action="build"} 1700000000"#,
    #"signalbox_cluster_info{realm="shop"} 1"#, "signalbox_cluster_connected 1",
    "signalbox_cluster_silence_seconds 0.0", "signalbox_cluster_other_machines 2",
    #"signalbox_action_shared{action="build"} 0"#, #"signalbox_action_shared{action="deploy"} 1"#,
    #"signalbox_action_shared_runs_present{action="deploy",place="here"} 1"#,
    #"signalbox_action_shared_runs_present{action="deploy",place="elsewhere"} 2"#,
    #"signalbox_action_lost_runs{action="deploy"} 1"#,
    #"signalbox_action_shared_runs_waiting{action="deploy"} 2"#,
    #"signalbox_errors{priority="high"} 1"#, #"signalbox_errors{priority="low"} 0"#,
  ])
  func `each fact of the situation is a sample`(sample: String) {
    #expect(lines(situation()).contains(sample))
  }

  @Test func `what is not known has no sample`() {
    let lines = lines(situation())
    for name in ["progress_ratio", "last_run_duration_seconds", "last_success_timestamp_seconds"] {
      #expect(lines.count { $0.hasPrefix("signalbox_action_\(name){") } == 1)
    }
    #expect(lines.count { $0.hasPrefix("signalbox_service_restarts{") } == 1)
    #expect(lines.count { $0.hasPrefix("signalbox_action_port{") } == 1)
  }

  @Test func `while etcd is silent, that and for how long is known, and the machines are not`() {
    var situation = situation()
    situation.cluster?.silentSince = .seconds(8)
    let lines = lines(situation)
    #expect(lines.contains("signalbox_cluster_connected 0"))
    #expect(lines.contains("signalbox_cluster_silence_seconds 12.0"))
    #expect(!lines.contains { $0.hasPrefix("signalbox_cluster_other_machines ") })
  }

  @Test func `a board that shares nothing has no metrics about that`() {
    var situation = situation()
    situation.cluster = nil
    #expect(!lines(situation).contains { $0.contains("shared") || $0.contains("cluster") })
  }

  @Test func `values and messages, which may be secret, are left out`() {
    var situation = situation()
    situation.actions[0].runs.value = "secret"
    situation.actions[1].runs.last.result = .failed("secret")
    #expect(!lines(situation).contains { $0.contains("secret") })
  }

  @Test func `exactly one state of an action is 1`() {
    let ones = lines(situation()).filter { $0.hasPrefix("signalbox_action_state{") && $0.hasSuffix(" 1") }
    #expect(ones.count == 4)
  }

  @Test func `promtool has nothing to say against the metrics`() throws {
    let promtool = "/usr/bin/promtool"
    try #require(
      FileManager.default.isExecutableFile(atPath: promtool), "promtool is missing: apt install prometheus")
    let scratch = try Scratch()
    let file = "\(scratch.path)/metrics"
    try Data(SituationMetrics.text(situation(), at: .seconds(20), version: "1.2.3")).write(
      to: URL(filePath: file))
    let output = Pipe()
    let check = try ChildProgram(
      "/bin/sh", ["-c", "exec \(promtool) check metrics < \(file)"], output: .pipe(output), errors: nil)
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(check.waitForEnd() == .exited(0))
    #expect(said == "")
  }
}
