import Board
import TerminalUI
import Testing

@testable import Dashboard

@Suite(.timeLimit(.minutes(15))) struct MistakesOverlayTests {
  private func state(_ text: String, _ glyphs: GlyphSet = .unicode) -> Dashboard.State {
    var state = Dashboard.State(title: "Test", glyphs: glyphs)
    do throws(BoardError) {
      _ = try Board.parse(text, file: "/home/me/board.yml")
    } catch {
      state.boardMistakes = error.diagnostics
    }
    return state
  }

  private func box(_ state: Dashboard.State, _ width: Int, _ height: Int, offset: Int = 0) -> String {
    picture(of: MistakesOverlay(state, offset: offset), width, height).text
  }

  private static let two = """
    actions:
      build:
        titel: Build
        run: swift build
      test: {}
    """

  @Test func `each mistake has its location, its line and a suggestion`() {
    #expect(
      box(state(Self.two), 60, 13) == """
            ╭─ 2 mistakes in board.yml ────────────────────────╮
            │ The board that runs is left as it was.           │
            │                                                  │
            │ ✗ 3:5: unknown key `titel`                       │
            │       titel: Build                               │
            │       ^                                          │
            │   did you mean `title`?                          │
            │                                                  │
            │ ✗ 5:3: action `test` needs `run`, `http`, `tcp`, │
            │   `alerts`, `query` or `simulate`                │
            │     test: {}                                     │
            │     ^                                            │
            ╰──────────────────────────────────────────────────╯
        """)
  }

  @Test func `without enough room texts are wrapped and lines are scrolled to their caret`() {
    #expect(
      box(state("actions: { build: { run: swift build, titel: Build } }", .ascii), 30, 10) == """
        +- 1 mistake in board.yml ---+
        | The board that runs is     |
        | left as it was.            |
        |                            |
        | ! 1:39: unknown key        |
        |   `titel`                  |
        |   ift build, titel: Build~ |
        |              ^             |
        |   did you mean `title`?    |
        +----------------------------+
        """)
  }

  @Test func `wide characters before the caret do not misplace it`() {
    #expect(
      box(state("actions: { build: { run: 信号信号信号信号信号, titel: x } }"), 30, 10) == """
        ╭─ 1 mistake in board.yml ──╮
        │ The board that runs is    │
        │ left as it was.           │
        │                           │
        │ ✗ 1:38: unknown key       │
        │   `titel`                 │
        │    信号信号, titel: x } } │
        │              ^            │
        │   did you mean `title`?   │
        ╰───────────────────────────╯
        """)
  }

  @Test func `a missing file has a mistake without a location`() throws {
    var state = Dashboard.State(title: "Test")
    do throws(BoardError) {
      _ = try Board.load(contentsOf: "/nowhere/board.yml")
    } catch {
      state.boardMistakes = error.diagnostics
    }
    #expect(
      box(state, 60, 5) == """
              ╭─ 1 mistake in board.yml ────────────────────╮
              │ The board that runs is left as it was.      │
              │                                             │
              │ ✗ cannot be read: No such file or directory │
              ╰─────────────────────────────────────────────╯
        """)
    #expect(state.boardMistakes.first?.summary == "board.yml: cannot be read: No such file or directory")
  }

  @Test(arguments: [(0, 0), (1, 1), (4, 2), (5, 3), (20, 4), (200, 60)])
  func `any size is supported`(width: Int, height: Int) {
    let state = state(Self.two)
    for offset in [0, 3, 99] { _ = box(state, width, height, offset: offset) }
    let area = Rect(x: 0, y: 0, width: width, height: height)
    #expect(MistakesOverlay(state, offset: 0).lastOffset(in: area) >= 0)
  }

  @Test func `a file without mistakes has an empty list`() {
    #expect(!box(Dashboard.State(title: "Test"), 60, 8).isEmpty)
  }

  private static let remarks = [
    Remark(
      inFile: "package.json", line: 3, subject: "prepare",
      reason: "npm runs it by itself after an installation: no button"),
    Remark(inFile: "Taskfile.yml", line: nil, subject: "", reason: "it has no tasks"),
  ]

  @Test func `what is not taken over is listed with its place`() {
    var state = Dashboard.State(title: "Test", glyphs: .unicode)
    (state.remarks, state.remarkCount) = (Self.remarks, 205)
    #expect(
      box(state, 44, 10) == """
            ╭─ 205 not taken over ─────────────╮
            │ package.json:3  prepare          │
            │   npm runs it by itself after an │
            │   installation: no button        │
            │                                  │
            │ Taskfile.yml                     │
            │   it has no tasks                │
            │                                  │
            │ 203 more                         │
            ╰──────────────────────────────────╯
        """)
  }

  @Test func `mistakes come before what is not taken over`() {
    var state = state(Self.two)
    (state.remarks, state.remarkCount) = (Self.remarks, 2)
    let text = box(state, 70, 30)
    #expect(text.contains("─ 2 mistakes in board.yml ─"), "\(text)")
    let parts = [
      "3:5: unknown key", "5:3: action", "Not taken over:", "package.json:3  prepare", "Taskfile.yml",
    ]
    let places = parts.compactMap { text.firstRange(of: $0)?.lowerBound }
    #expect(places.count == parts.count && places == places.sorted(), "\(text)")
  }
}
