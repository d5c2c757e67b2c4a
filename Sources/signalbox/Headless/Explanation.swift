internal import Board
internal import Jobs
internal import SignalboxCore

/// Why an action may start or may not: its guard, and what each fact in it is now.
struct Explanation {
  var id: String
  var guardText: String
  var verdict: Verdict
  /// Each fact of the guard with its present value; nil when that is unknown.
  var facts: [(name: String, value: String?)]

  var lines: [String] {
    guard !guardText.isEmpty else { return ["\(id): always unlocked, it has no guard"] }
    let width = facts.map(\.name.count).max() ?? 0
    let first = verdict.isPassing ? "\(id): unlocked" : "\(id): locked: \(verdict)"
    return [first, "  enabled-if: \(guardText)"]
      + facts.map { fact in
        let gap = String(repeating: " ", count: width - fact.name.count)
        return "  \(fact.name)\(gap)  \(fact.value ?? "unknown")"
      }
  }
}

extension Explanation {
  /// Explains the guard of an action as of this moment.
  @MainActor
  init(of action: ActionDefinition, in interlocking: Interlocking) {
    id = action.id
    guardText = action.enabledIf.text
    verdict = interlocking.verdict(on: action.id)
    facts = action.enabledIf.references.map { fact in ("\(fact)", Self.value(of: fact, in: interlocking)) }
  }

  @MainActor
  private static func value(of fact: GuardFact, in interlocking: Interlocking) -> String? {
    switch fact {
    case .networkIsBusy: return answer(interlocking.station.network.activeRequestCount.data > 0)
    case .hasErrors: return answer(interlocking.station.errors.current.data != nil)
    case .action(let id, let property):
      guard let job = interlocking[id] else { return nil }
      let reading = ActionReading(job)
      return switch property {
      case .running: answer(reading.state == .running)
      case .succeeded: "\(answer(reading.state == .succeeded)), \(reading.state.rawValue)"
      case .failed: "\(answer(reading.state == .failed)), \(reading.state.rawValue)"
      case .idle: answer(reading.state == .idle)
      case .enabled: answer(reading.isEnabled)
      case .value: reading.value
      case .progress: reading.progress.map { "\($0) %" }
      }
    }
  }

  private static func answer(_ fact: Bool) -> String { fact ? "yes" : "no" }
}
