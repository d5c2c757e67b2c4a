import Board
import Boundary
import LoopbackBox
import SignalboxTesting
import TerminalUI
import Testing

@testable import Dashboard

/// Actions with several buttons, and actions that repeat.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct TriggerTests {
  private static let deploy = """
      deploy:
        title: Deploy
        run: exec sleep 1000
        buttons: [{ key: 1, title: To staging, input: staging }, { key: 2, title: To all, input: live }]
        confirm: Really?
      check: { key: c, simulate: { duration: 1s } }
    """

  @Test func `each button has a row with its key, the title of the action and its own`() throws {
    let panel = try VirtualPanel(Self.deploy)
    #expect(panel.state.buttons.map(\.id) == ["deploy staging", "deploy live", "check"])
    #expect(panel.state.buttons.map(\.title) == ["Deploy: To staging", "Deploy: To all", "check"])
    #expect(panel.state.buttons.map(\.key) == [.character("1"), .character("2"), .character("c")])
  }

  @Test func `a button whose title contains that of the action keeps its own`() throws {
    let panel = try VirtualPanel(
      """
        deploy:
          title: Deploy
          run: 'true'
          buttons: [{ title: deploy to staging, input: staging }, { title: Redeploy, input: again }]
      """)
    #expect(panel.state.buttons.map(\.title) == ["deploy to staging", "Redeploy"])
  }

  @Test func `the log belongs to the action`() throws {
    let panel = try VirtualPanel(Self.deploy)
    #expect(panel.state.log?.title == "Deploy")
    panel.press("Down")
    #expect(panel.state.focusedButton?.id == "deploy live")
    #expect(panel.state.log?.title == "Deploy")
    panel.press("Down")
    #expect(panel.state.log?.title == "check")
  }

  @Test func `the question has the title of the button, and the other button is locked`() async throws {
    let panel = try VirtualPanel(Self.deploy)
    panel.press("2")
    guard let question = panel.state.mode.question else {
      Issue.record("no question")
      return
    }
    #expect(question.title == "Deploy: To all")

    panel.press("y")
    #expect(panel.button("deploy live")?.phase == .running)
    #expect(panel.button("deploy staging")?.isLocked == true)
    #expect(panel.button("deploy staging")?.reason == "waits for Deploy")
    panel.press("1")
    #expect(panel.state.mode.front != nil)

    panel.press("y")
    while panel.button("deploy live")?.phase == .running {
      panel.scheduler.advance()
      await Task.yield()
    }
    #expect(panel.button("deploy live")?.phase == .cancelled)
    #expect(panel.button("deploy staging")?.phase == .idle)
    #expect(panel.button("deploy staging")?.isLocked == false)
  }

  @Test func `a quiet repeat does not make the row flicker`() throws {
    let panel = try VirtualPanel(
      "  probe: { key: p, simulate: { duration: 1s }, every: 5s, quiet: true }")
    panel.runBoard()
    panel.scheduler.advance()
    #expect(panel.button("probe")?.phase == .idle)
    panel.advance(by: .milliseconds(4_900))
    #expect(panel.button("probe")?.phase == .succeeded)
    panel.advance(by: .milliseconds(200))
    #expect(panel.button("probe")?.phase == .succeeded)
    #expect(panel.state.longestRun == nil)
    #expect(!panel.state.isAnimated)

    panel.press("q")
    #expect(panel.requests == [.quit])
  }

  @Test func `a repeat that is not quiet is shown as running`() throws {
    let panel = try VirtualPanel("  probe: { simulate: { duration: 1s }, every: 5s }")
    panel.runBoard()
    panel.scheduler.advance()
    #expect(panel.button("probe")?.phase == .running)
    #expect(panel.state.isAnimated)
  }

  @Test func `an action whose first failure is tolerated is not idle`() throws {
    let panel = try VirtualPanel(
      """
        probe: { key: p, title: Probe, simulate: { duration: 1s, fail-every: 1, failure: no }, failures-before-error: 3 }
        after: { title: After, simulate: { duration: 1s }, enabled-if: probe.failed }
      """)
    panel.press("p")
    panel.advance(by: .seconds(1))
    #expect(panel.picture.contains("▸ p  Probe  △ tolerated   1.0 s  no (1 of 3)"))
    #expect(panel.button("after")?.isLocked == true)
    #expect(panel.state.error == nil)

    panel.press("p", "p", "y", "p")
    panel.advance(by: .seconds(1))
    #expect(panel.picture.contains("Probe  △ tolerated   1.0 s  no (2 of 3)"))
    panel.press("p")
    panel.advance(by: .seconds(1))
    #expect(panel.picture.contains("Probe  ✗ failed      1.0 s  no"))
    #expect(panel.button("after")?.isLocked == false)
  }

  @Test func `a question about a run that ends tolerated says that it failed`() throws {
    let panel = try VirtualPanel(
      "  probe: { key: p, simulate: { duration: 1s, fail-every: 1, failure: no }, failures-before-error: 3 }")
    panel.press("p", "p")
    panel.advance(by: .seconds(1))
    #expect(panel.picture.contains("The run has ended: failed, no (1 of 3)."))
  }

  @Test func `a tolerated failure is shown`() throws {
    let panel = try VirtualPanel(
      "  probe: { key: p, simulate: { duration: 1s, fail-every: 2, failure: no }, failures-before-error: 2 }")
    panel.press("p")
    panel.advance(by: .seconds(1))
    panel.press("p")
    panel.advance(by: .seconds(1))
    #expect(panel.button("probe")?.phase == .succeeded)
    #expect(panel.button("probe")?.words == "no (1 of 2)")
    #expect(panel.state.error == nil)
  }
}
