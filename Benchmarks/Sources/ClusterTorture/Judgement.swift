import Foundation
import PressHistory

/// What the torture has shown.
@MainActor
struct Judgement {
  private(set) var text = ""
  private(set) var isRight = true

  init(_ lab: Lab, seconds: Double, isSettled: Bool) {
    let records = lab.witness.records
    let runs = lab.realm.runs
    let answers = Dictionary(grouping: lab.presses) { press in
      guard let answer = press.answer else { return lab.isGone(press) ? "box was killed" : "NO ANSWER" }
      return answer.hasPrefix("refused") ? Self.kind(answer) : answer
    }.mapValues(\.count)

    note("presses: \(lab.presses.count) in \(Int(seconds)) s")
    for (answer, count) in answers.sorted(by: { $0.value > $1.value }) { note("  \(count) \(answer)") }
    note("commands started: \(records.count); claims in etcd: \(runs.count); takeovers: \(lab.takeovers)")
    note("faults, and those with a press that was asked and not answered:")
    for kind in FaultKind.allCases {
      let all = lab.faults.filter { $0.kind == kind }.count
      let effective = lab.effective(kind)
      note("  \(all), \(effective)  \(kind.rawValue)")
      if effective < lab.options.faults, lab.options.design == .real { fail("too few: \(kind.rawValue)") }
    }

    let violations = lab.witness.violations
    note("starts beside a command that excludes them, by the locks of the witness: \(violations.count)")
    if !violations.isEmpty {
      fail("double starts")
      for violation in violations.prefix(5) { note("  \(violation)") }
    }
    if let both = Self.fenceViolation(records) { fail(both) }
    if answers["NO ANSWER"] != nil { fail("presses without an answer") }
    if !isSettled {
      fail(
        "it does not come to rest: \(lab.realm.present), \(lab.computers.filter { !$0.isConnected }.map(\.name))"
      )
    }
    for trouble in Set(lab.troubles).sorted().prefix(5) { fail(trouble) }

    let history = Self.history(lab.presses, runs, records)
    let report = LinearizabilityChecker.check(history, TortureBoard.rules)
    note("history: \(history.count) operations, at most \(report.possibilities) possibilities at a time")
    if let finding = report.finding {
      fail("not linearizable: \(finding.prefix(1_000))")
    } else {
      note("linearizable")
    }
  }

  private mutating func note(_ line: String) { text += line + "\n" }

  private mutating func fail(_ line: String) {
    isRight = false
    note("✗ \(line)")
  }

  /// A refusal without the names in it.
  private static func kind(_ answer: String) -> String {
    let words = [
      "is running on", "may still be running", "needs", "lost to", "cannot start", "queue is full",
    ]
    return "refused: " + (words.first { answer.contains($0) } ?? answer)
  }

  /// Fences grow from run to run of what excludes each other.
  private static func fenceViolation(_ records: [String: Witness.Record]) -> String? {
    for action in TortureBoard.actions where action.rule.slots == 1 {
      let fences = records.values.filter { $0.action == action.name }.sorted { $0.begin < $1.begin }.map(
        \.fence)
      if fences != fences.sorted() || Set(fences).count != fences.count {
        return "the fences of \(action.name) do not grow"
      }
    }
    return nil
  }

  private static func history(
    _ presses: [RecordedPress], _ runs: [String: Realm.Run], _ records: [String: Witness.Record]
  ) -> [RecordedOperation] {
    var operations: [RecordedOperation] = []
    for press in presses {
      guard let asked = press.asked, let answered = press.answered, let answer = press.answer,
        answer.hasPrefix("refused "), RefusalReason.isState(String(answer.dropFirst("refused ".count)))
      else { continue }
      operations.append(RecordedOperation(.refusal(action: press.action), from: asked, to: answered))
    }
    for name in Set(runs.keys).union(records.keys) {
      let (run, record) = (runs[name], records[name])
      let number = record?.press ?? run?.press ?? -1
      guard presses.indices.contains(number) else { continue }
      let press = presses[number]
      let call = press.asked ?? press.sent
      let known = [press.answer == "accepted" ? press.answered : nil, run?.seen, record?.begin].compactMap(
        \.self)
      operations.append(
        RecordedOperation(.start(action: press.action, run: name), from: call, to: known.min()))
      let result: RecordedResult =
        switch run?.result {
        case "succeeded"?: .succeeded
        // What a run that was taken over has done counts as a failure.
        case "failed"?, "lost"?: .failed
        case nil: .withdrawn
        default: .other
        }
      operations.append(
        RecordedOperation(
          .end(action: press.action, run: name, result), from: record.map { $0.end ?? $0.begin } ?? call,
          to: run?.gone))
    }
    return operations
  }
}
