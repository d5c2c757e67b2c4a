internal import Board
internal import Boundary
internal import Processes
internal import Programs
internal import SignalboxCore

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Sends the errors of a board to its Alertmanager.
///
/// It reads the errors after each change and sends requests beside everything else: no action waits for it,
/// and it starts nothing while there are no errors. That an alert could not be sent is noted in the output of
/// its action.
@MainActor
final class AlertSender {
  private let interlocking: Interlocking
  private var definition: AlertmanagerDefinition?
  private var schedule: AlertSchedule?
  /// When errors began, in seconds since 1970, by their ids.
  private var starts: [UInt64: Int64] = [:]
  /// The actions with a remark that their error could not be sent.
  private var remarked: Set<String> = []
  private var request: Task<Void, Never>?
  private var timer: (deadline: Duration, timer: AnyCancellable)?
  /// Distinguishes requests for the present Alertmanager from those for an earlier one.
  private var generation = 0
  private var isClosed = false

  init(_ interlocking: Interlocking) { self.interlocking = interlocking }

  /// Something has changed: errors, or the board.
  func update() {
    guard !isClosed else { return }
    let present = interlocking.board.alertmanager
    if present != definition { replace(by: present) }
    guard definition != nil else { return }
    schedule?.take(alerts())
    sendIfDue()
  }

  /// Sends nothing any more. The Alertmanager ends the alerts when it hears nothing.
  func close() {
    isClosed = true
    generation += 1
    (definition, schedule, timer) = (nil, nil, nil)
    request?.cancel()
  }

  /// The board names another Alertmanager, or none. The alerts of the earlier one have ended there.
  private func replace(by next: AlertmanagerDefinition?) {
    if let definition, let rest = schedule?.leave(at: interlocking.station.now) {
      // Once: alerts whose end could not be sent end by themselves.
      send(rest, to: definition) { _ in }
    }
    generation += 1
    timer = nil
    remarked = []
    definition = next
    schedule = next.map { AlertSchedule(every: $0.interval) }
  }

  // MARK: Alerts

  private func alerts() -> [AlertMessage] {
    let station = interlocking.station
    let reports = station.errors.reports.data
    let wall = Int64(interlocking.environment.wallSeconds())
    let present = Set(reports.map(\.id))
    starts = starts.filter { present.contains($0.key) }
    return reports.map { report in
      let start = starts[report.id] ?? wall - (station.now - report.since).components.seconds
      starts[report.id] = start
      return alert(report, start: start)
    }
  }

  private func alert(_ report: ErrorReport, start: Int64) -> AlertMessage {
    let id = report.source.name ?? "\(report.source)"
    let job = interlocking[id]
    var labels = [
      "alertname": "SignalboxError", "board": interlocking.board.title, "action": id,
      "priority": "\(report.priority)", "instance": Self.host,
    ]
    for label in definition?.labels ?? [] { labels[label.name] = label.value }
    let message = "\(report.error)"
    var annotations = ["summary": "\(job?.definition.title ?? id): \(message)", "message": message]
    if let run = job?.moment.record.lastFailedRun { annotations["run"] = "\(run)" }
    return AlertMessage(labels: labels, annotations: annotations, start: start)
  }

  private static let host: String = {
    var bytes = [CChar](repeating: 0, count: 256)
    gethostname(&bytes, bytes.count - 1)
    return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }()

  // MARK: Requests

  private func sendIfDue() {
    let now = interlocking.station.now
    guard let definition, let due = schedule?.due(at: now) else {
      timer = nil
      return
    }
    if due > now { return wait(until: due) }
    timer = nil
    guard let batch = schedule?.begin(at: now) else { return }
    let generation = generation
    send(batch, to: definition) { [weak self] failure in
      guard let self, self.generation == generation else { return }
      ended(batch, failure)
    }
  }

  private func wait(until due: Duration) {
    if timer?.deadline == due { return }
    let onMain = interlocking.environment.onMain
    let scheduled = interlocking.station.timeline.schedule(due) { [weak self] in
      onMain { self?.sendIfDue() }
    }
    timer = (due, AnyCancellable(scheduled.cancel))
  }

  /// - Parameter onEnd: Called with the reason of a failure; nil if the alerts were accepted.
  private func send(
    _ batch: AlertSchedule.Batch, to definition: AlertmanagerDefinition,
    _ onEnd: @escaping @MainActor @Sendable (_ failure: String?) -> Void
  ) {
    let environment = interlocking.environment
    let wall = Int64(environment.wallSeconds())
    let lifetime = AlertSchedule(every: definition.interval).lifetime.components.seconds
    let ended = Set(batch.resolved.map(\.labels))
    let json = AlertMessage.json(batch.firing + batch.resolved) { alert in
      ended.contains(alert.labels) ? wall : wall + lifetime
    }
    let ports = RunPorts(ofActions: interlocking.ports.all(of: interlocking.board))
    let variables = InheritedVariables(of: nil).adding(ports.variables)
    let server = definition.server
    request = Task.detached(executorPreference: environment.executor) {
      let failure = await Self.failure(of: json, to: server, variables, environment)
      environment.onMain { onEnd(failure) }
    }
  }

  private nonisolated static func failure(
    of json: String, to server: MonitoringServer, _ variables: InheritedVariables,
    _ environment: JobEnvironment
  ) async -> String? {
    do {
      let probe = try server.request("/api/v2/alerts", json: json) { variables[$0] }
      let answer = try await withTimeout(server.timeout, on: environment.clock) {
        try await environment.http.answer(to: probe, bodyLimit: 1 << 16)
      }
      _ = try answer.body(from: "Alertmanager")
      return nil
    } catch {
      return "\(error)"
    }
  }

  private func ended(_ batch: AlertSchedule.Batch, _ failure: String?) {
    let now = interlocking.station.now
    schedule?.end(accepted: failure == nil, at: now, random: interlocking.environment.random())
    let actions = batch.firing.compactMap { $0.labels["action"] }
    if let failure {
      for action in actions where remarked.insert(action).inserted {
        note("the Alertmanager does not know of the error: \(failure); it is sent again", of: action)
      }
    } else {
      for action in actions where remarked.contains(action) {
        note("the Alertmanager knows of the error", of: action)
      }
      remarked = []
    }
    sendIfDue()
  }

  private func note(_ text: String, of action: String) {
    interlocking[action]?.output.append([.note(text)])
  }
}
