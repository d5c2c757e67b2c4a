import Testing

@testable import Headless

/// A quiet probe is told when it changes, and not each time it runs.
@Suite(.timeLimit(.minutes(15))) struct RepetitionTests {
  private func probe(
    _ state: ActionReading.State, detail: String? = nil, isQuiet: Bool = true, isByClock: Bool = true
  ) -> ActionReading {
    var reading = ActionReading(id: "probe")
    (reading.state, reading.detail) = (state, detail)
    (reading.repeatsQuietly, reading.isByClock) = (isQuiet, isByClock)
    return reading
  }

  /// The lines for these readings, one moment after the other.
  private func lines(_ readings: [ActionReading], problems: [[BoardReading.Problem]] = []) -> [String] {
    let printed = Printed()
    let printer = ChangePrinter(.plain(Ink(hasColor: false))) { printed.add($0) }
    var first = BoardReading()
    first.actions = [probe(.idle, isQuiet: readings.first?.repeatsQuietly ?? true)]
    printer.print(first)
    for (index, reading) in readings.enumerated() {
      var moment = BoardReading()
      moment.actions = [reading]
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
    func problem(_ message: String, _ count: Int) -> BoardReading.Problem {
      var problem = BoardReading.Problem(id: 1, action: "probe", message: message, priority: "normal")
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
