import Boundary
import LoopbackBox
import SignalboxTesting
import TerminalUI
import TestSupport
import Testing

@testable import Dashboard

@MainActor
@Suite(.timeLimit(.minutes(15))) struct ModelDetailsTests {
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
    panel.press("G")
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
    panel.press("b")
    panel.press("G")
    #expect(panel.picture.contains("✗ Build it succeeded"))
    panel.advance(by: .seconds(3))
    #expect(panel.picture.contains("✓ Build it succeeded"))
    #expect(panel.picture.contains("Unlocked: it needs"))
  }

  @Test func `a press of a locked action shows what it needs, and keys go on to the board`() {
    panel.press("d")
    #expect(panel.state.message == "Deploy: needs Build it, (an error or age of Build it < 1m)")
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

  @Test func `details that do not fit say which rows are in view, and the wheel scrolls them`() throws {
    panel.model.size = Size(width: 60, height: 12)
    panel.press("d")
    #expect(panel.picture.contains("─ About Deploy ─"))
    let count = try #require(try position().last)
    try expectEqual(position(), [1, count])
    let log = Dashboard.Layout(panel.state, size: panel.model.size).log
    panel.mouse(.wheelDown, at: log.origin)
    try expectEqual(position(), [min(4, count - log.height + 1), count])
    panel.mouse(.wheelUp, at: log.origin)
    try expectEqual(position(), [1, count])
    panel.model.size = Size(width: 60, height: 40)
    panel.press("Ctrl-L")
    #expect(!panel.picture.contains(" of \(count) ─"))
  }

  private func position() throws -> [Int] {
    let match = try #require(panel.picture.firstMatch(of: #/ (\d+)-\d+ of (\d+) ─/#))
    return [try #require(Int(match.output.1)), try #require(Int(match.output.2))]
  }

  @Test func `a low pane shows what the action does before all else`() {
    panel.model.size = Size(width: 60, height: 11)
    panel.press("G", "Up")
    #expect(panel.picture.contains("$ make check"))
    #expect(!panel.picture.contains("No output yet"))
  }

  @Test func `without room for details a message says how to get it`() {
    panel.model.size = Size(width: 30, height: 5)
    panel.press("w")
    #expect(panel.state.message == "No room: z zooms")
    #expect(panel.state.log?.introduction?.isRequested == false)
    panel.press("z", "w")
    #expect(panel.picture.contains("── About Build it"))
  }

  // MARK: Output that is on its way

  /// The pictures that are drawn meanwhile.
  private func pictures(_ body: () -> Void) -> [String] {
    var pictures: [String] = []
    panel.model.onChange = { [panel] in pictures.append(panel.picture) }
    body()
    panel.model.onChange = {}
    return pictures
  }

  @Test(arguments: ["b", "Enter"])
  func `no picture between a press and its first line shows what the action is`(key: String) {
    if key == "b" { panel.press("Down") }
    let pictures = pictures { panel.press(key) }
    #expect(!pictures.isEmpty)
    for picture in pictures {
      #expect(picture.contains("─ Output of Build it ─"))
      #expect(!picture.contains("Compiles") && !picture.contains("No output yet"))
    }
    #expect(panel.picture.contains("run 1 started"))
  }

  @Test func `an action that runs does not show what it is`() {
    panel.press("b")
    panel.removeOutput(of: "build")
    panel.scheduler.advance()
    panel.readEverything()
    #expect(panel.state.log?.keptCount == 0)
    #expect(!panel.picture.contains("Compiles") && !panel.picture.contains("No output yet"))
    panel.press("w")
    #expect(panel.picture.contains("Compiles"))
  }

  @Test func `a start without a line for a second shows again what the action is`() {
    panel.model.awaitOutput(of: "build")
    panel.model.refresh()
    #expect(!panel.picture.contains("Compiles"))
    panel.advance(by: .milliseconds(999))
    #expect(!panel.picture.contains("Compiles"))
    panel.advance(by: .milliseconds(1))
    #expect(panel.picture.contains("Compiles"))
  }
}
