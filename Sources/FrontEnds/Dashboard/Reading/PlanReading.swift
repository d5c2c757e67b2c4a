internal import Board
internal import Boundary

extension Dashboard.Introduction {
  /// Adds a plan.
  /// - Parameters:
  ///   - isOffered: Whether Enter performs it.
  ///   - now: The present time on the clock of the box.
  mutating func fill(
    plan: PlanStatus, isOffered: Bool, in situation: Situation, now: Duration, separator: Character
  ) {
    if plan.isFound, plan.steps.isEmpty, plan.since == nil { return }
    self.plan = PlanPart(
      heading: plan.heading, lines: plan.lines(in: situation, now: now), isOffered: isOffered,
      progress: plan.progress(now: now, separator: separator), hasStopped: plan.stopped != nil)
    if plan.since != nil { timeUntilChange = min(timeUntilChange ?? .seconds(1), .seconds(1)) }
  }
}

extension PlanStatus {
  /// What the row of its action says.
  /// - Parameter titles: The titles of the actions by their names.
  func words(titles: [String: String]) -> String {
    if let stopInWords { return stopInWords }
    if let asked = askedNow.first { return "asks: \(asked.question)" }
    var names = steps.filter { $0.state == .running }.map { $0.action.map { titles[$0] ?? $0 } ?? $0.subject }
    // What is due may have to wait for what others run.
    if names.isEmpty, let next = steps.first(where: { $0.state == .todo })?.action {
      names = ["then \(titles[next] ?? next)"]
    }
    return [names.unique.joined(separator: ", "), question == nil ? "" : "then asks"].filter { !$0.isEmpty }
      .joined(separator: "; ")
  }

  /// Who performs it and since when, or when it has stopped; nil if it is only shown.
  fileprivate func progress(now: Duration, separator: Character) -> String? {
    guard let since else { return nil }
    if let stopTime { return "stopped \((now - stopTime).wholeSeconds) ago" }
    let time = (now - since).wholeSeconds
    return starter.map { "run by \($0) \(separator) \(time)" } ?? time
  }
}

extension PlanStatus.Step {
  /// What a step waits for that is about no action.
  fileprivate var subject: String { task == .network ? "open requests" : "errors" }
}

extension [String] {
  /// The texts without repetitions, in the order of their first occurrence.
  fileprivate var unique: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
