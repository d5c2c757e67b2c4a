package import Board

extension PlanStatus {
  /// A line that says what a step does, or how it is.
  package struct Line: Sendable, Equatable {
    /// The number of the step, "…" for one that waits, "" for the action of the plan.
    package var number = ""
    /// The state of the step; nil before the plan has begun.
    package var state: PlanProgress.State?
    package var name = ""
    /// What follows the name; empty for nothing.
    package var note = ""
  }

  /// What the plan comes to in one line: "To unlock it: 3 presses, about 1m 10s".
  package var heading: String {
    guard isFound else { return "No plan found" }
    if let stopped { return "Plan stopped: \(stopped)" }
    if since != nil { return starter.map { "Plan, run by \($0)" } ?? "Plan" }
    let count = presses == 1 ? "1 press" : "\(presses) presses"
    let time = presses > 0 ? expected.map { ", about \($0.coarseText)" } ?? "" : ""
    return "To unlock it: \(presses == 0 ? "wait" : count)\(time)"
  }

  /// The plan as lines of text, its heading first.
  /// - Parameters:
  ///   - now: The present time on the clock of the box.
  ///   - name: How an action is named; by its title if nothing is said.
  package func text(in situation: Situation, now: Duration, name: ((String) -> String)? = nil) -> [String] {
    if isFound, steps.isEmpty, since == nil { return ["\(action): unlocked"] }
    let lines = lines(in: situation, now: now, name: name)
    let numberWidth = lines.map(\.number.count).max() ?? 0
    let nameWidth = lines.map(\.name.count).max() ?? 0
    return ["\(action): \(heading)"]
      + lines.map { line in
        let number = String(repeating: " ", count: numberWidth - line.number.count) + line.number
        let gap = line.note.isEmpty ? "" : String(repeating: " ", count: nameWidth - line.name.count + 2)
        let lead = numberWidth == 0 ? "" : "\(number) "
        return "  \(lead)\(line.name)\(line.name.isEmpty ? "" : gap)\(line.note)"
      }
  }

  /// The lines of the steps, the action of the plan last; without a plan, what is missing.
  /// - Parameters:
  ///   - now: The present time on the clock of the box.
  ///   - name: How an action is named; by its title if nothing is said.
  package func lines(in situation: Situation, now: Duration, name: ((String) -> String)? = nil) -> [Line] {
    let name = name ?? { situation[$0]?.description.title ?? $0 }
    guard isFound else { return linesOfMissing(name) }
    let pressed = Set(steps.filter { $0.task == .press }.compactMap(\.action))
    let shown = steps.filter { $0.task != .end || !pressed.contains($0.action ?? "") }
    return shown.map { line(of: $0, situation, now, name) } + [lineOfAction(name)]
  }

  private func line(
    of step: Step, _ situation: Situation, _ now: Duration, _ name: (String) -> String
  ) -> Line {
    var line = Line()
    line.state = since == nil ? nil : step.state
    line.number = step.task == .press ? "\(step.number)" : "…"
    line.name = step.action.map(name) ?? ""
    guard since != nil else {
      line.note = step.task == .press ? noteBefore(step) : wait(step, situation)
      return line
    }
    let action = step.action.flatMap { situation[$0] }
    switch step.state {
    case .todo: line.note = stopped == nil ? "" : "not started"
    case .asking: line.note = "asks: \(step.question ?? "")"
    case .running:
      guard step.task == .press || step.task == .end else {
        line.note = wait(step, situation)
        break
      }
      let time = action?.runningSince.map { (now - $0).wholeSeconds }
      let expected = step.expected.map { "about \($0.coarseText)" }
      line.note = [time, expected].compactMap(\.self).joined(separator: " of ")
      if step.task == .end { line.note += line.note.isEmpty ? "ends by itself" : "; ends by itself" }
    case .done:
      line.note =
        step.endsWhenReady
        ? "ready" : step.task == .press ? action?.last.duration?.coarseText ?? "" : "has come"
    case .failed: line.note = "failed"
    }
    return line
  }

  private func noteBefore(_ step: Step) -> String {
    let pressNumbers = Set(steps.filter { $0.task == .press }.map(\.number))
    let after = step.after.filter(pressNumbers.contains).map(String.init)
    let notes = [
      after.isEmpty ? nil : "after \(after.joined(separator: ", "))",
      step.endsWhenReady ? "until it is ready" : step.expected.map { "about \($0.coarseText)" },
      step.hasNoPromise ? "no promise" : nil, step.question.map { "asks then: \($0)" },
    ]
    return notes.compactMap(\.self).joined(separator: ", ")
  }

  /// What a step waits for.
  private func wait(_ step: Step, _ situation: Situation) -> String {
    switch step.task {
    case .press: ""
    case .end: "until it has ended; nothing cancels it"
    case .ready: "until it is ready"
    case .beat: "until it has repeated" + (step.hasNoPromise ? ", no promise" : "")
    case .age: "until its result is \(step.age?.wholeSeconds ?? "old enough") old"
    case .other: "until it has ended there"
    case .network: "until no request is open"
    case .errors: "until the errors have expired"
    }
  }

  private func lineOfAction(_ name: (String) -> String) -> Line {
    var line = Line()
    line.name = name(action)
    line.state = since == nil ? nil : asks ? .asking : .todo
    line.note = asks ? "asks: \(question ?? "")" : question.map { "asks then: \($0)" } ?? ""
    if stopped != nil { line.note = "not started" }
    return line
  }

  private func linesOfMissing(_ name: (String) -> String) -> [Line] {
    var lines = missing.map { part in
      var line = Line()
      line.note = "needs \(part)"
      return line
    }
    for need in people {
      var line = Line()
      line.name = need.action.map(name) ?? ""
      line.note = "only a person can see to: \(need.needs)"
      lines.append(line)
    }
    if circle.count > 1 {
      var line = Line()
      line.note = zip(circle, circle.dropFirst()).map { "\($0) needs \($1)" }.joined(separator: ", ")
      lines.append(line)
    }
    return lines
  }
}

extension Duration {
  /// Whole seconds, or tenths of a short time.
  fileprivate var coarseText: String {
    if self < .seconds(1) { return "under 1 s" }
    return wholeSeconds
  }
}
