import Boundary
import LoopbackBox
import TerminalUI
import Testing

@testable import Dashboard

@MainActor
@Suite(.timeLimit(.minutes(15)), .bothBoxes) struct ModelDetailsTests {
  private let panel: VirtualPanel

  init() throws {
    panel = try VirtualPanel(
      """
        build: { key: b, title: Build it, description: Compiles, simulate: { duration: 2s } }
        check: { key: c, title: Check, run: make check, dir: /srv, every: 10s, enabled-if: build.idle }
        deploy:
          key: d
          title: Deploy
          simulate: { duration: 1s }
          enabled-if: build.succeeded && !check.running && (errors.any || build.age < 1m)
      """)
  }

  @Test func `an action without output shows its guard with each fact`() {
    panel.press("Up")
    let rows = panel.picture.split(separator: "\n")
    for (text, value) in [
      ("│ ⊘ Locked: it needs", ""), ("  ✗ Build it succeeded ", " false "),
      ("  ✓ Check not running ", " true "), ("  ? any of ", " unknown "), ("    ✗ an error ", " false "),
      ("    ? age of Build it < 1m (unknown) ", " unknown "),
    ] {
      #expect(rows.contains { $0.contains(text) && $0.contains(value) }, "\(text)")
    }
  }

  @Test func `the facts are those of the present moment`() {
    panel.press("Up", "b")
    panel.press("Up")
    #expect(panel.picture.contains("✗ Build it succeeded"))
    panel.advance(by: .seconds(3))
    #expect(panel.picture.contains("✓ Build it succeeded"))
    #expect(panel.picture.contains("Unlocked: it needs"))
  }

  @Test func `a press of a locked action shows what it needs, and keys go on to the board`() {
    panel.press("d")
    #expect(panel.state.message == "Deploy: needs Build it succeeded and (an error or age of Build it < 1m)")
    #expect(panel.picture.contains("─ About Deploy ─"))
    panel.press("b")
    #expect(panel.button("build")?.phase == .running)
    #expect(panel.picture.contains("─ Output of Build it ─"))
  }

  @Test(arguments: ["w", "Esc"]) func `W shows the same of any action, and the output again`(key: String) {
    panel.press("b")
    panel.advance(by: .seconds(3))
    #expect(!panel.picture.contains("Last result"))
    panel.press("w")
    #expect(panel.picture.contains("─ About Build it ─"))
    #expect(panel.picture.contains("Compiles"))
    #expect(panel.picture.contains("Last result  succeeded after 2.0 s at 14:00:02"))
    panel.press(key)
    #expect(panel.picture.contains("─ Output of Build it ─"))
    #expect(!panel.picture.contains("Last result"))
  }

  @Test func `the directory and the repeat of a command are shown`() {
    panel.press("Down")
    #expect(panel.picture.contains("$ make check"))
    #expect(panel.picture.contains("Directory  /srv"))
    #expect(panel.picture.contains("Repeats    every 10 s"))
  }

  @Test func `details that do not fit can be scrolled`() {
    panel.model.size = Size(width: 40, height: 12)
    panel.press("d")
    #expect(!panel.picture.contains("age of"))
    panel.press("PgDn", "PgDn", "PgDn", "PgDn")
    #expect(panel.picture.contains("age of"))
    panel.press("Home")
    #expect(panel.picture.contains("⊘ Locked: it needs"))
  }
}
