import Boundary
import LoopbackBox
import Programs
import SignalboxTesting
import TerminalUI
import Testing

@testable import Dashboard

/// A panel whose box is in another process, so that it answers in a later turn.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct ServedPanelTests {
  private static let actions = """
      other: { key: o, title: Other, simulate: { duration: 1s } }
      deploy: { key: D, title: Deploy, simulate: { duration: 1s }, enabled-if: "!other.running" }
    """

  @Test func `a refusal that arrives later is shown`() throws {
    let panel = try VirtualPanel(Self.actions)
    panel.startElsewhere("other")
    panel.model.handle(.key(.character("D")))
    #expect(panel.state.message == nil)
    panel.scheduler.advance()
    #expect(panel.state.message == "deploy: needs not other.running")
    #expect(panel.button("deploy")?.isLocked == true)
  }

  @Test func `a refusal that arrives later shows again what the action is`() throws {
    let panel = try VirtualPanel(
      "  other: { simulate: { duration: 1s } }\n"
        + "  deploy: { key: D, description: Ships, simulate: { duration: 1s }, enabled-if: other.idle }")
    panel.startElsewhere("other")
    panel.model.handle(.key(.character("D")))
    #expect(panel.picture.contains("─ Output of deploy ─") && !panel.picture.contains("Ships"))
    panel.scheduler.advance()
    #expect(panel.state.message == "deploy: needs other.idle")
    #expect(panel.picture.contains("Ships"))
  }

  @Test func `an output that has not arrived yet is no empty output`() throws {
    let panel = try VirtualPanel(Self.actions)
    panel.print([OutputLine("from deploy")], by: "deploy")
    var pictures: [String] = []
    panel.model.onChange = { pictures.append(panel.picture) }
    panel.press("Down")
    #expect(pictures.contains { $0.contains("─ Output of Deploy ─") && !$0.contains("from deploy") })
    #expect(pictures.last?.contains("from deploy") == true)
    #expect(!pictures.contains { $0.contains("No output yet") })
    panel.press("Up")
    #expect(pictures.last?.contains("No output yet") == true)
    panel.model.onChange = {}
  }

  @Test func `a yes to a question that has changed meanwhile starts nothing`() throws {
    let panel = try VirtualPanel(
      "  a: { key: A, confirm: Really?, simulate: { duration: 1s } }")
    panel.press("A")
    panel.model.handle(.key(.character("y")))
    try panel.reload("  a: { key: A, confirm: 'To production, too?', simulate: { duration: 1s } }")
    #expect(panel.button("a")?.phase == .idle)
    #expect(panel.state.message == #"a: it asks "To production, too?" now, and something else was confirmed"#)
  }

  @Test func `the box is notified of the output and the past runs that are shown`() throws {
    let panel = try VirtualPanel(Self.actions)
    panel.print([OutputLine("from deploy")], by: "deploy")
    let log = Dashboard.Layout(panel.state, size: panel.model.size).log
    // A sign is at the left of each line.
    let size = Size(width: log.width - 2, height: log.height)
    #expect(panel.box.attention == Attention(output: "other", size: size))
    panel.press("Down")
    #expect(panel.box.attention == Attention(output: "deploy", size: size))
    #expect(panel.picture.contains("from deploy"))
    panel.press("Ctrl-R")
    #expect(panel.box.attention == Attention(output: "deploy", history: "deploy", size: size))
    panel.press("Esc")
    #expect(panel.box.attention == Attention(output: "deploy", size: size))
  }

  @Test func `a key is drawn before the box is asked for what it needs`() throws {
    let panel = try VirtualPanel(Self.actions)
    var pictures: [(focus: Int, output: String?)] = []
    panel.model.onChange = { [weak panel] in
      guard let panel else { return }
      pictures.append((panel.state.focus, panel.box.attention.output))
    }
    panel.model.handle(.key(.down))
    #expect(pictures.first?.focus == 1)
    #expect(pictures.first?.output == "other")
    #expect(panel.box.attention.output == "deploy")
  }
}
