import Board
import Boundary
import LoopbackBox
import SignalboxCore
import SignalboxTesting
import TerminalUI
import Testing

@testable import Dashboard

@MainActor
@Suite(.timeLimit(.minutes(15))) struct ModelTests {
  private static let chain = """
      build: { key: b, title: Build, simulate: { duration: 2s, steps: 4 } }
      test: { key: t, title: Test, simulate: { duration: 1s }, enabled-if: build.succeeded }
    """

  @Test func `a key starts an action and its success unlocks another`() throws {
    let panel = try VirtualPanel(Self.chain)

    panel.press("t")
    #expect(panel.state.message == "Test: needs Build")
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

  @Test func `the arrows move the focus, and Enter presses`() throws {
    let panel = try VirtualPanel(Self.chain)
    panel.press("Down")
    #expect(panel.state.focusedButton?.id == "test")
    panel.press("Down")
    #expect(panel.state.focusedButton?.id == "test")
    panel.press("Up", "Up", "Enter")
    #expect(panel.button("build")?.phase == .running)
  }

  @Test func `pressing a running action asks whether to cancel it`() throws {
    let panel = try VirtualPanel(Self.chain)
    panel.press("b", "b")
    guard let question = panel.state.mode.question else {
      Issue.record("no question")
      return
    }
    #expect(question.title == "Cancel Build?")

    panel.press("n")
    #expect(panel.state.mode.front == nil)
    #expect(panel.button("build")?.phase == .running)

    panel.press("b", "y")
    #expect(panel.button("build")?.phase == .cancelled)
  }

  @Test func `Enter gives the focused answer, which at first is the one without an effect`() throws {
    let panel = try VirtualPanel(Self.chain)
    panel.press("b", "b", "Enter")
    #expect(panel.state.mode.front == nil)
    #expect(panel.button("build")?.phase == .running)
    panel.press("b", "Down", "Enter")
    #expect(panel.button("build")?.phase == .cancelled)
  }

  @Test func `an action with confirmation starts only after the answer yes`() throws {
    let panel = try VirtualPanel(
      "  deploy: { key: D, title: Deploy, confirm: 'To production?', simulate: { duration: 1s } }")
    panel.press("D")
    #expect(panel.button("deploy")?.phase == .idle)
    panel.press("Esc")
    #expect(panel.state.mode.front == nil)
    panel.press("D", "y")
    #expect(panel.button("deploy")?.phase == .running)
  }

  @Test func `a guard is checked again after the confirmation`() throws {
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
    panel.startElsewhere("other")
    panel.press("y")
    #expect(panel.button("deploy")?.phase == .idle)
    // A panel in the process of its box knows it before it asks the box, and says why there is no `Yes`.
    #expect(panel.state.message?.hasSuffix(": needs not other.running") == true)
  }

  @Test func `an error is shown until it is reset or dismissed`() throws {
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

  @Test func `the countdown of an error is updated`() throws {
    let panel = try VirtualPanel(
      "  a: { key: A, simulate: { duration: 1s, fail-every: 1 }, error: { reset: 10s } }")
    panel.press("A")
    panel.advance(by: .seconds(1))
    panel.advance(by: .seconds(4))
    let remaining = try #require(panel.state.error?.reset?.remaining)
    #expect(remaining <= .seconds(6.2) && remaining >= .seconds(5.8))
  }

  @Test func `there is no timer while the picture does not move`() throws {
    let panel = try VirtualPanel(Self.chain)
    panel.scheduler.advance()
    #expect(panel.scheduler.pendingCount == 0)
    panel.press("b")
    #expect(panel.scheduler.pendingCount > 0)
    panel.advance(by: .seconds(60))
    #expect(panel.scheduler.pendingCount == 0)
  }

  @Test func `quitting asks only while actions are running`() throws {
    let panel = try VirtualPanel(Self.chain, isShared: false)
    panel.press("b", "q")
    #expect(panel.requests.isEmpty)
    #expect(panel.picture.contains("Build will be cancelled."))
    panel.press("n")
    panel.advance(by: .seconds(2))
    panel.press("q")
    #expect(panel.requests == [.quit])
  }

  @Test func `quitting does not ask because of a short repeat, but because of one that is shown`() throws {
    let panel = try VirtualPanel(
      "  probe: { title: Probe, simulate: { duration: 5s }, every: 1s }")
    panel.box.repeatActions()
    panel.advance(by: .seconds(8))
    #expect(panel.button("probe")?.phase == .running)
    panel.press("q")
    #expect(panel.requests.isEmpty)
    #expect(panel.picture.contains("Quit?"))
    panel.press("n")
    for _ in 0..<100 where panel.button("probe")?.phase == .running { panel.advance(by: .milliseconds(100)) }
    for _ in 0..<100 where panel.box.situation["probe"]?.isRunning != true {
      panel.advance(by: .milliseconds(50))
    }
    #expect(panel.button("probe")?.phase == .succeeded)
    panel.press("q")
    #expect(panel.requests == [.quit])
  }

  @Test func `the question whether to quit names the key that leaves at once, and a click on it leaves`()
    throws
  {
    let panel = try VirtualPanel("  build: { key: b, title: Build, simulate: { duration: 9s } }")
    panel.press("b", "q")
    #expect(panel.picture.contains("Esc close  Ctrl-C leave at once"))
    try panel.click("Ctrl-C leave")
    #expect(panel.requests == [.quit])
  }

  @Test func `Ctrl-C twice quits in any case`() throws {
    let panel = try VirtualPanel(Self.chain)
    panel.press("b", "Ctrl-C", "Ctrl-C")
    #expect(panel.requests == [.quit])
  }

  @Test(arguments: [
    ("x", "There is no error to dismiss"), ("!", "There is nothing wrong with the board file"),
    ("Ctrl-V", "There is nothing to select"), ("y", "There is nothing to copy"), ("a", "Nothing is running"),
    ("Del", "build: nothing to cancel"), ("Ctrl-P", "build: there is only one input to pick"),
  ])
  func `a key without an effect shows the reason`(key: String, message: String) throws {
    let panel = try VirtualPanel(Self.chain)
    panel.press(key)
    #expect(panel.state.message == message)
  }

  @Test func `quitting does not change the picture if nothing is running`() throws {
    let panel = try VirtualPanel(Self.chain)
    let picture = panel.picture
    panel.model.showLeaving()
    #expect(panel.picture == picture)
    try panel.click("Build")
    #expect(panel.picture == picture)
    #expect(panel.button("build")?.phase == .idle)
  }

  @Test func `while shutting down the only command is to quit again`() throws {
    let panel = try VirtualPanel(Self.chain, isShared: false)
    panel.press("b")
    panel.model.showLeaving()
    #expect(panel.picture.contains("Waiting for Build to end; Ctrl-C kills"))
    let picture = panel.picture
    panel.press("t", "?", "Tab", "Esc", "n")
    #expect(panel.picture == picture)
    #expect(panel.requests.isEmpty)
    panel.press("Ctrl-L", "Ctrl-C")
    #expect(panel.requests == [.redraw, .quit])
  }

  @Test func `redraw and suspend are requested from the program`() throws {
    let panel = try VirtualPanel(Self.chain)
    panel.press("Ctrl-L", "Ctrl-Z")
    #expect(panel.requests == [.redraw, .suspend])
  }

  @Test func `the log follows its end, scrolls, and follows again`() throws {
    let panel = try VirtualPanel(
      "  a: { key: A, simulate: { duration: 1s }, while-running: queue }",
      size: Size(width: 80, height: 24))
    for _ in 1...20 { panel.press("A") }
    panel.advance(by: .seconds(20))
    #expect(panel.picture.contains("run 20 started"))

    panel.press("Home")
    #expect(panel.picture.contains("run 1 started"))
    #expect(!panel.picture.contains("run 20 started"))

    panel.press("PgDn")
    #expect(!panel.picture.contains("run 1 started"))

    panel.press("End")
    #expect(panel.picture.contains("run 20 started"))
    panel.press("PgUp")
    #expect(!panel.picture.contains("run 20 started"))
  }
}
