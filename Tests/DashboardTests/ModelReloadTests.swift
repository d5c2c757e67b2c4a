import Board
import Jobs
import SignalboxTesting
import TerminalUI
import Testing

@testable import Dashboard

/// Another board is taken over while the panel is open.
@MainActor
@Suite struct ModelReloadTests {
  private static let two = """
      build: { key: b, title: Build, simulate: { duration: 2s, value: done } }
      test: { key: t, title: Test, simulate: { duration: 1s } }
    """

  @Test func theMessageSaysWhatIsDifferentAndTheNewButtonWorks() throws {
    let panel = try VirtualPanel(Self.two)
    try panel.reload(
      """
        lint: { key: l, title: Lint, simulate: { duration: 1s } }
        build: { key: c, title: Compile, simulate: { duration: 2s, value: done } }
      """)
    #expect(panel.state.message == "Board reloaded: 1 action added, 1 changed, 1 removed")
    #expect(panel.state.buttons.map(\.title) == ["Lint", "Compile"])

    panel.press("l", "c")
    #expect(panel.state.message == nil)
    #expect(panel.button("lint")?.phase == .running)
    #expect(panel.button("build")?.phase == .running)
  }

  @Test func theFocusStaysOnItsButton() throws {
    let panel = try VirtualPanel(Self.two)
    panel.press("Tab")
    try panel.reload("  new: { simulate: { duration: 1s } }\n" + Self.two)
    #expect(panel.state.focusedButton?.id == "test")
    try panel.reload("  new: { simulate: { duration: 1s } }")
    #expect(panel.state.focusedButton?.id == "new")
  }

  @Test func theTitleIsTakenOver() throws {
    let panel = try VirtualPanel(Self.two)
    panel.model.take(try Board.parse("title: Other\nactions:\n" + Self.two, file: "test.yml"))
    #expect(panel.state.title == "Other")
    #expect(panel.state.message == "Board reloaded: a new title")
  }

