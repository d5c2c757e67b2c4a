internal import Board
internal import Boundary

/// The fields of a plan in JSON.
enum PlanJSON {
  static func add(_ plan: PlanStatus, to object: inout JSONObject) {
    object.add("found", plan.isFound)
    object.add("steps", plan.steps.map(step))
    object.add("confirm", plan.question)
    object.add(
      "people",
      plan.people.map { need in
        var object = JSONObject()
        object.add("action", need.action)
        object.add("needs", need.needs)
        return object
      })
    object.add("missing", plan.missing)
    object.add("circle", plan.circle)
    object.add("asks", plan.askedNow.map(\.question))
    object.add("by", plan.starter)
    object.add("stopped", plan.stopped)
  }

  private static func step(_ step: PlanStatus.Step) -> JSONObject {
    var object = JSONObject()
    object.add("n", step.number)
    object.add("do", step.task.rawValue)
    object.add("action", step.action)
    object.add("for", step.purposes)
    object.addNumbers("after", step.after)
    object.add("until", until(step))
    object.add("confirm", step.question)
    object.add("expected_ms", step.expected?.milliseconds)
    object.add("promise", !step.hasNoPromise)
    object.add("state", step.state.rawValue)
    return object
  }

  /// When a step is done.
  private static func until(_ step: PlanStatus.Step) -> String {
    switch step.task {
    case .press: step.endsWhenReady ? "ready" : "end"
    case .end: "end"
    case .ready: "ready"
    case .beat: "repeat"
    case .age: "age"
    case .other: "other"
    case .network: "network"
    case .errors: "errors"
    }
  }
}
