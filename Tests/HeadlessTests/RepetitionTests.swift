import Board
import Boundary
import Testing

@testable import Headless

/// A quiet probe is told when it changes, and not each time it runs.
@Suite(.timeLimit(.minutes(15))) struct RepetitionTests {
  private func probe(
    _ state: ActionStatus.Phase, detail: String = "", isQuiet: Bool = true, isByClock: Bool = true
  ) -> ActionStatus {
    var description = ActionDescription(id: "probe", title: "Probe")
    (description.repeats, description.isQuiet) = (true, isQuiet)
    var action = ActionStatus(description)
    (action.isRunning, action.runs.keepsResult) = (state == .running, isByClock)
    switch state {
    case .succeeded: action.runs.last.result = .succeeded
    case .failed: action.runs.last.result = .failed(detail)
    default: break
    }
    return action
  }

  /// The lines for these states of an action, one moment after the other.
  private func lines(_ actions: [ActionStatus], problems: [[Situation.Problem]] = []) -> [String] {
    let printed = Printed()
    let printer = ChangePrinter(.plain(Ink(hasColor: false))) { printed.add($0) }
    var first = Situation(title: "")
    first.actions = [probe(.idle, isQuiet: actions.first?.description.isQuiet ?? true)]
    printer.print(first)
    for (index, action) in actions.enumerated() {
      var moment = Situation(title: "")
      moment.actions = [action]
      moment.problems = index < problems.count ? problems[index] : []
      printer.print(moment)
    }
    return printed.lines
  }

  private final class Printed: @unchecked Sendable {
    private(set) var lines: [String] = []
    func add(_ bytes: [UInt8]) {
      lines += String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
  }

  @Test func `runs that end alike are told once`() {
    #expect(
      lines([probe(.running), probe(.succeeded), probe(.running), probe(.succeeded)]) == ["probe: succeeded"])
  }

  @Test func `a run that ends differently is news`() {
    let readings = [
      probe(.succeeded), probe(.running), probe(.failed, detail: "status 500"), probe(.running),
      probe(.failed, detail: "status 500"), probe(.failed, detail: "refused"), probe(.succeeded),
    ]
    #expect(lines(readings) == ["probe: succeeded", "probe: failed", "probe: failed", "probe: succeeded"])
  }

  @Test func `an action that is not quiet tells each run`() {
    let once = [probe(.running, isQuiet: false), probe(.succeeded, isQuiet: false)]
    #expect(
      lines(once + once) == [
        "probe: running", "probe: succeeded", "probe: running", "probe: succeeded",
      ])
  }

  @Test func `a run that a person starts is told`() {
    let pressed = [probe(.running, isByClock: false), probe(.succeeded, isByClock: false)]
    #expect(
      lines([probe(.succeeded)] + pressed) == ["probe: succeeded", "probe: running", "probe: succeeded"])
  }

  @Test func `an error that stays the same is told once`() {
    func problem(_ message: String, _ count: Int) -> Situation.Problem {
      var problem = Situation.Problem(id: 1, source: "probe", message: message, since: .zero)
      problem.timesSeen = count
      return problem
    }
    let failed = probe(.failed, detail: "status 500")
    #expect(
      lines(
        [failed, failed, failed, probe(.succeeded), failed],
        problems: [
          [problem("status 500", 1)], [problem("status 500", 2)], [problem("refused", 3)], [],
          [problem("refused", 4)],
        ]) == [
          "probe: failed", "probe: error: status 500", "probe: error: refused", "probe: succeeded",
          "probe: no error any more", "probe: failed", "probe: error: refused",
        ])
  }
}
