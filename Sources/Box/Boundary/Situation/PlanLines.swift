package import Board

extension PlanStatus {
  /// A line that says what a step does, or how it is.
  package struct Line: Sendable, Equatable {
    /// The number of the step, "…" for one that waits, "" for the action of the plan.
    package var number = ""
    /// The state of the step; nil before the plan has begun.
    package var state: PlanProgress.State?
    package var name = ""
    /// Which presses come before a press, or begin together with it: "after 1", "with 1". Nil for what is no
    /// press, which leaves the column to what follows.
    package var order: String?
    /// What follows; empty for nothing.
    package var note = ""
    /// The same without times, where there is little room; nil for the same.
    package var shortNote: String?
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

  /// Why it has stopped: "plan stopped: build has failed"; nil if it has not.
  package var stopInWords: String? { stopped.map(Self.stop(because:)) }

  /// What is said of a plan that has stopped for this reason.
  package static func stop(because reason: String) -> String { "plan stopped: \(reason)" }

  /// A plan that is performed or has stopped in a few words, with the names of the actions.
  package var summary: String {
    if let stopInWords { return stopInWords }
    let running = steps.filter { $0.state == .running }.compactMap(\.action).joined(separator: ", ")
    let asked = askedNow.map { "\($0.action) asks: \($0.question)" }
    let facts = [running.isEmpty ? nil : running].compactMap(\.self) + asked
    return "planned by \(starter ?? "a front end"), \(count) done"
      + (facts.isEmpty ? "" : ": \(facts.joined(separator: "; "))")
  }

  /// How many of its presses are done, or of its steps if it only waits: "2/3".
  package var count: String {
    presses > 0 ? "\(pressesDone)/\(presses)" : "\(steps.count { $0.state == .done })/\(steps.count)"
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
    let orderWidth = lines.compactMap(\.order?.count).max() ?? 0
    return ["\(action): \(heading)"]
      + lines.map { line in
        let number = String(repeating: " ", count: numberWidth - line.number.count) + line.number
        var columns = numberWidth == 0 ? "  " : "  \(number) "
        if !line.name.isEmpty { columns += line.name.filled(to: nameWidth) + "  " }
        if orderWidth > 0, let order = line.order { columns += order.filled(to: orderWidth) + "  " }
        columns += line.note
        return columns.replacing(#/ +$/#, with: "")
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
    let numbers = pressNumbers
    return shown.map { line(of: $0, numbers, situation, now, name) } + [lineOfAction(name)]
  }

  /// The numbers of the steps among those that start something, as they are shown.
  private var pressNumbers: [Int: Int] {
    let presses = steps.filter { $0.task == .press }.enumerated()
    return Dictionary(presses.map { ($1.number, $0 + 1) }) { first, _ in first }
  }

  private func line(
    of step: Step, _ numbers: [Int: Int], _ situation: Situation, _ now: Duration, _ name: (String) -> String
  ) -> Line {
    var line = Line()
    line.state = since == nil ? nil : step.state
    line.number = numbers[step.number].map(String.init) ?? "…"
    line.name = step.action.map(name) ?? ""
    guard since != nil else {
      guard step.task == .press else {
        line.note = wait(step, situation)
        return line
      }
      line.order = order(of: step, numbers)
      line.note = noteBefore(step)
      line.shortNote = noteBefore(step, isShort: true)
      return line
    }
    let action = step.action.flatMap { situation[$0] }
    switch step.state {
    case .todo: line.note = stopped == nil ? "" : step.task == .press ? "not started" : ""
    case .asking: line.note = "asks: \(step.question ?? "")"
    case .running:
      guard step.task == .press || step.task == .end else {
        line.note = wait(step, situation)
        break
      }
      let time = action?.runningSince.map { (now - $0).wholeSeconds }
      let expected = step.expected.map { "about \($0.coarseText)" }
      line.note = [time, expected].compactMap(\.self).joined(separator: " of ")
      let words = step.task == .end ? "ends by itself; nothing cancels it" : stopped == nil ? "" : "goes on"
      line.shortNote = words
      line.note = [line.note, words].filter { !$0.isEmpty }.joined(separator: "; ")
    case .done:
      line.note = noteWhenDone(step, action)
      if step.task == .press { line.shortNote = "" }
    case .failed: line.note = action?.runs.last.outcome?.failure.map { "failed: \($0)" } ?? "failed"
    }
    return line
  }

  private func noteWhenDone(_ step: Step, _ action: ActionStatus?) -> String {
    switch step.task {
    case .press where step.endsWhenReady, .ready:
      stopped != nil && action?.isRunning == true ? "ready; goes on" : "ready"
    case .press: action?.runs.last.duration?.coarseText ?? ""
    case .end: "has ended"
    case .beat, .age, .other, .network, .errors: "has come"
    }
  }

  /// The presses that come before a step; for one that comes after nothing, the first press with which it
  /// begins.
  private func order(of step: Step, _ numbers: [Int: Int]) -> String {
    guard step.after.isEmpty else {
      let before = step.after.compactMap { numbers[$0] }.map(String.init)
      return before.isEmpty ? "" : "after \(before.joined(separator: ", "))"
    }
    let first = steps.first { $0.task == .press && $0.after.isEmpty }
    guard let first, first.number != step.number, let number = numbers[first.number] else { return "" }
    return "with \(number)"
  }

  private func noteBefore(_ step: Step, isShort: Bool = false) -> String {
    let notes = [
      step.endsWhenReady
        ? "until it is ready" : isShort ? nil : step.expected.map { "about \($0.coarseText)" },
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
      line.note = "\(Verdict.blocked(by: [part]))"
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

extension String {
  fileprivate func filled(to width: Int) -> String { self + String(repeating: " ", count: width - count) }
}
