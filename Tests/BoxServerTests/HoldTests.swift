import Board
import Boundary
import BoxServer
import Jobs
import TestSupport
import Testing
import Wire

/// Guards that front ends wait for.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct HoldTests {
  private static let actions = """
      build: { simulate: { duration: 2s } }
      flash: { simulate: { duration: 1ms } }
      deploy: { simulate: { duration: 1s }, enabled-if: build.succeeded }
      other: { simulate: { duration: 1s } }
    """

  private func holds(
    _ text: String, id: UInt64 = 1, isPatient: Bool = false, by frontEnd: RawFrontEnd
  ) {
    var holds = Request.Holds()
    (holds.id, holds.text, holds.isPatient) = (id, text, isPatient)
    frontEnd.send(.holds(holds))
  }

  private func answers(_ frontEnd: RawFrontEnd) -> [UInt64: [HoldAnswer]] {
    var answers: [UInt64: [HoldAnswer]] = [:]
    for case .held(let held) in frontEnd.events { answers[held.id, default: []].append(held.answer) }
    return answers
  }

  @Test func `a guard that holds is answered at once, and another one when it holds`() throws {
    let box = try VirtualBox(Self.actions)
    let frontEnd = box.attach(.other)
    holds("!build.running", id: 1, by: frontEnd)
    #expect(answers(frontEnd) == [1: [.holds]])
    holds("build.succeeded", id: 2, isPatient: true, by: frontEnd)
    #expect(answers(frontEnd)[2] == nil)
    box.attach(.panel).start("build")
    box.advance(by: .seconds(1))
    #expect(answers(frontEnd)[2] == nil)
    box.advance(by: .seconds(1))
    #expect(answers(frontEnd)[2] == [.holds])
    box.advance(by: .seconds(10))
    #expect(answers(frontEnd)[2] == [.holds], "it is answered once")
  }

  @Test func `what nothing can change is said, at once or when the last run has ended`() throws {
    let box = try VirtualBox(Self.actions)
    let frontEnd = box.attach(.other)
    holds("build.succeeded", id: 1, by: frontEnd)
    #expect(answers(frontEnd) == [1: [.never(["build.succeeded"])]])
    let panel = box.attach(.panel)
    panel.start("build")
    holds("build.failed", id: 2, by: frontEnd)
    holds("other.succeeded", id: 3, by: frontEnd)
    #expect(answers(frontEnd)[2] == nil)
    #expect(answers(frontEnd)[3] == [.never(["other.succeeded"])], "another action runs")
    box.advance(by: .seconds(2))
    #expect(answers(frontEnd)[2] == [.never(["build.failed"])])
  }

  @Test func `a guard of guards reaches as far as they do`() throws {
    let box = try VirtualBox(Self.actions)
    let frontEnd = box.attach(.other)
    box.attach(.panel).start("build")
    holds("deploy.enabled", by: frontEnd)
    #expect(answers(frontEnd).isEmpty)
    box.advance(by: .seconds(2))
    #expect(answers(frontEnd) == [1: [.holds]])
  }

  @Test func `an age is waited for, although no guard of the board reads it`() throws {
    let box = try VirtualBox(Self.actions)
    let frontEnd = box.attach(.other)
    box.attach(.panel).start("other")
    box.advance(by: .seconds(1))
    holds("other.age > 1m", isPatient: true, by: frontEnd)
    box.advance(by: .seconds(50))
    #expect(answers(frontEnd).isEmpty)
    box.advance(by: .seconds(20))
    #expect(answers(frontEnd) == [1: [.holds]])
  }

  @Test(.slow) func `no run is too short, and none is invented: 1,000 of a millisecond`() throws {
    let box = try VirtualBox(Self.actions)
    let (waiter, panel) = (box.attach(.other), box.attach(.panel))
    for id in 1...1_000 as ClosedRange<UInt64> {
      holds("flash.running && !build.running", id: id, isPatient: true, by: waiter)
      #expect(answers(waiter)[id] == nil, "nothing runs")
      panel.start("flash", id: id)
      box.advance(by: .milliseconds(1))
      #expect(answers(waiter)[id] == [.holds])
      #expect(panel.outcomes[id] == .succeeded)
    }
    // While the other one runs, the same pulses are none.
    panel.start("build", id: 5_000)
    holds("flash.running && !build.running", id: 2_000, isPatient: true, by: waiter)
    for id in 3_000...3_100 as ClosedRange<UInt64> {
      panel.start("flash", id: id)
      box.advance(by: .milliseconds(2))
    }
    #expect(answers(waiter)[2_000] == nil)
  }

  @Test func `a run that has begun has no result yet`() throws {
    let box = try VirtualBox(Self.actions)
    let (waiter, panel) = (box.attach(.other), box.attach(.panel))
    for id in 1...3 as ClosedRange<UInt64> {
      panel.start("flash", id: id)
      box.advance(by: .milliseconds(1))
      #expect(panel.outcomes[id] == .succeeded)
      holds("flash.running && flash.succeeded", id: id, isPatient: true, by: waiter)
    }
    #expect(answers(waiter).isEmpty)
  }

  @Test(arguments: [
    ("", "column 1: "), ("build.suceeded", "column 7: "), ("!nothing.running", "column 2: "),
    ("build.running &&", "column 17: "), ("other.ready", "column 1: `other` is not a service"),
    ("web/build.running", "column 1: `web/build` is read by no guard of this board"),
    (String(repeating: "a", count: 100_001), "column 1: a guard can have at most"),
  ])
  func `a text that is no guard is refused with its place`(text: String, reason: String) throws {
    let box = try VirtualBox(Self.actions)
    let frontEnd = box.attach(.other)
    holds(text, by: frontEnd)
    guard case .refused(let said)? = answers(frontEnd)[1]?.first else {
      Issue.record("\(answers(frontEnd))")
      return
    }
    #expect(said.hasPrefix(reason), "\(said)")
    #expect(frontEnd.refusals.isEmpty, "the connection goes on")
  }

  @Test func `it is parsed anew when the board has changed`() throws {
    let box = try VirtualBox(Self.actions)
    let frontEnd = box.attach(.other)
    holds("other.succeeded", id: 1, isPatient: true, by: frontEnd)
    holds("build.succeeded", id: 2, isPatient: true, by: frontEnd)
    box.host.board.take(
      try .parse("actions: { build: { simulate: { duration: 1s } } }", file: "test.yml"))
    box.advance()
    #expect(answers(frontEnd)[1]?.count == 1)
    if case .refused? = answers(frontEnd)[1]?.first {} else { Issue.record("\(answers(frontEnd))") }
    box.attach(.panel).start("build")
    box.advance(by: .seconds(1))
    #expect(answers(frontEnd)[2] == [.holds])
  }

  @Test func `a front end waits for 64 guards at most, and forgets some or all`() throws {
    let box = try VirtualBox(Self.actions)
    let frontEnd = box.attach(.other)
    for id in 1...65 as ClosedRange<UInt64> {
      holds("build.running", id: id, isPatient: true, by: frontEnd)
    }
    #expect(answers(frontEnd) == [65: [.refused("at most 64 guards can be waited for at a time")]])
    var forget = Request.Forget()
    forget.id = 7
    frontEnd.send(.forget(forget))
    holds("build.running", id: 66, isPatient: true, by: frontEnd)
    holds("build.running", id: 66, isPatient: true, by: frontEnd)
    #expect(answers(frontEnd)[66] == [.refused("the guard with the number 66 is waited for already")])
    box.attach(.panel).start("build")
    box.advance()
    #expect(answers(frontEnd)[7] == nil)
    #expect(answers(frontEnd)[8] == [.holds])
    #expect(answers(frontEnd)[66]?.last == .holds)
    frontEnd.close()
    #expect(box.interlocking.running.map(\.id) == ["build"])
  }

  @Test func `a start knows its run before others see it, and its end says it again`() throws {
    let box = try VirtualBox(Self.actions)
    let panel = box.attach(.panel)
    for number in 1...3 {
      panel.start("other", id: UInt64(number))
      box.advance(by: .seconds(1))
    }
    let numbers = panel.events.compactMap { event -> Int? in
      if case .answer(let answer) = event { answer.run } else { nil }
    }
    let ends = panel.events.compactMap { event -> Int? in
      if case .ended(let ended) = event { ended.run } else { nil }
    }
    #expect(numbers == [1, 2, 3] && ends == [1, 2, 3], "\(panel.events)")
  }
}
