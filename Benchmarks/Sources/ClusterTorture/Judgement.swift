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
    for kind in lab.options.kinds {
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
    if let both = Self.fenceViolation(records, runs) { fail(both) }
    judgeRuns(records, runs, lab.dataLosses)
    for overtaking in lab.realm.overtakings.prefix(5) { fail(overtaking) }
    for (process, members) in lab.realm.doubles.prefix(5) {
      fail("the box \(process) was \(members.count) members: \(members.joined(separator: ", "))")
    }
    judgeFarewells(lab.farewells)
    if answers["NO ANSWER"] != nil { fail("presses without an answer") }
    if !isSettled {
      fail(
        "it does not come to rest: \(lab.realm.present), \(lab.computers.filter { !$0.isConnected }.map(\.name))"
      )
    }
    for trouble in Set(lab.troubles).sorted().prefix(5) { fail(trouble) }

    let history = Self.history(lab.presses, runs, records) + Self.losses(lab.dataLosses)
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
      "is locked",
      "waits for etcd", "another etcd", "was taken over before it started", "was withdrawn", "its box ends",
    ]
    return "refused: " + (words.first { answer.contains($0) } ?? answer)
  }

  /// Fences grow from run to run of what excludes each other, until etcd loses its data.
  private static func fenceViolation(_ records: [String: Witness.Record], _ runs: [String: Realm.Run])
    -> String?
  {
    for action in TortureBoard.actions where action.rule.slots == 1 {
      let ages = Dictionary(grouping: records.filter { $0.value.action == action.name }) { runs[$0.key]?.age }
      for records in ages.values.map({ $0.map(\.value) }) {
        let fences = records.sorted { $0.begin < $1.begin }.map(\.fence)
        if fences != fences.sorted() || Set(fences).count != fences.count {
          return "the fences of \(action.name) do not grow"
        }
      }
    }
    return nil
  }

  /// Whether each command began while etcd knew of its run, and each action was started.
  private mutating func judgeRuns(
    _ records: [String: Witness.Record], _ runs: [String: Realm.Run], _ losses: [(from: Int64, to: Int64)]
  ) {
    // The last words of nodes that lose their data may not have been heard.
    let unknown = records.filter { name, record in
      runs[name] == nil && !losses.contains { $0.from - 1_000_000...$0.to ~= record.begin }
    }
    for (name, record) in unknown.prefix(5) { fail("\(name) of \(record.action) has no claim in etcd") }
    let late = records.filter { name, record in runs[name]?.gone.map { record.begin > $0 } ?? false }
    for (name, record) in late.prefix(5) {
      fail("\(name) of \(record.action) began when its run was over, or taken over")
    }
    let started = Set(records.values.map(\.action))
    for action in TortureBoard.actions where runs.count > 1_000 && !started.contains(action.name) {
      fail("\(action.name) was never started")
    }
  }

  /// A box that says farewell to a silent etcd for five seconds must not be waited for.
  private mutating func judgeFarewells(_ times: [Int64]) {
    guard let longest = times.max() else { return }
    note(
      "own starts of the next box while the one before says farewell: \(times.count), at most \(longest / 1_000) ms"
    )
    if longest > 4_000_000 { fail("a start that is not shared waits for a silent etcd") }
  }

  private static func losses(_ times: [(from: Int64, to: Int64)]) -> [RecordedOperation] {
    times.map { RecordedOperation(.loss, from: $0.from, to: $0.to) }
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
