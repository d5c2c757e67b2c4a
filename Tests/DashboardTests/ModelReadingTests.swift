import Boundary
import LoopbackBox
import TerminalUI
import Testing

@testable import Dashboard

/// Changes that are not caused by input are read when the surrounding program schedules it.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct ModelReadingTests {
  private let board = "  build: { key: b, title: Build, simulate: { duration: 2s, steps: 4 } }"

  @Test func `many changes are read once`() throws {
    let panel = try VirtualPanel(board)
    var reads: [@MainActor () -> Void] = []
    panel.model.whenToRead = { reads.append($0) }
    panel.press("b")
    panel.advance(by: .milliseconds(1_100))
    #expect(reads.count > 2)
    #expect(panel.button("build")?.fraction == nil)
    reads.first?()
    #expect(panel.button("build")?.fraction == 0.5)
  }

  @Test func `the effect of a key is shown immediately`() throws {
    let panel = try VirtualPanel(board)
    panel.model.handle(.key(.character("b")))
    // What it shows arrives in a later turn, and not at the time of the next frame.
    panel.advance(by: .zero)
    #expect(panel.button("build")?.phase == .running)
  }

  @Test func `a key without an effect on jobs reads them only if they have changed`() throws {
    let panel = try VirtualPanel(board)
    panel.press("b")
    // Nothing changes until the second step, and no displayed time reaches its next second.
    panel.advance(by: .milliseconds(600))
    let shown = panel.button("build")?.duration
    panel.advance(by: .milliseconds(200))
    panel.press("?")
    #expect(panel.button("build")?.duration == shown)
    panel.readEverything()
    #expect(panel.button("build")?.duration == .milliseconds(800))
  }

  @Test func `a key reads changed jobs immediately`() throws {
    let panel = try VirtualPanel(board)
    panel.model.whenToRead = { _ in }
    panel.press("b")
    panel.advance(by: .milliseconds(1_100))
    panel.press("?")
    #expect(panel.button("build")?.fraction == 0.5)
  }
}