  @Test func aKeyOfAPersonThatANewButtonTakesIsTold() throws {
    let panel = try VirtualPanel(
      Self.two, preferences: .parse("keys: { next: [j, tab], scroll-back: [t, pgup] }", file: "config.yml"))
    #expect(panel.state.message == "config.yml:1: t presses Test here, not scroll-back")
    try panel.reload(Self.two + "\n  new: { key: j, run: echo }")
    #expect(
      panel.state.message
        == "Board reloaded: 1 action added; config.yml:1: t presses Test here, not scroll-back (1 more)")
    #expect(panel.state.keys.binding(of: .next)?.keys == [.tab])
    try panel.reload("  build: { key: b, run: echo }")
    #expect(panel.state.message?.hasSuffix("2 removed") == true)
    #expect(panel.state.keys.binding(of: .next)?.keys == [.character("j"), .tab])
  }

  @Test func aLogStaysWhereItIsLookedAt() throws {
    let panel = try VirtualPanel("  a: { simulate: { duration: 1s }, while-running: queue }")
    for _ in 1...20 { panel.press("Enter") }
    panel.advance(by: .seconds(20))
    panel.press("g")
    try panel.reload("  a: { title: Alpha, simulate: { duration: 1s }, while-running: queue }")
    #expect(panel.picture.contains("Output of Alpha"))
    #expect(panel.picture.contains("run 1 started"))
    #expect(!panel.picture.contains("run 20 started"))
  }

  @Test func whatRunsSaysWhatBecomesOfItAfterwards() throws {
    let panel = try VirtualPanel(Self.two)
    panel.press("b", "t")
    try panel.reload("  build: { key: b, title: Build, simulate: { duration: 3s } }")
    #expect(
      panel.state.message
        == "Board reloaded: 1 action changed, 1 removed (2 when their runs have ended)")
    #expect(
      panel.rows(7..<10) == """
        ├─ Actions ────────────────────────────────────────────────────────────────────┤
        │   b  Build  ● running       0 s  changes after this run · done               │
        │ ▸ t  Test   ● running       0 s  removed after this run                      │
        """)

    panel.press("t")
    #expect(panel.picture.contains("It is running and no longer on the board."))
    panel.advance(by: .seconds(1))
    #expect(panel.button("test") == nil)
    #expect(panel.state.overlay == nil)
    panel.advance(by: .seconds(1))
    #expect(panel.button("build")?.phase == .idle)
    #expect(panel.button("build")?.fate == nil)
  }

  @Test func aQuestionAboutWhatHasChangedIsWithdrawn() throws {
    let panel = try VirtualPanel(
      "  deploy: { key: D, confirm: 'To production?', simulate: { duration: 1s } }")
    panel.press("D")
    try panel.reload("  deploy: { key: D, confirm: 'To production?', simulate: { duration: 2s } }")
    #expect(panel.state.overlay == nil)
    panel.press("y")
    #expect(panel.button("deploy")?.phase == .idle)
  }

  @Test func aQuestionAboutSomethingElseStaysOpen() throws {
    let deploy = "  deploy: { key: D, confirm: 'To production?', simulate: { duration: 1s } }\n"
    let panel = try VirtualPanel(deploy + Self.two)
    panel.press("D")
    try panel.reload(deploy)
    panel.press("y")
    #expect(panel.button("deploy")?.phase == .running)
  }

  @Test func mistakesAreInTheFooterUntilTheFileIsGoodAgain() throws {
    let panel = try VirtualPanel(Self.two)
    panel.press("b")
    panel.refuse("actions: { a: { titel: x, run: echo }, b: { run: [] } }")
    #expect(
      panel.footer == " board.yml:1:17: unknown key `titel`   ! 2 mistakes  ? help  q quit")
    #expect(panel.button("build")?.phase == .running)
    #expect(panel.state.overlay == nil)

    panel.press("Tab", "t")
    #expect(panel.button("test")?.phase == .running)
    #expect(panel.footer.hasPrefix(" board.yml:1:17: unknown key"))

    try panel.reload(Self.two)
    #expect(panel.footer.hasPrefix(" Board reloaded: nothing changed   ? help"))
    panel.press("Tab")
    #expect(panel.footer.hasPrefix(" ? help  q quit"))
  }

  @Test func anExclamationMarkShowsAllMistakesAndEscapeClosesThem() throws {
    let panel = try VirtualPanel(Self.two)
    panel.press("!")
    #expect(panel.state.overlay == nil)
    panel.refuse("actions: { a: { titel: x, run: echo } }")
    panel.press("!")
    #expect(panel.picture.contains("─ 1 mistake in board.yml ─"))
    #expect(panel.footer == " Esc close  q quit")
    panel.press("b")
    #expect(panel.button("build")?.phase == .idle)
    panel.press("Esc")
    #expect(panel.state.overlay == nil)
    panel.press("!", "!")
    #expect(panel.state.overlay == nil)
    #expect(panel.footer.contains("! 1 mistake"))
  }

  @Test func theOpenListFollowsTheFileAndClosesWhenItIsGood() throws {
    let panel = try VirtualPanel(Self.two)
    panel.refuse("actions: { a: { titel: x, run: echo } }")
    panel.press("!")
    panel.refuse("actions: { a: { titel: x, run: echo }, b: { run: [] } }")
    #expect(panel.picture.contains("─ 2 mistakes in board.yml ─"))
    try panel.reload(Self.two)
    #expect(panel.state.overlay == nil)
    #expect(panel.state.boardMistakes == [])
  }

  @Test func theListScrollsToItsEndAndNoFurther() throws {
    let panel = try VirtualPanel(Self.two, size: Size(width: 40, height: 10))
    let actions = (1...9).map { "a\($0): { titel: x, run: echo }" }.joined(separator: ", ")
    panel.refuse("actions: { \(actions) }")
    panel.press("!")
    for _ in 1...20 { panel.press("PgDn") }
    #expect(panel.picture.contains("did you mean `title`?"))
    let end = panel.picture
    panel.press("Down")
    #expect(panel.picture == end)
    panel.press("Up")
    #expect(panel.picture != end)
    panel.press("G")
    #expect(panel.picture == end)
    panel.press("g")
    #expect(panel.picture.contains("The board that runs"))
  }

  @Test func mistakesDoNotDisturbAnOpenQuestion() throws {
    let panel = try VirtualPanel(Self.two)
    panel.press("b", "b")
    panel.refuse("actions: {}")
    #expect(panel.picture.contains("Cancel Build?"))
    #expect(panel.footer == " Enter press  Tab next  Esc close")
    panel.press("y")
    #expect(panel.button("build")?.phase == .cancelled)
  }
}

extension VirtualPanel {
  /// The board file changes, and is good.
  func reload(_ actions: String) throws {
    model.take(try Board.parse("title: Test\nactions:\n" + actions, file: "test.yml"))
    scheduler.advance()
  }

  /// The board file changes, and has mistakes.
  func refuse(_ text: String) {
    do throws(BoardError) {
      _ = try Board.parse(text, file: "/home/me/board.yml")
      Issue.record("no mistake in \(text)")
    } catch {
      model.refuse(error)
    }
    scheduler.advance()
  }

  func rows(_ range: Range<Int>) -> String {
    picture.split(separator: "\n", omittingEmptySubsequences: false)[range].joined(separator: "\n")
  }

  var footer: String { rows(model.size.height - 1..<model.size.height) }
}
