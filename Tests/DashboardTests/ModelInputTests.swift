import Board
import Boundary
import LoopbackBox
import TerminalUI
import Testing

@testable import Dashboard

/// The input that is typed before an action starts.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct ModelInputTests {
  private let board = """
      release:
        key: r
        run: 'true'
        input: { prompt: Version, matches: '^\\d' }
      other: { key: o, simulate: { duration: 5s } }
    """

  private func type(_ text: String, into panel: VirtualPanel) {
    for character in text { panel.press(String(character)) }
  }

  private func runs(_ panel: VirtualPanel) -> Int? { panel.box.situation["release"]?.runs.count }

  @Test func `the key asks for the input and Enter starts the action with it`() throws {
    let panel = try VirtualPanel(board)
    panel.press("r")
    #expect(panel.state.prompt?.label(isShort: false) == "Version: ")
    #expect(panel.picture.contains("Version: "))
    #expect(panel.picture.contains("Enter start  Esc leave"))
    #expect(runs(panel) == 0)
    type("1.2", into: panel)
    panel.press("Enter")
    #expect(panel.state.prompt == nil)
    #expect(runs(panel) == 1)
    #expect(panel.box.situation["release"]?.runs.input == "1.2")
  }

  @Test func `a text that does not match starts nothing`() throws {
    let panel = try VirtualPanel(board)
    panel.press("r")
    #expect(!panel.picture.contains("does not match"))
    panel.press("Enter")
    #expect(panel.picture.contains("does not match `^\\d`"))
    type("latest", into: panel)
    #expect(panel.picture.contains("does not match `^\\d`"))
    panel.press("Enter")
    #expect(panel.state.prompt?.field.text == "latest")
    #expect(runs(panel) == 0)
    panel.press("Home")
    type("1", into: panel)
    #expect(!panel.picture.contains("does not match"))
    #expect(panel.state.prompt?.field.text == "1latest")
  }

  @Test func `keys of buttons and commands are typed`() throws {
    let panel = try VirtualPanel(board)
    panel.press("r")
    type("1roq?/", into: panel)
    #expect(panel.state.prompt?.field.text == "1roq?/")
    #expect(panel.box.situation["other"]?.isRunning == false)
  }

  @Test func `Esc and a click leave without effect`() throws {
    let panel = try VirtualPanel(board)
    panel.press("r")
    type("1", into: panel)
    panel.press("Esc")
    #expect(panel.state.prompt == nil)
    panel.press("r")
    #expect(panel.state.prompt?.field.text == "")
    panel.model.handle(.mouse(MouseEvent(.press(.left), at: Point(x: 1, y: 1))))
    #expect(panel.state.prompt == nil)
    #expect(runs(panel) == 0)
  }

  @Test func `text can be pasted`() throws {
    let panel = try VirtualPanel(board)
    panel.press("r")
    panel.model.handle(.paste("1.2\n"))
    #expect(panel.state.prompt?.field.text == "1.2 ")
  }

  @Test func `a prompt of the log is replaced`() throws {
    let panel = try VirtualPanel(board)
    panel.press("/")
    #expect(panel.state.prompt?.purpose == .search)
    panel.press("Enter", "r")
    #expect(panel.state.prompt?.label(isShort: false) == "Version: ")
  }

  @Test func `a question follows the input`() throws {
    let panel = try VirtualPanel("  release: { key: r, run: 'true', input: Version, confirm: Release it? }")
    panel.press("r", "1", "Enter")
    #expect(panel.picture.contains("Release it?"))
    #expect(runs(panel) == 0)
    panel.press("y")
    #expect(runs(panel) == 1)
  }

  @Test func `a locked action asks for nothing`() throws {
    let panel = try VirtualPanel(
      "  release: { key: r, run: 'true', input: Version, enabled-if: other.succeeded }\n"
        + "  other: { key: o, simulate: { duration: 5s } }")
    panel.press("r")
    #expect(panel.state.prompt == nil)
    #expect(panel.state.message == "release: needs other")
  }

  @Test func `a read-only panel asks for nothing`() throws {
    let panel = try VirtualPanel(board, isReadOnly: true)
    panel.press("r")
    #expect(panel.state.prompt == nil)
  }

  @Test func `the picture is drawn at any size`() throws {
    let panel = try VirtualPanel(
      "  a: { key: r, run: 'true', input: '\(String(repeating: "long ", count: 50))' }",
      size: Size(width: 20, height: 5))
    panel.press("r", "x")
    #expect(panel.state.prompt?.field.text == "x")
    _ = panel.picture
  }
}
