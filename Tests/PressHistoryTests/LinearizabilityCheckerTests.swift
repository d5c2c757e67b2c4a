import Fuzzing
import PressHistory
import Testing

/// Two actions that exclude each other, one that two hosts can run, and one that needs a result.
private let rules = HistoryRules([
  "deploy": HistoryRules.Action(needs: [HistoryRules.Condition("migrate", .running, is: false)]),
  "migrate": HistoryRules.Action(needs: [HistoryRules.Condition("deploy", .running, is: false)]),
  "test": HistoryRules.Action(slots: 2),
  "release": HistoryRules.Action(needs: [HistoryRules.Condition("test", .succeeded, is: true)]),
])

private func start(_ action: String, _ run: String, _ call: Int64, _ answer: Int64?) -> RecordedOperation {
  RecordedOperation(.start(action: action, run: run), from: call, to: answer)
}

private func refusal(_ action: String, _ call: Int64, _ answer: Int64?) -> RecordedOperation {
  RecordedOperation(.refusal(action: action), from: call, to: answer)
}

private func end(
  _ action: String, _ run: String, _ call: Int64, _ answer: Int64?, _ result: RecordedResult = .succeeded
) -> RecordedOperation {
  RecordedOperation(.end(action: action, run: run, result), from: call, to: answer)
}

private func finding(_ operations: RecordedOperation...) -> String? {
  LinearizabilityChecker.check(operations, rules).finding
}

