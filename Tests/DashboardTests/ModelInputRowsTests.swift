import Board
import Boundary
import LoopbackBox
import TerminalUI
import Testing

@testable import Dashboard

/// Inputs with names, which are typed in rows before an action starts.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct ModelInputRowsTests {
  private let board = """
      deploy:
        key: r
        run: [echo, { input: env }]
        while-running: queue
        input:
          - { name: env, prompt: Environment, choices: [staging, production, preview] }
          - { name: version, prompt: Version, matches: '^\\d', default: '1' }
          - { name: note, prompt: Note, optional: true }
          - { name: token, prompt: Token, hidden: true }
      free: { key: v, run: 'true', input: [{ name: level, default: low }, { name: tag, optional: true }] }
    """

  private func type(_ text: String, into panel: VirtualPanel) {
    for character in text { panel.press(String(character)) }
  }

  private func runs(_ panel: VirtualPanel) -> Int? { panel.box.situation["deploy"]?.runs.count }
  private func values(_ panel: VirtualPanel) -> InputValues? { panel.box.situation["deploy"]?.runs.input }

  /// The rows at the bottom.
  private func rows(_ panel: VirtualPanel, _ count: Int) -> [String] {
    panel.picture.split(separator: "\n", omittingEmptySubsequences: false).suffix(count).map(String.init)
  }

  @Test func `the key shows a row for each input, and Enter at the end starts the action`() throws {
    let panel = try VirtualPanel(board)
    panel.press("r")
    let shown = rows(panel, 4)
    #expect(shown[0].contains("▸ Environment:  staging  production  preview"), "\(shown)")
    #expect(shown[0].contains("Enter next  Esc leave"), "\(shown)")
    #expect(shown[1].contains("  Version: 1") && shown[3].contains("  Token:"), "\(shown)")
    panel.press("Right", "Enter")
    type("2", into: panel)
    panel.press("Enter")
    type("a b", into: panel)
    panel.press("Enter")
    #expect(rows(panel, 1)[0].contains("Enter start  Esc leave"))
    type("s3cret", into: panel)
    #expect(runs(panel) == 0)
    panel.press("Enter")
    #expect(panel.state.prompt == nil)
    #expect(runs(panel) == 1)
    #expect(
      values(panel) == .named([.init("env", "staging"), .init("version", "12"), .init("note", "a b")]))
  }

  @Test func `a secret is shown as dots, and nowhere else`() throws {
    let panel = try VirtualPanel(board)
    panel.press("r", "Shift-Tab")
    type("s3cret", into: panel)
    #expect(rows(panel, 1)[0].contains("Token: ••••••"), "\(rows(panel, 1))")
    panel.press("Tab")
    #expect(!panel.picture.contains("s3cret"))
    #expect(rows(panel, 1)[0].contains("Token: ••••••"))
  }

  @Test func `choices are chosen by arrows and by their first letters`() throws {
    let panel = try VirtualPanel(board)
    panel.press("r")
    let chosen = { panel.state.prompt?.rows?.rows[0].field.text }
    panel.press("p")
    #expect(chosen() == "production")
    panel.press("p")
    #expect(chosen() == "preview")
    panel.press("P", "Left")
    #expect(chosen() == "staging")
    panel.press("Left")
    #expect(chosen() == "preview")
    panel.press("End", "Right")
    #expect(chosen() == "staging")
    panel.press("x", "Backspace")
    #expect(chosen() == "staging")
    #expect(rows(panel, 4)[0].contains("[staging] production  preview"), "\(rows(panel, 4))")
  }

  @Test func `Tab and Shift-Tab go round, and a mistake is shown where it is`() throws {
    let panel = try VirtualPanel(board)
    panel.press("r", "Tab")
    panel.press("Backspace")
    type("v1", into: panel)
    #expect(panel.state.prompt?.rows?.mistake == "does not match `^\\d`")
    panel.press("Tab")
    #expect(panel.state.prompt?.rows?.mistake == nil)
    panel.press("Shift-Tab", "Shift-Tab")
    #expect(panel.state.prompt?.rows?.focus == 0)
    panel.press("Shift-Tab")
    #expect(panel.state.prompt?.rows?.focus == 3)
    panel.press("Tab")
    #expect(panel.state.prompt?.rows?.focus == 0)
  }

  @Test func `Enter at the end goes to the first input that is not accepted`() throws {
    let panel = try VirtualPanel(board)
    panel.press("r", "Shift-Tab")
    type("s", into: panel)
    panel.press("Enter")
    #expect(panel.state.prompt?.rows?.focus == 0)
    #expect(panel.picture.contains("is empty"))
    #expect(runs(panel) == 0)
  }

  @Test func `Up brings back what was entered last, except secrets`() throws {
    let panel = try VirtualPanel(board)
    panel.press("r", "p", "Enter", "Enter")
    type("again", into: panel)
    panel.press("Enter", "s", "Enter")
    #expect(runs(panel) == 1)
    panel.press("r", "Tab", "Up")
    #expect(panel.state.prompt?.rows?.rows.map(\.field.text) == ["production", "1", "again", ""])
  }

  @Test func `Esc leaves without effect`() throws {
    let panel = try VirtualPanel(board)
    panel.press("r")
    panel.press("Esc")
    #expect(panel.state.prompt == nil && runs(panel) == 0)
  }

  @Test func `a press takes defaults`() throws {
    let panel = try VirtualPanel(board)
    panel.press("v")
    #expect(panel.state.prompt == nil)
    #expect(panel.box.situation["free"]?.runs.input == .named([.init("level", "low"), .init("tag", "")]))
  }

  @Test func `a restart asks for everything, because the run that ends may have had other inputs`() throws {
    let panel = try VirtualPanel(board)
    panel.press("Down", "R")
    #expect(panel.state.prompt?.rows?.rows.map(\.field.text) == ["low", ""])
  }

  @Test func `Ctrl-P asks for everything`() throws {
    let panel = try VirtualPanel(board)
    panel.press("Down", "Ctrl-P")
    #expect(panel.state.prompt?.rows?.rows.map(\.field.text) == ["low", ""])
    type("er", into: panel)
    panel.press("Enter", "x", "Enter")
    #expect(panel.box.situation["free"]?.runs.input == .named([.init("level", "lower"), .init("tag", "x")]))
  }

  @Test func `a question follows the inputs, and keeps them`() throws {
    let panel = try VirtualPanel("  a: { key: r, run: 'true', input: [{ name: x }], confirm: Really? }")
    panel.press("r", "1", "Enter")
    #expect(panel.picture.contains("Really?"))
    panel.press("y")
    #expect(panel.box.situation["a"]?.runs.input == .named([.init("x", "1")]))
  }

  @Test func `the inputs of the target of a plan are asked for first`() throws {
    let panel = try VirtualPanel(
      "  prepare: { simulate: { duration: 2s } }\n"
        + "  go: { run: 'true', input: [{ name: x }], enabled-if: prepare.succeeded }")
    panel.press("Down", "Enter")
    panel.advance(by: .milliseconds(300))
    panel.press("Enter")
    #expect(panel.state.prompt?.rows != nil, "\(panel.picture)")
    #expect(panel.button("prepare")?.phase == .idle)
    panel.press("1", "Enter")
    #expect(panel.button("prepare")?.phase == .running)
    panel.advance(by: .seconds(3))
    #expect(panel.box.situation["go"]?.runs.input == .named([.init("x", "1")]))
  }

  @Test func `text is pasted where one types`() throws {
    let panel = try VirtualPanel(board)
    panel.press("r")
    panel.model.handle(.paste("preview"))
    #expect(panel.state.prompt?.rows?.rows[0].field.text == "")
    panel.press("Tab")
    panel.model.handle(.paste("2\n"))
    #expect(panel.state.prompt?.rows?.rows[1].field.text == "12 ")
  }

  @Test(arguments: [Size(width: 80, height: 24), Size(width: 40, height: 12), Size(width: 20, height: 5)])
  func `the focused row is visible at any size`(size: Size) throws {
    let panel = try VirtualPanel(board, size: size)
    panel.press("r")
    for prompt in ["Env", "Ver", "Not", "Tok"] {
      let text = panel.picture
      #expect(text.contains("▸ \(prompt)"), "\(text)")
      #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= size.height + 1)
      panel.press("Tab")
    }
  }

  @Test func `a long text is kept whole`() throws {
    let text = String(repeating: "a", count: InputDefinition.lengthLimit)
    let panel = try VirtualPanel("  a: { key: r, run: 'true', input: [{ name: x, default: \(text) }] }")
    panel.press("Ctrl-P", "Enter")
    #expect(panel.box.situation["a"]?.runs.input == .named([.init("x", text)]))
  }

  @Test func `a mistake is visible without room for its words`() throws {
    let panel = try VirtualPanel(board, size: Size(width: 20, height: 5))
    panel.press("r", "Tab", "Home", "x")
    #expect(rows(panel, 1)[0].contains("!"), "\(panel.picture)")
    panel.press("Backspace")
    #expect(!rows(panel, 1)[0].contains("!"), "\(panel.picture)")
  }
}
