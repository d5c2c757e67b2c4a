internal import Board
package import Boundary
package import Essentials
internal import Programs
internal import Wire

/// A change as a line of JSON: `{"v":2,"at":…,"event":…,"action":…,…}`. Documentation/JSON.md describes every
/// field.
package enum JSONLine {
  private static let version = 2

  /// An action as `list` prints it: also what its definition says, and what is left of its runs.
  /// - Parameters:
  ///   - now: The present time of the box.
  ///   - date: The same moment on the wall clock.
  package static func listed(_ action: ActionStatus, now: Duration, at date: Date) -> String {
    var object = start("action", action.id, action.lastRun, at: date.formatted(.iso8601WithMilliseconds))
    add(action, listedAt: now, to: &object)
    action.description.add(to: &object)
    object.add("left_running", action.leftRunning?.description)
    if let form = action.description.form.json { object.add("inputs", form) }
    return object.text
  }

  /// A past or present run.
  package static func run(_ reading: RunReading, of action: String, at date: Date) -> String {
    let run = reading.run
    var object = start("run", action, run.number, at: date.formatted(.iso8601WithMilliseconds))
    object.add("began", reading.began.formatted(.iso8601WithMilliseconds))
    object.add("ended", reading.ended?.formatted(.iso8601WithMilliseconds))
    object.add("starter", run.starter)
    object.add("by", "\(run.cause)")
    object.add("cause", run.cause.path ?? run.cause.plannedAction)
    object.add("input", run.input)
    object.add("outcome", run.ending?.outcome.word)
    object.add("exit", reading.exit)
    object.add("message", run.ending?.outcome.failure)
    object.add("attempts", run.attempts)
    object.add("kept", reading.isKept)
    return object.text
  }

  /// The guard of an action and why it is locked.
  package static func explanation(
    _ explanation: Explanation, of action: ActionStatus, plan: PlanStatus? = nil, at date: Date
  ) -> String {
    var object = start("why", action.id, action.lastRun, at: date.formatted(.iso8601WithMilliseconds))
    object.add("enabled", action.isEnabled && explanation.refusal == nil)
    object.add("guard", explanation.needs)
    object.add("holds", explanation.verdict.isPassing)
    object.add("refused", explanation.refusal)
    object.add("needs", explanation.verdict.missing)
    object.add(
      "facts",
      explanation.facts.map { fact in
        var object = JSONObject()
        object.add("name", fact.name)
        object.add("value", fact.value)
        return object
      })
    object.add("parts", explanation.parts.map(part))
    object.add("plan", plan?.summary)
    object.add("started_by_plan_of", action.present.compactMap(\.cause.plannedAction))
    return object.text
  }

  private static func part(_ part: GuardPart) -> JSONObject {
    var object = JSONObject()
    object.add("depth", part.depth)
    let (kind, facts): (String, [GuardFact])
    switch part.kind {
    case .all: (kind, facts) = ("all", [])
    case .any: (kind, facts) = ("any", [])
    case .fact(let fact, let expected): (kind, facts) = (expected ? "\(fact)" : "!\(fact)", [fact])
    case .comparison(let text, let mentions): (kind, facts) = (text, mentions)
    }
    object.add("text", kind)
    object.add("facts", facts.map { "\($0)" })
    object.add("holds", part.holds)
    return object
  }

  /// - Parameters:
  ///   - run: The number of the run that it belongs to; nil if it belongs to none.
  ///   - time: When it was detected, in the format of RFC 3339.
  static func text(_ change: Change, run: Int?, at time: String) -> String {
    var object = start(change.event, change.action, run, at: time)
    switch change {
    case .action(let action): add(action, to: &object)
    case .refusal(let action, let reason): add(action, refusal: reason, to: &object)
    case .value(_, let value): object.add("value", value)
    case .activity(let activity):
      object.add("loading", activity.isLoading)
      object.add("value", activity.value?.value)
    case .problem(let problem):
      object.add("message", problem.message)
      object.add("priority", problem.priority.word)
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

  /// The last line of a session.
  static func end(_ end: EndReading, at time: String) -> String {
    var object = start("end", end.action, end.run, at: time)
    object.add("outcome", end.outcome?.word)
    object.add("refused", end.refusal)
    object.add("exit", end.exit)
    object.add("signal", end.outcome?.signal)
    return object.text
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

  /// - Parameters:
  ///   - refusal: Why it was not started; nil if this does not tell that.
  ///   - now: The present time of the box, where the action is listed; nil for a change.
  private static func add(
    _ action: ActionStatus, refusal: String? = nil, listedAt now: Duration? = nil, to object: inout JSONObject
  ) {
    object.add("state", refusal == nil ? action.state.rawValue : "refused")
    object.add("enabled", action.isEnabled)
    object.add("blocked_by", action.verdict.missing)
    object.add("progress", action.runs.percent)
    object.add("exit", action.exitCode)
    object.add("duration_ms", action.finished.duration?.milliseconds)
    object.add("locked", refusal == nil ? action.isLocked : !action.verdict.isPassing)
    object.add("tolerated", action.finished.toleratedFailure)
    if let port = action.port { object.add("port", Int(port)) }
    if let freshness = action.freshness {
      object.add("fresh", freshness.isFresh)
      object.add("stale", freshness.stale.map { staleness($0, at: now) })
    }
    if let note = action.watchNote { object.add("watch", note) }
    object.add("asks", action.question?.words)
    object.add("asks_hidden", action.question?.isHidden ?? false)
    object.add("on", action.runElsewhere?.place)
    object.add("waits", action.shared?.wait)
    object.add("detail", refusal ?? action.failure ?? (now == nil ? nil : action.obstacle))
  }

  private static func staleness(_ stale: StaleInputs, at now: Duration?) -> JSONObject {
    var object = JSONObject()
    object.add("path", stale.path)
    object.add("change", stale.change.rawValue)
    object.add("more", stale.more)
    object.add("ago_ms", now.flatMap(stale.age(at:))?.milliseconds)
    return object
  }
}

extension Change {
  fileprivate var event: String {
    switch self {
    case .action, .refusal: "action"
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
    case .action(let action), .refusal(let action, _): action.id
    case .value(let id, _), .cleared(let id): id
    case .activity(let activity): activity.value?.id
    case .problem(let problem): problem.source
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
