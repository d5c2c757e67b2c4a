import Boundary
import LoopbackBox
import TerminalUI
import TestSupport
import Testing

@testable import Dashboard

/// One key starts all services of a group, and what they need of it, after a question.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct ModelStartAllTests {
  private static let service = "run: exec sleep 100, service: true"

  private func panel(_ actions: String) throws -> VirtualPanel {
    try VirtualPanel(actions.replacing("SERVICE", with: Self.service))
  }

  /// The question that `Ctrl-A` asks, without its marks.
  private func question(_ panel: VirtualPanel) throws -> Dashboard.Inquiry {
    panel.press("Ctrl-A")
    return try #require(panel.state.mode.question?.inquiry, "\(panel.picture)")
  }

  @Test func `the services of the chosen group are asked about, with what they need of it`() throws {
    let panel = try panel(
      """
        tidy: { title: Tidy, group: A, simulate: { duration: 1s } }
        seed: { title: Seed, group: A, simulate: { duration: 1s }, enabled-if: tables.succeeded }
        tables: { title: Tables, group: A, simulate: { duration: 1s }, enabled-if: db.ready && up.succeeded }
        web: { title: Web, group: A, SERVICE, enabled-if: seed.succeeded }
        db: { title: Database, group: A, SERVICE }
        up: { title: Up, group: B, simulate: { duration: 1s } }
        one: { title: One, group: B, SERVICE }
        two: { title: Two, group: B, SERVICE }
        three: { title: Three, group: B, SERVICE }
      """)
    let inquiry = try question(panel)
    #expect(inquiry.title == "Start 4 actions of A?")
    // What is locked follows what can start now.
    #expect(inquiry.text == "Database, Seed, Tables and Web.")
    #expect(inquiry.options.map(\.answer.title) == ["Start them", "No"])
    #expect(inquiry.firstFocus == 1)
    panel.press("n", "Down", "Down", "Down", "Down", "Down")
    let other = try question(panel)
    #expect(other.title == "Start 3 actions of B?", "\(other)")
  }

  @Test func `a chosen action of a group without services stands for the group that has most`() throws {
    let panel = try panel(
      """
        build: { title: Build, group: A, simulate: { duration: 1s } }
        one: { title: One, group: B, SERVICE }
        two: { title: Two, group: C, SERVICE }
        three: { title: Three, group: C, SERVICE }
        four: { title: Four, group: D, SERVICE }
        five: { title: Five, group: D, SERVICE }
      """)
    try expectEqual(question(panel).text, "Two and Three.")
  }

  @Test func `what must not run, or must have failed, is no need`() throws {
    let panel = try panel(
      """
        db: { title: Database, simulate: { duration: 9s } }
        backup: { title: Backup, simulate: { duration: 9s } }
        check: { title: Check, simulate: { duration: 9s } }
        move: { title: Move, simulate: { duration: 9s } }
        old: { title: Old, simulate: { duration: 9s } }
        new: { title: New, simulate: { duration: 9s } }
        now: { title: Now, simulate: { duration: 9s } }
        web:
          title: Web
          run: exec sleep 100
          service: true
          enabled-if: >-
            db.succeeded && !backup.running && !(check.failed || move.running) && (old.failed || new.ended)
            && now.age < 1h && !old.idle
      """)
    try expectEqual(question(panel).text, "Database, New, Now and Web.")
  }

  @Test func `where nothing is a service, that is said`() throws {
    let panel = try panel("  build: { title: Build, simulate: { duration: 1s } }\n")
    panel.press("Ctrl-A")
    #expect(panel.state.mode.question == nil && panel.state.message == "There is no service")
  }
}
