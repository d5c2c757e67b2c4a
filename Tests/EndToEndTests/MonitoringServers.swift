import Foundation
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A Prometheus and an Alertmanager of the system, on free ports of 127.0.0.1, with a directory of their own.
final class MonitoringServers {
  let prometheusPort: UInt16
  let alertmanagerPort: UInt16
  private let scratch: Scratch
  private var prometheus: ChildProgram?
  private var alertmanager: ChildProgram?

  /// - Parameters:
  ///   - target: The port whose metrics Prometheus scrapes each second.
  ///   - rules: Its rules for alerts, in YAML.
  init(target: UInt16, rules: String) throws {
    for (path, package) in [
      (Self.prometheusPath, "prometheus"), (Self.alertmanagerPath, "prometheus-alertmanager"),
    ] {
      try #require(
        FileManager.default.isExecutableFile(atPath: path), "\(path) is missing: apt install \(package)")
    }
    scratch = try Scratch()
    (prometheusPort, alertmanagerPort) = (FreePorts.take(), FreePorts.take())
    try write(rules, to: "rules.yml")
    try write(
      """
      global: { scrape_interval: 1s, evaluation_interval: 1s }
      rule_files: [ rules.yml ]
      alerting: { alertmanagers: [ { static_configs: [ { targets: ['127.0.0.1:\(alertmanagerPort)'] } ] } ] }
      scrape_configs: [ { job_name: signalbox, static_configs: [ { targets: ['127.0.0.1:\(target)'] } ] } ]
      """, to: "prometheus.yml")
    try write(
      """
      route: { receiver: none, group_wait: 0s, group_interval: 1s }
      receivers: [ { name: none } ]
      """, to: "alertmanager.yml")
    try startAlertmanager()
    try startPrometheus()
  }

  deinit {
    for server in [prometheus, alertmanager].compactMap(\.self) {
      server.signal(SIGKILL)
      server.waitForEnd()
    }
  }

  private static let prometheusPath = "/usr/bin/prometheus"
  private static let alertmanagerPath = "/usr/bin/prometheus-alertmanager"

  private func write(_ text: String, to name: String) throws {
    try text.write(toFile: "\(scratch.path)/\(name)", atomically: false, encoding: .utf8)
  }

  func startPrometheus() throws {
    prometheus = try ChildProgram(
      Self.prometheusPath,
      [
        "--config.file=\(scratch.path)/prometheus.yml", "--storage.tsdb.path=\(scratch.path)/prometheus",
        "--web.listen-address=127.0.0.1:\(prometheusPort)",
      ], directory: scratch.path, output: .discarded, errors: .discarded)
    while Web.request(prometheusPort, "/-/ready")?.status != 200 { _ = poll(nil, 0, 20) }
  }

  func startAlertmanager() throws {
    alertmanager = try ChildProgram(
      Self.alertmanagerPath,
      [
        "--config.file=\(scratch.path)/alertmanager.yml", "--storage.path=\(scratch.path)/alertmanager",
        "--web.listen-address=127.0.0.1:\(alertmanagerPort)", "--cluster.listen-address=",
      ], directory: scratch.path, output: .discarded, errors: .discarded)
    while Web.request(alertmanagerPort, "/-/ready")?.status != 200 { _ = poll(nil, 0, 20) }
  }

  func stopPrometheus() { stop(prometheus) }

  func stopAlertmanager() { stop(alertmanager) }

  private func stop(_ server: ChildProgram?) {
    server?.signal(SIGTERM)
    server?.waitForEnd()
  }

  /// The alerts of the Alertmanager that fire, by their labels.
  func firing() throws -> [[String: String]] {
    struct Alert: Decodable {
      let labels: [String: String]
    }
    let answer = try #require(Web.request(alertmanagerPort, "/api/v2/alerts?silenced=false"))
    return try JSONDecoder().decode([Alert].self, from: Data(answer.body.utf8)).map(\.labels)
  }

  /// Silences the alerts with this name for an hour.
  func silence(_ name: String) throws {
    func time(_ date: Date) -> String { date.formatted(Date.ISO8601FormatStyle()) }
    let answer = Web.request(
      alertmanagerPort, "/api/v2/silences", method: "POST",
      json: """
        {"matchers":[{"name":"alertname","value":"\(name)","isRegex":false}],"startsAt":"\(time(.now))",\
        "endsAt":"\(time(.now.addingTimeInterval(3_600)))","createdBy":"test","comment":"known"}
        """)
    try #require(answer?.status == 200)
  }
}
