import Board
import Boundary
import TerminalUI
import TestSupport
import Testing

@testable import Dashboard

/// What a panel shows of an action that is shared with other machines.
@Suite(.timeLimit(.minutes(15))) struct SharedReadingTests {
  private func button(
    _ clock: WallClock = WallClock(), running: Bool = false, _ change: (inout SharedState) -> Void
  ) throws -> Dashboard.Button {
    var status = ActionStatus(ActionDescription(id: "deploy", title: "Deploy"))
    var shared = SharedState()
    change(&shared)
    status.shared = shared
    status.runs.last.result = .succeeded
    if running {
      status.isRunning = true
      status.run()
    }
    var situation = Situation(title: "Test")
    situation.actions = [status]
    var triggers = Dashboard.Triggers()
    _ = triggers.update(to: situation)
    var state = Dashboard.State(title: "Test")
    Dashboard.Reading(situation: situation, now: .seconds(20), triggers: triggers, clock: clock)
      .fill(&state)
    return try #require(state.buttons.first)
  }

  private func run(_ change: (inout SharedRun) -> Void = { _ in }) -> SharedRun {
    var run = SharedRun()
    (run.host, run.user, run.since) = ("laptop", "ada", .seconds(8))
    change(&run)
    return run
  }

  @Test func `a run on another machine shows where it is and how far`() throws {
    let plain = try button { $0.runs = [run()] }
    #expect(plain.phase == .running)
    #expect(plain.duration == .seconds(12))
    #expect(plain.words == "on ada@laptop")
    let far = try button { $0.runs = [run { ($0.fraction, $0.value) = (0.25, "step 3") }] }
    #expect(far.words == "on ada@laptop, 25 %, step 3")
    #expect(far.fraction == nil)
  }

  @Test func `a lost run shows where it was, and since when`() throws {
    let clock = WallClock(now: { .seconds(1_000_000) })
    let heard = try button(clock) {
      $0.runs = [run { ($0.lostSince, $0.lastHeard) = (.seconds(15), .seconds(5)) }]
    }
    #expect(heard.phase == .lost)
    #expect(heard.words == "on ada@laptop, last heard \(clock.text(.seconds(15)))")
    let unheard = try button(clock) { $0.runs = [run { $0.lostSince = .seconds(15) }] }
    #expect(unheard.words == "on ada@laptop, gone before \(clock.text(.seconds(5)))")
  }

  @Test func `what a start waits for is named`() throws {
    let wait = "waits for etcd, silent since 19:41:20: http://a:2379: no answer in time"
    try expectEqual(button { ($0.askingSince, $0.wait) = (.seconds(15), wait) }.words, wait)
  }

  @Test func `a run that has ended and that etcd does not know of says so`() throws {
    func row(_ change: (inout SharedState) -> Void) throws -> String? {
      try button(running: true, change).words
    }
    try expectEqual(row { $0.endingSince = .seconds(19.5) }, nil)
    try expectEqual(row { $0.endingSince = .seconds(15) }, "has ended, and tells the other machines")
    let wait = "has ended, and waits for etcd, silent since 19:41:20"
    try expectEqual(row { ($0.endingSince, $0.wait) = (.seconds(15), wait) }, wait)
  }

  @Test func `starts that wait here for a run elsewhere are counted`() throws {
    try expectEqual(button { ($0.runs, $0.waiting) = ([run()], 2) }.waiting, 2)
  }

  @Test func `a start that waits for an answer is shown after a second`() throws {
    try expectEqual(button { $0.askingSince = .seconds(19.5) }.phase, .succeeded)
    let late = try button { $0.askingSince = .seconds(18) }
    #expect(late.phase == .running)
    #expect(late.words == "asks the other machines")
  }

  @Test func `what prevents a start besides its guard locks the button`() throws {
    let locked = try button { $0.obstacle = "waits for etcd" }
    #expect((locked.isEnabled, locked.reason) == (false, "waits for etcd"))
    #expect(try button { _ in }.isEnabled)
  }

  @Test func `the details name the realm, all runs and what locks the action`() throws {
    var status = ActionStatus(ActionDescription(id: "deploy", title: "Deploy"))
    var shared = SharedState()
    shared.obstacle = "waits for etcd, silent since 19:41:20"
    shared.runs = [
      run { ($0.input, $0.value) = ("v2", "Linking") },
      run { ($0.lostSince, $0.lastHeard) = (.seconds(15), .seconds(5)) },
    ]
    shared.wait = "waits for etcd, silent since 19:41:20"
    status.shared = shared
    var situation = Situation(title: "Test")
    (situation.actions, situation.cluster) = ([status], ClusterState(realm: "shop"))
    var introduction = Dashboard.Introduction(of: status.description)
    let clock = WallClock(now: { .seconds(1_000_000) })
    introduction.fill(
      from: Explanation(needs: "", verdict: .passes, facts: [], refusal: nil), of: status, in: situation,
      titles: [:], now: .seconds(20), clock: clock, glyphs: .unicode)
    #expect(
      introduction.details == [
        .init("Shared", "with the realm shop"), .init("Locked", "waits for etcd, silent since 19:41:20"),
        .init("Waits", "waits for etcd, silent since 19:41:20"),
        .init("Runs", "on ada@laptop, seen since \(clock.text(.seconds(12))), v2, Linking"),
        .init("Lost", "on ada@laptop, last heard \(clock.text(.seconds(15)))"),
      ])
  }

  @Test func `nothing beyond this machine shows the last result`() throws {
    try expectEqual(button { _ in }.phase, .succeeded)
  }

  @Test func `a takeover needs a reason`() throws {
    var status = ActionStatus(ActionDescription(id: "deploy", title: "Deploy"))
    status.shared = SharedState()
    #expect(Dashboard.Prompt(takingOver: status) == nil)
    status.shared?.runs = [run()]
    #expect(Dashboard.Prompt(takingOver: status) == nil)
    status.shared?.runs = [
      run { $0.id = "r1" },
      run {
        ($0.id, $0.lostSince) = ("r2", .seconds(15))
      },
    ]
    var prompt = try #require(Dashboard.Prompt(takingOver: status))
    #expect(prompt.label(isShort: false) == "How do you know that the run on ada@laptop has ended? ")
    #expect(prompt.mistake == nil)
    #expect(prompt.handle(.enter) == .stay())
    #expect(prompt.mistake == "a takeover needs a reason")
    for character in "off" { #expect(prompt.handle(.character(character)) == .stay()) }
    #expect(prompt.handle(.enter) == .close(.takeOver("deploy", run: "r2", reason: "off")))
    #expect(prompt.handle(.escape) == .close())
  }
}
