import TerminalUI
import Testing

@testable import Dashboard

/// Changes that nobody typed are read when the program around the panel says so.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct ModelReadingTests {
  private let board = "  build: { key: b, title: Build, simulate: { duration: 2s, steps: 4 } }"

  @Test func manyChangesAreReadOnce() throws {
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

  @Test func aKeyShowsWhatItHasDoneBeforeAnythingElseHappens() throws {
    let panel = try VirtualPanel(board)
    panel.model.handle(.key(.character("b")))
    #expect(panel.button("build")?.phase == .running)
  }

  @Test func aKeyThatDoesNothingToTheJobsReadsThemOnlyWhenSomethingIsNew() throws {
    let panel = try VirtualPanel(board)
    panel.press("b")
    // Nothing changes until its second step, and no second is over.
    panel.advance(by: .milliseconds(600))
    let shown = panel.button("build")?.duration
    panel.advance(by: .milliseconds(200))
    panel.press("?")
    #expect(panel.button("build")?.duration == shown)
    panel.readEverything()
    #expect(panel.button("build")?.duration == .milliseconds(800))
  }

  @Test func aKeyReadsAtOnce() throws {
    let panel = try VirtualPanel(board)
    panel.model.whenToRead = { _ in }
    panel.press("b")
    panel.advance(by: .milliseconds(1_100))
    panel.press("?")
    #expect(panel.button("build")?.fraction == 0.5)
  }
}
