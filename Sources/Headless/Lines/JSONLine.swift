internal import Boundary
internal import Programs
internal import Wire

/// A change as a line of JSON: `{"v":2,"at":…,"event":…,"action":…,…}`. Documentation/JSON.md describes every
/// field.
enum JSONLine {
  private static let version = 2

  /// - Parameters:
  ///   - run: The number of the run that it belongs to; nil if it belongs to none.
  ///   - time: When it was detected, in the format of RFC 3339.
  static func text(_ change: Change, run: Int?, at time: String) -> String {
    var object = start(change.event, change.action, run, at: time)
    switch change {
    case .action(let reading): add(reading, to: &object)
    case .value(_, let value): object.add("value", value)
    case .activity(let activity):
      object.add("loading", activity.isLoading)
      object.add("value", activity.value)
    case .problem(let problem):
      object.add("message", problem.message)
      object.add("priority", problem.priority)
      object.add("resets_in_ms", problem.reset?.milliseconds)
    case .cleared:
      object.add("message", nil as String?)
      object.add("priority", nil as String?)
      object.add("resets_in_ms", nil as Int64?)
    case .plan(let plan): PlanJSON.add(plan, to: &object)
    case .network(let network):
      object.add("visible", network.isVisible)
      object.add("requests", network.requests)
    }
    return object.text
  }

  /// The lines that an action has printed, one object for each line that is shown. A line that replaces one
  /// of earlier lines has `"again":true`.
  ///
  /// A flood of lines passes here, so the common part of the objects is created once, and the rest is copied
  /// as bytes.
  static func output(_ lines: [OutputLine], of action: String, run: Int?, at time: String) -> [UInt8] {
    var object = start("output", action, run, at: time)
    object.add("text", "")
    let start = Array(object.text.utf8.dropLast(3))
    let ends = (first: Array("}\n".utf8), again: Array(#","again":true}"#.utf8) + [UInt8(ascii: "\n")])
    var bytes: [UInt8] = []
    bytes.reserveCapacity(lines.reduce(0) { $0 + start.count + $1.text.utf8.count + 4 })
    start.withUnsafeBufferPointer { start in
      for line in lines.settled {
        bytes += start
        JSONText.append(quoted: line.text, to: &bytes)
        bytes += line.replaces > 0 ? ends.again : ends.first
      }
    }
    return bytes
  }

  private static func start(_ event: String, _ action: String?, _ run: Int?, at time: String) -> JSONObject {
    var object = JSONObject()
    object.add("v", version)
    object.add("at", time)
    object.add("event", event)
    object.add("action", action)
    object.add("run", run)
    return object
  }

  private static func add(_ reading: ActionReading, to object: inout JSONObject) {
    object.add("state", reading.state.rawValue)
    object.add("enabled", reading.isEnabled)
    object.add("blocked_by", reading.blockedBy)
    object.add("progress", reading.progress)
    object.add("exit", reading.exitCode)
    object.add("duration_ms", reading.duration?.milliseconds)
    object.add("locked", reading.isLocked)
    object.add("tolerated", reading.toleratedFailure)
    object.add("asks", reading.question)
    object.add("asks_hidden", reading.isQuestionHidden)
    object.add("on", reading.place)
    object.add("waits", reading.wait)
    object.add("detail", reading.detail ?? reading.details?.obstacle)
    guard let details = reading.details else { return }
    object.add("description", details.summary)
    object.add("work", details.work.isEmpty ? nil : details.work)
    object.add("left_running", details.leftRunning)
  }
}

extension Change {
  fileprivate var event: String {
    switch self {
    case .action: "action"
    case .value: "value"
    case .activity: "activity"
    case .problem, .cleared: "error"
    case .plan: "plan"
    case .network: "network"
    }
  }

  /// The action that it belongs to; nil if it belongs to none.
  var action: String? {
    switch self {
    case .action(let reading): reading.id
    case .value(let id, _), .cleared(let id): id
    case .activity(let activity): activity.action
    case .problem(let problem): problem.action
    case .plan(let plan): plan.action
    case .network: nil
    }
  }
}

extension Duration {
  /// Whole milliseconds, rounded down.
  var milliseconds: Int64 {
    components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
  }
}
