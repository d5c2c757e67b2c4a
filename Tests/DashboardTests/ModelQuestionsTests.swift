import Boundary
import LoopbackBox
import Programs
import SignalboxCore
import SignalboxTesting
import TerminalUI
import Testing

@testable import Dashboard

@MainActor
@Suite(.timeLimit(.minutes(15))) struct ModelQuestionsTests {
  private static let guarded = """
      other: { key: o, title: Other, simulate: { duration: 1s } }
      deploy:
        key: D
        title: Deploy
        confirm: To production?
        simulate: { duration: 1s }
        enabled-if: "!other.running"
    """

  private static let two = """
      a: { key: A, title: Alpha, simulate: { duration: 1s } }
      b: { key: B, title: Beta, simulate: { duration: 5s } }
    """

  private static let inputs = """
      build: { key: b, simulate: { duration: 2s } }
      deploy:
        title: Deploy
        run: 'true'
        enabled-if: build.succeeded
        buttons: [{ key: 1, title: Staging, input: staging }, { title: Production, input: production }]
    """

  @Test func `the answer yes is not available while the guard fails`() throws {
    let panel = try VirtualPanel(Self.guarded)
    panel.press("D")
    #expect(panel.picture.contains("y Yes   ▸ n No"))
    panel.startElsewhere("other")
    panel.scheduler.advance()
    #expect(panel.picture.contains("y Yes   needs not other.running"))
    panel.press("y")
    #expect(panel.state.message == "Yes: needs not other.running")
    #expect(panel.button("deploy")?.phase == .idle)
    panel.advance(by: .seconds(1))
    #expect(panel.picture.contains("y Yes   ▸ n No"))
    panel.press("y")
    #expect(panel.button("deploy")?.phase == .running)
  }

  @Test func `a run that has ended cannot be cancelled, and the question says so`() throws {
    let panel = try VirtualPanel(Self.two)
    panel.press("A", "A")
    #expect(panel.picture.contains("It is running."))
    panel.advance(by: .seconds(1))
    #expect(panel.picture.contains("The run has ended: succeeded."))
    #expect(panel.picture.contains("y Cancel it   it has ended"))
    #expect(panel.picture.contains("▸ n Close"))
    panel.press("y")
    #expect(panel.state.mode.front != nil)
    panel.press("Enter")
    #expect(panel.state.mode.front == nil)
    #expect(panel.button("a")?.phase == .succeeded)
  }

  @Test func `a question about one run does not cancel the next one`() throws {
    let panel = try VirtualPanel(Self.two)
    panel.press("A", "A")
    panel.advance(by: .seconds(1))
    panel.startElsewhere("a")
    panel.scheduler.advance()
    #expect(panel.button("a")?.phase == .running)
    panel.press("y")
    #expect(panel.button("a")?.phase == .running)
    #expect(panel.picture.contains("The run has ended"))
  }

  @Test func `a run of any policy can be cancelled`() throws {
    let panel = try VirtualPanel(
      "  a: { key: A, title: Alpha, simulate: { duration: 9s }, while-running: queue }")
    panel.press("Del")
    #expect(panel.state.message == "a: nothing to cancel")
    panel.press("A", "A", "Del")
    #expect(panel.picture.contains("Cancel Alpha?"))
    panel.press("y")
    #expect(panel.button("a")?.phase == .cancelled)
    #expect(panel.button("a")?.waiting == 0)
  }

  @Test func `an action with several buttons shows them in one list`() throws {
    let panel = try VirtualPanel(Self.inputs)
    panel.press("Ctrl-P")
    #expect(panel.state.message == "build: there is only one input to pick")
    panel.press("Down", "Ctrl-P")
    let box = panel.picture.split(separator: "\n")[8...13].map { $0.dropFirst(20).prefix(40) }
    #expect(
      box.joined(separator: "\n") == """
        ╭─ Deploy ─────────────────────────────╮
        │ With which input?                    │
        │                                      │
        │ ▸ 1 Staging    needs build.succeeded │
        │   Production   needs build.succeeded │
        ╰──────────────────────────────────────╯
        """)
    panel.press("Enter")
    #expect(panel.state.message == "Staging: needs build.succeeded")
    panel.press("Esc", "b")
    panel.advance(by: .seconds(2))
    panel.press("Down", "Ctrl-P")
    #expect(panel.picture.contains("1 Staging"))
    #expect(!panel.picture.contains("Staging   needs"))
  }

  @Test func `an input with confirmation is confirmed next`() throws {
    let panel = try VirtualPanel(
      """
        deploy:
          run: 'true'
          confirm: Really?
          buttons: [{ title: Staging, input: staging }, { title: Production, input: production }]
      """)
    panel.press("Ctrl-P", "Down", "Enter")
    #expect(panel.picture.contains("─ deploy: Production ─"))
    #expect(panel.picture.contains("Really?"))
  }

  @Test func `Q over a question asks whether to quit`() throws {
    let panel = try VirtualPanel(Self.two, isShared: false)
    panel.press("A", "A", "q")
    #expect(panel.picture.contains("Alpha will be cancelled."))
    panel.press("q")
    #expect(panel.picture.contains("Alpha will be cancelled."))
    #expect(panel.requests.isEmpty)
    panel.press("y")
    #expect(panel.requests == [.quit])
  }

  @Test func `Ctrl-C over another question asks first`() throws {
    let panel = try VirtualPanel(Self.two)
    panel.press("A", "A", "Ctrl-C")
    #expect(panel.requests.isEmpty)
    panel.press("Ctrl-C")
    #expect(panel.requests == [.quit])
  }

  @Test func `a run has not ended because another one begins`() throws {
    let panel = try VirtualPanel(
      "  a: { key: A, simulate: { duration: 5s }, while-running: concurrent }", isShared: false)
    panel.press("A", "A", "Del")
    panel.advance(by: .seconds(1))
    #expect(panel.picture.contains("It is running."))
    panel.press("y")
    #expect(panel.button("a")?.phase == .cancelled)
  }

  @Test func `the question whether to quit is updated as actions end`() throws {
    let panel = try VirtualPanel(Self.two, isShared: false)
    panel.press("A", "B", "q")
    #expect(panel.picture.contains("Alpha and Beta will be cancelled."))
    panel.advance(by: .seconds(2))
    #expect(panel.picture.contains("Beta will be cancelled."))
    #expect(!panel.picture.contains("Alpha and"))
    panel.advance(by: .seconds(5))
    #expect(panel.picture.contains("Nothing is running any more."))
  }

  @Test func `the list of jobs that are shutting down is updated as they end`() throws {
    let panel = try VirtualPanel(Self.two, isShared: false)
    panel.press("A", "B")
    panel.model.showLeaving()
    #expect(panel.picture.contains("● Alpha is being cancelled"))
    // The answer is not focused, because Enter does not kill.
    #expect(panel.picture.contains("│   Ctrl-C Kill what is left"))
    panel.advance(by: .seconds(2))
    #expect(panel.picture.contains("✓ Alpha has ended"))
    #expect(panel.picture.contains("● Beta is being cancelled"))
    #expect(panel.picture.contains("Waiting for Beta to end; Ctrl-C kills"))
  }

  @Test(arguments: [
    ([], ""), (["A"], "A"), (["A", "B"], "A and B"), (["A", "B", "C", "D", "E"], "A, B, C, D and E"),
    (["A", "B", "C", "D", "E", "F", "G"], "A, B, C, D and 3 others"),
  ])
  func `a list of names is joined into words`(names: [String], words: String) {
    #expect(names.inWords == words)
  }
}
