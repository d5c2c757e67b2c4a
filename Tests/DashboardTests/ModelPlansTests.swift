import Boundary
import LoopbackBox
import SignalboxTesting
import TerminalUI
import Testing

@testable import Dashboard

/// A locked action says what would unlock it, and does it on one more key.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct ModelPlansTests {
  private let panel: VirtualPanel

  init() throws {
    panel = try VirtualPanel(
      """
        build: { key: b, title: Build, simulate: { duration: 2s } }
        test: { key: t, title: Test, simulate: { duration: 3s }, enabled-if: build.succeeded }
        deploy:
          key: D
          title: Deploy
          simulate: { duration: 4s }
          confirm: Deploy to production?
          enabled-if: test.succeeded
        never: { title: Never, simulate: { duration: 1s }, enabled-if: build.failed }
      """)
    panel.press("Down", "Down")
  }

  private func begin() {
    panel.press("Enter")
    panel.advance(by: .milliseconds(300))
    panel.press("Enter")
  }

  @Test func `Enter on a locked action shows the plan`() {
    panel.press("Enter")
    let picture = panel.picture
    for text in [
      "─ About Deploy ─", "Locked: it needs", "To unlock it: 2 presses", "1 Build", "2 Test    after 1",
      "Deploy  asks then: Deploy to production?", "Enter run these",
    ] {
      #expect(picture.contains(text), "\(text):\n\(picture)")
    }
    #expect(panel.button("build")?.phase == .idle)
  }

  @Test func `a second Enter performs it, unless the key only repeats, and asks the question when it is due`()
  {
    panel.press("Enter", "Enter")
    #expect(panel.button("build")?.phase == .idle)
    panel.advance(by: .milliseconds(300))
    panel.press("Enter")
    #expect(panel.button("build")?.phase == .running)
    panel.advance(by: .milliseconds(100))
    #expect(panel.button("deploy")?.reason == "Build; then asks")
    for text in [
      "1 running · 1 planned · 2 locked", "Deploy  ⧗ planned       0/2  Build; then asks",
      "─ Plan of Deploy ─",
      "● 1 Build   0 s", "  2 Test", "▸   Deploy  asks then: Deploy to production?", "Del cancel the plan",
    ] {
      #expect(panel.picture.contains(text), "\(text):\n\(panel.picture)")
    }
    panel.advance(by: .seconds(2))
    #expect(panel.picture.contains("1/2  Test; then asks"), "\(panel.picture)")
    panel.advance(by: .seconds(4))
    #expect(panel.button("deploy")?.reason == "asks: Deploy to production?")
    panel.press("Enter")
    #expect(panel.state.mode.question?.text == "Deploy to production?")
    panel.press("y")
    panel.advance(by: .milliseconds(100))
    #expect(panel.button("deploy")?.phase == .running)
    #expect(panel.picture.contains("─ Output of Deploy ─"), "\(panel.picture)")
    panel.advance(by: .seconds(5))
    #expect(panel.button("deploy")?.phase == .succeeded)
  }

  @Test func `no as an answer stops the plan, and its row says so until Del`() {
    begin()
    panel.advance(by: .seconds(6))
    panel.press("Enter", "n")
    panel.advance(by: .milliseconds(100))
    #expect(panel.button("deploy")?.words == "plan stopped: Deploy was not confirmed")
    // All that it needs has been done.
    #expect(panel.button("deploy")?.isLocked == false)
    panel.press("Del")
    panel.advance(by: .milliseconds(100))
    #expect(panel.button("deploy")?.words == nil)
  }

  @Test func `the key of the action never performs a plan`() {
    panel.press("D")
    panel.advance(by: .seconds(1))
    panel.press("D")
    #expect(panel.button("build")?.phase == .idle)
    #expect(panel.state.message == "Deploy: needs Test")
  }

  @Test func `Del cancels the plan and not its runs`() {
    begin()
    panel.press("Del")
    panel.advance(by: .milliseconds(100))
    #expect(panel.button("deploy")?.reason == "needs Test")
    #expect(panel.button("build")?.phase == .running)
    panel.advance(by: .seconds(9))
    #expect(panel.button("test")?.phase == .idle)
  }

  @Test func `an action without a plan shows what is missing`() {
    panel.press("Down", "Enter")
    #expect(panel.picture.contains("No plan found"), "\(panel.picture)")
    panel.advance(by: .seconds(1))
    panel.press("Enter")
    #expect(panel.button("build")?.phase == .idle)
  }

  @Test func `all that is found is started in the order of its guards, each once`() throws {
    let panel = try VirtualPanel(
      """
        build: { title: Build x, simulate: { duration: 2s } }
        lint: { title: Lint x, simulate: { duration: 1s }, enabled-if: build.succeeded }
        test: { title: Test x, simulate: { duration: 3s }, enabled-if: build.succeeded }
        pack: { title: Pack x, simulate: { duration: 1s }, enabled-if: test.succeeded && lint.succeeded }
        sign: { title: Sign x, simulate: { duration: 1s }, enabled-if: key.succeeded }
        key: { title: Key, simulate: { duration: 1s } }
      """)
    panel.press("f", "x", "Enter", "A")
    #expect(panel.picture.contains("Start 5 in order"), "\(panel.picture)")
    panel.press("o")
    panel.advance(by: .seconds(1))
    #expect(panel.state.message == "Sign x: locked by what is not among these")
    panel.advance(by: .seconds(7))
    for id in ["build", "lint", "test", "pack"] {
      #expect(panel.button(id)?.phase == .succeeded, "\(id)")
      #expect(panel.box.situation[id]?.runs.count == 1, "\(id)")
    }
    for id in ["sign", "key"] { #expect(panel.button(id)?.phase == .idle, "\(id)") }
  }
}
