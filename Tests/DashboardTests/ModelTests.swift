import Board
import Jobs
import SignalboxCore
import SignalboxTesting
import TerminalUI
import Testing

@testable import Dashboard

@MainActor
@Suite(.timeLimit(.minutes(5))) struct ModelTests {
  private static let chain = """
      build: { key: b, title: Build, simulate: { duration: 2s, steps: 4 } }
      test: { key: t, title: Test, simulate: { duration: 1s }, enabled-if: build.succeeded }
    """

  @Test func aKeyStartsAnActionAndItsSuccessUnlocksAnother() throws {
    let panel = try VirtualPanel(Self.chain)

    panel.press("t")
    #expect(panel.state.message == "test: needs build.succeeded")
    #expect(panel.button("test")?.phase == .idle)

    panel.press("b")
    #expect(panel.button("build")?.phase == .running)
    #expect(panel.state.isAnimated)

    panel.advance(by: .milliseconds(1_100))
    #expect(panel.button("build")?.fraction == 0.5)

    panel.advance(by: .seconds(1))
    #expect(panel.button("build")?.phase == .succeeded)
    #expect(panel.button("test")?.isEnabled == true)

    panel.press("t")
    #expect(panel.button("test")?.phase == .running)
    panel.advance(by: .seconds(1))
    #expect(panel.button("test")?.phase == .succeeded)
  }

  @Test func tabAndArrowsMoveTheFocusAndEnterPresses() throws {
    let panel = try VirtualPanel(Self.chain)
    panel.press("Tab")
    #expect(panel.state.focusedButton?.id == "test")
    panel.press("Down")
    #expect(panel.state.focusedButton?.id == "build")
    panel.press("Shift-Tab", "Up", "Enter")
    #expect(panel.button("build")?.phase == .running)
  }

  @Test func pressingWhatRunsAsksWhetherToCancelIt() throws {
    let panel = try VirtualPanel(Self.chain)
    panel.press("b", "b")
    guard case .question(let question) = panel.state.overlay else {
      Issue.record("no question")
      return
    }
    #expect(question.title == "Cancel Build?")

    panel.press("n")
    #expect(panel.state.overlay == nil)
    #expect(panel.button("build")?.phase == .running)

    panel.press("b", "y")
    #expect(panel.button("build")?.phase == .cancelled)
  }

  @Test func enterInAQuestionGivesTheAnswerThatHasTheFocusWhichIsTheHarmlessOne() throws {
    let panel = try VirtualPanel(Self.chain)
    panel.press("b", "b", "Enter")
    #expect(panel.state.overlay == nil)
    #expect(panel.button("build")?.phase == .running)
    panel.press("b", "Tab", "Enter")
    #expect(panel.button("build")?.phase == .cancelled)
  }

  @Test func whatAsksFirstStartsOnlyAfterYes() throws {
    let panel = try VirtualPanel(
      "  deploy: { key: D, title: Deploy, confirm: 'To production?', simulate: { duration: 1s } }")
    panel.press("D")
    #expect(panel.button("deploy")?.phase == .idle)
    panel.press("Esc")
    #expect(panel.state.overlay == nil)
    panel.press("D", "y")
    #expect(panel.button("deploy")?.phase == .running)
  }

  @Test func aGuardIsCheckedAgainAfterTheQuestion() throws {
    let panel = try VirtualPanel(
      """
        other: { key: o, simulate: { duration: 1s } }
        deploy:
          key: D
          confirm: Sure?
          simulate: { duration: 1s }
          enabled-if: "!other.running"
      """)
    panel.press("D")
    _ = panel.interlocking.start("other")
    panel.press("y")
    #expect(panel.button("deploy")?.phase == .idle)
    #expect(panel.state.message == "Yes: needs not other.running")
  }

  @Test func anErrorShowsUntilItsResetOrItsDismissal() throws {
    let panel = try VirtualPanel(
      """
        a: { key: A, title: Alpha, simulate: { duration: 1s, fail-every: 1, failure: no }, error: { reset: 5s } }
        b: { key: b, title: Beta, simulate: { duration: 1s, fail-every: 1, failure: never }, error: { priority: high } }
      """)
    panel.press("A", "b")
    panel.advance(by: .seconds(1))
    #expect(panel.state.error?.message == "never")
    #expect(panel.state.error?.source == "Beta")
    #expect(panel.state.error?.moreCount == 1)

    panel.press("x")
    #expect(panel.state.error?.message == "no")
    #expect(panel.state.error?.reset == .init(remaining: .seconds(5), total: .seconds(5)))
    #expect(panel.state.isAnimated)

    panel.advance(by: .seconds(5))
    #expect(panel.state.error == nil)
    #expect(!panel.state.isAnimated)
  }

  @Test func theCountdownOfAnErrorMoves() throws {
    let panel = try VirtualPanel(
      "  a: { key: A, simulate: { duration: 1s, fail-every: 1 }, error: { reset: 10s } }")
    panel.press("A")
    panel.advance(by: .seconds(1))
    panel.advance(by: .seconds(4))
    let remaining = try #require(panel.state.error?.reset?.remaining)
    #expect(remaining <= .seconds(6.2) && remaining >= .seconds(5.8))
  }

  @Test func nothingTicksWhileNothingMoves() throws {
    let panel = try VirtualPanel(Self.chain)
    panel.scheduler.advance()
    #expect(panel.scheduler.pendingCount == 0)
    panel.press("b")
    #expect(panel.scheduler.pendingCount > 0)
    panel.advance(by: .seconds(60))
    #expect(panel.scheduler.pendingCount == 0)
  }

  @Test func quittingAsksOnlyWhileSomethingRuns() throws {
    let panel = try VirtualPanel(Self.chain)
    panel.press("b", "q")
    #expect(panel.requests.isEmpty)
    #expect(panel.picture.contains("Build will be cancelled."))
    panel.press("n")
    panel.advance(by: .seconds(2))
    panel.press("q")
    #expect(panel.requests == [.quit])
  }

  @Test func ctrlCTwiceQuitsWhateverRuns() throws {
    let panel = try VirtualPanel(Self.chain)
    panel.press("b", "Ctrl-C", "Ctrl-C")
    #expect(panel.requests == [.quit])
  }

  @Test(arguments: [
    ("x", "There is no error to dismiss"), ("!", "There is nothing wrong with the board file"),
    ("Ctrl-V", "There is nothing to select"), ("y", "There is nothing to copy"), ("a", "Nothing is running"),
    ("Del", "build: nothing to cancel"), ("Ctrl-P", "build: there is only one input to pick"),
  ])
  func aKeyThatCanDoNothingSaysWhy(key: String, message: String) throws {
    let panel = try VirtualPanel(Self.chain)
    panel.press(key)
    #expect(panel.state.message == message)
  }

  @Test func leavingChangesNoPictureWhileNothingRuns() throws {
    let panel = try VirtualPanel(Self.chain)
    let picture = panel.picture
    panel.model.showLeaving()
    #expect(panel.picture == picture)
    try panel.click("Build")
    #expect(panel.picture == picture)
    #expect(panel.button("build")?.phase == .idle)
  }

  @Test func whileLeavingOnlyQuittingAgainIsPossible() throws {
    let panel = try VirtualPanel(Self.chain)
    panel.press("b")
    panel.model.showLeaving()
    #expect(panel.picture.contains("Waiting for Build to end; Ctrl-C kills"))
    let picture = panel.picture
    panel.press("t", "?", "Tab", "Esc", "n")
    #expect(panel.picture == picture)
    #expect(panel.requests.isEmpty)
    panel.press("Ctrl-C")
    #expect(panel.requests == [.quit])
  }

  @Test func keysForTheTerminalAreAskedOfTheProgram() throws {
    let panel = try VirtualPanel(Self.chain)
    panel.press("Ctrl-L", "Ctrl-Z")
    #expect(panel.requests == [.redraw, .suspend])
  }

  @Test func theLogFollowsScrollsAndFollowsAgain() throws {
    let panel = try VirtualPanel(
      "  a: { key: A, simulate: { duration: 1s }, while-running: queue }",
      size: Size(width: 80, height: 24))
    for _ in 1...20 { panel.press("A") }
    panel.advance(by: .seconds(20))
    #expect(panel.picture.contains("run 20 started"))

    panel.press("g")
    #expect(panel.picture.contains("run 1 started"))
    #expect(!panel.picture.contains("run 20 started"))

    panel.press("PgDn")
    #expect(!panel.picture.contains("run 1 started"))

    panel.press("G")
    #expect(panel.picture.contains("run 20 started"))
    panel.press("PgUp")
    #expect(!panel.picture.contains("run 20 started"))
  }
}