@Suite(.timeLimit(.minutes(15))) struct LinearizabilityCheckerTests {
  @Test func `one after the other is right`() {
    #expect(
      finding(
        start("deploy", "a", 0, 10), end("deploy", "a", 20, 30), start("migrate", "b", 40, 50),
        end("migrate", "b", 60, nil)) == nil)
  }

  @Test func `a refusal beside the run that it names is right`() {
    #expect(
      finding(start("deploy", "a", 0, 10), refusal("deploy", 15, 16), end("deploy", "a", 20, 30)) == nil)
    // The grant may have been decided before it was answered.
    #expect(finding(start("deploy", "a", 0, 10), refusal("migrate", 2, 3), end("deploy", "a", 20, 30)) == nil)
    // The end may have been heard of late.
    #expect(
      finding(
        start("deploy", "a", 0, 10), end("deploy", "a", 20, 90), refusal("migrate", 60, 70),
        start("deploy", "b", 40, 95)) == nil)
  }

  @Test func `an end without an answer may have happened, or not`() {
    #expect(
      finding(start("deploy", "a", 0, 10), end("deploy", "a", 20, nil), start("migrate", "b", 30, 40)) == nil)
    #expect(
      finding(start("deploy", "a", 0, 10), end("deploy", "a", 20, nil), refusal("migrate", 30, 40)) == nil)
  }

  @Test func `a loss forgets the results, and not what runs`() {
    func loss(_ call: Int64, _ answer: Int64) -> RecordedOperation {
      RecordedOperation(.loss, from: call, to: answer)
    }
    let test = [start("test", "a", 0, 10), end("test", "a", 20, 30)]
    let refused = refusal("release", 60, 70)
    #expect(LinearizabilityChecker.check(test + [refused], rules).finding != nil)
    #expect(LinearizabilityChecker.check(test + [loss(40, 50), refused], rules).finding == nil)
    #expect(
      LinearizabilityChecker.check(test + [loss(40, 50), start("release", "b", 60, 70)], rules).finding != nil
    )
    #expect(
      finding(
        start("deploy", "a", 0, 10), loss(20, 30), start("migrate", "b", 40, 50), end("deploy", "a", 60, 70))
        != nil)
  }

  @Test func `actions that have nothing to do with each other are searched one after the other`() {
    // Each could have happened or not: all together they would be a million possibilities.
    let many = HistoryRules(
      Dictionary(uniqueKeysWithValues: (0..<20).map { ("\($0)", HistoryRules.Action()) }))
    let operations = (0..<20).flatMap { [start("\($0)", "a", 0, nil), refusal("\($0)", 10, 20)] }
    let report = LinearizabilityChecker.check(operations, many)
    #expect(report.finding == nil)
    #expect(report.possibilities < 10)
    let wrong = operations + [start("7", "b", 30, 40), start("7", "c", 50, 60)]
    #expect(LinearizabilityChecker.check(wrong, many).finding?.contains("7 starts as b") == true)
  }

  @Test func `runs of one action that overlap are found`() {
    #expect(
      finding(start("deploy", "a", 0, 10), start("deploy", "b", 15, 20), end("deploy", "a", 30, 40)) != nil)
    // Also if both presses were at the same time.
    #expect(
      finding(start("deploy", "a", 0, 10), start("deploy", "b", 0, 10), end("deploy", "a", 11, nil)) != nil)
  }

  @Test func `as many runs as an action has slots are right, and one more is found`() {
    let two = [start("test", "a", 0, 10), start("test", "b", 0, 10)]
    #expect(LinearizabilityChecker.check(two, rules).finding == nil)
    #expect(LinearizabilityChecker.check(two + [start("test", "c", 5, 20)], rules).finding != nil)
  }

  @Test func `runs that their guards exclude are found`() {
    let runs = [start("deploy", "a", 0, 10), start("migrate", "b", 15, 20), end("deploy", "a", 30, 40)]
    let finding = LinearizabilityChecker.check(runs, rules).finding
    #expect(
      finding
        == "there is no moment for [15–20] migrate starts as b: before it, deploy runs as a")
  }

  @Test func `a refusal for which there is no reason is found`() {
    #expect(finding(refusal("deploy", 0, 10)) != nil)
    // Its reason had ended before.
    #expect(
      finding(start("deploy", "a", 0, 10), end("deploy", "a", 12, 15), refusal("deploy", 20, 30)) != nil)
    // Its reason came after it.
    #expect(finding(refusal("deploy", 0, 5), start("deploy", "a", 6, 10)) != nil)
  }

  @Test func `a refusal and a grant that cannot be ordered are found`() {
    // To refuse migrate, deploy must have run before 20; migrate must have been granted after its end, and
    // before the refusal was asked for.
    #expect(
      finding(
        start("deploy", "a", 0, 10), end("deploy", "a", 11, 40), start("migrate", "b", 12, 14),
        end("migrate", "b", 15, 16, .failed), refusal("deploy", 17, 30)) != nil)
  }

  @Test func `a guard that held at no moment is found`() {
    #expect(finding(start("release", "a", 0, 10)) != nil)
    #expect(
      finding(
        start("test", "a", 0, 10), end("test", "a", 20, 30, .failed), start("release", "b", 25, 50)) != nil)
    // The result had become invalid by the next run.
    #expect(
      finding(
        start("test", "a", 0, 10), end("test", "a", 20, 30), start("test", "b", 40, 50),
        start("release", "c", 60, 70)) != nil)
    #expect(
      finding(
        start("test", "a", 0, 10), end("test", "a", 20, 30), start("test", "b", 40, 50),
        start("release", "c", 45, 70)) == nil)
  }

  @Test func `a run that was withdrawn leaves the result before it`() {
    let beginning = [start("test", "a", 0, 1), end("test", "a", 2, 3), start("test", "b", 4, 5)]
    let rest = [start("release", "c", 8, 9)]
    #expect(
      LinearizabilityChecker.check(beginning + [end("test", "b", 6, 7, .withdrawn)] + rest, rules).finding
        == nil)
    #expect(
      LinearizabilityChecker.check(beginning + [end("test", "b", 6, 7, .other)] + rest, rules).finding != nil)
  }

  @Test func `an end without a start, and an answer before its call, are found`() {
    #expect(finding(end("deploy", "a", 0, 10)) != nil)
    #expect(finding(start("deploy", "a", 10, 0)) != nil)
  }

  @Test func `a long history by chance is right, and each change of it that makes it wrong is found`() {
    for seed in Seeds(20) {
      var chance = SeededGenerator(seed: seed)
      let history = Self.history(&chance, 400)
      #expect(LinearizabilityChecker.check(history, rules).finding == nil, "SIGNALBOX_FUZZ_SEED=\(seed)")
      // A run that nobody has asked for, beside one of the others.
      let starts = history.filter { if case .start("deploy", _) = $0.effect { true } else { false } }
      guard !starts.isEmpty else { continue }
      let beside = chance.pick(starts)
      let answer = beside.answer ?? beside.call
      let wrong = history + [start("migrate", "wrong", answer, answer)]
      #expect(LinearizabilityChecker.check(wrong, rules).finding != nil, "SIGNALBOX_FUZZ_SEED=\(seed)")
    }
  }

  /// Operations that were performed one after the other, each recorded as longer than it took.
  private static func history(_ chance: inout SeededGenerator, _ count: Int) -> [RecordedOperation] {
    var operations: [RecordedOperation] = []
    var running: [(action: String, run: String)] = []
    func isFree(_ action: String) -> Bool {
      switch action {
      case "test": running.count { $0.action == "test" } < 2
      default: !running.contains { $0.action == "deploy" || $0.action == "migrate" }
      }
    }
    for number in 0..<count {
      let moment = Int64(number) * 10
      let action = chance.pick(["deploy", "migrate", "test"])
      let effect: RecordedOperation.Effect
      if !running.isEmpty, chance.oneIn(3) {
        let ended = running.remove(at: chance.below(running.count))
        effect = .end(action: ended.action, run: ended.run, chance.pick([.succeeded, .failed]))
      } else if isFree(action) {
        running.append((action, "\(number)"))
        effect = .start(action: action, run: "\(number)")
      } else {
        effect = .refusal(action: action)
      }
      // A run ends no earlier than at its moment and starts no later, so that the wrong one is beside it.
      let (isStart, isEnd) =
        switch effect {
        case .start: (true, false)
        case .end: (false, true)
        case .refusal, .loss: (false, false)
        }
      operations.append(
        RecordedOperation(
          effect, from: moment - Int64(isEnd ? 0 : chance.below(40)),
          to: moment + Int64(isStart ? 0 : chance.below(40))))
    }
    return operations
  }
}
