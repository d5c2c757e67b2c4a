import Board
import Boundary
import Programs
import TerminalUI
import TestSupport
import Testing

@testable import Dashboard

/// Which events go where, without a box.
@Suite(.timeLimit(.minutes(15))) struct ModeTests {
  private var test = TestScene()
  private static let search = Dashboard.Mode.Front.prompt(Dashboard.Prompt(.search, of: "build"))
  private static let answer = Dashboard.Mode.Front.prompt(
    Dashboard.Prompt(.answer(TestScene.password), of: "build"))

  private mutating func run(_ index: Int = 0) {
    test.situation.actions[index].isRunning = true
    test.situation.actions[index].run(since: .seconds(1))
    test.situation.actions[index].runs.count = 1
    test.read()
  }

  private func cancelling() throws -> Dashboard.Mode.Front {
    try #require(test.question(.cancelling(test.situation.actions[0])))
  }

  // MARK: The board

  @Test mutating func `on the board a key presses its button, and others perform commands`() {
    #expect(test.press("d") == [.press(button: 1)])
    #expect(test.press("q") == [.perform(.quit)])
    #expect(test.press("%") == [])
    #expect(test.mode == Dashboard.Mode())
  }

  @Test mutating func `selected lines come before buttons and commands`() {
    #expect(test.press("Up") == [.perform(.previous)])
    test.state.log?.selectedCount = 2
    #expect(test.press("Up") == [.log(.extendSelection(by: -1))])
    #expect(test.press("Enter") == [.log(.copy)])
    #expect(test.press("End") == [.log(.extendSelection(by: .max / 2))])
    #expect(test.press("PgUp") == [.log(.extendSelection(by: -(test.scene.layout.log.height - 1)))])
    #expect(test.press("b") == [.press(button: 0)])
  }

  @Test mutating func `letters move in the part with the focus, and arrows choose a button`() {
    #expect(test.press("j") == [.perform(.next)])
    #expect(test.press("Tab") == [])
    #expect(test.mode.part == .output)
    #expect(test.press("j") == [.performOnLog(.scrollLineForward)])
    #expect(test.press("Down") == [.perform(.next)])
    #expect(test.press("Tab") == [])
    #expect(test.mode.part == .buttons)
  }

  @Test mutating func `pages of the output and of the list have different keys`() {
    #expect(test.press("PgDn") == [.perform(.scrollForward)])
    test.situation.actions = (1...60).map { ActionStatus(ActionDescription(id: "\($0)", title: "\($0)")) }
    test.read()
    let page = test.scene.layout.buttons.height / 2
    #expect(test.press("Ctrl-D") == [.moveFocus(by: page)])
    #expect(test.press("Ctrl-U") == [.moveFocus(by: -page)])
    #expect(test.press("g") == [.moveFocus(by: -60)])
    #expect(test.press("G") == [.moveFocus(by: 60)])
    #expect(test.press("PgDn") == [.perform(.scrollForward)])
    #expect(test.press("Home") == [.perform(.showLogStart)])
    test.mode.part = .output
    #expect(test.press("Ctrl-D") == [.performOnLog(.scrollForward)])
    #expect(test.press("G") == [.performOnLog(.followLog)])
    #expect(test.press("PgDn") == [.perform(.scrollForward)])
  }

  @Test mutating func `Escape closes details, then what the log has, then the zoom, then the focus`() {
    test.mode.part = .output
    test.state.isZoomed = true
    test.state.log?.filter = "a"
    test.state.log?.introduction = Dashboard.Introduction()
    test.state.log?.introduction?.isRequested = true
    #expect(test.press("Esc") == [.perform(.details)])
    test.state.log?.introduction = nil
    #expect(test.press("Esc") == [.performOnLog(.close)])
    test.state.log?.filter = nil
    #expect(test.press("Esc") == [.perform(.zoom)])
    test.state.isZoomed = false
    #expect(test.press("Esc") == [])
    #expect(test.mode.part == .buttons)
    #expect(test.press("Esc") == [.performOnLog(.close)])
  }

  @Test mutating func `without room the output gets no focus`() {
    test.size = Size(width: 20, height: 5)
    test.situation.actions += (1...9).map { ActionStatus(ActionDescription(id: "\($0)", title: "\($0)")) }
    test.read()
    #expect(test.press("Tab") == [.show("No room: z zooms")])
    #expect(test.mode.part == .buttons)
  }

  // MARK: Precedence

  @Test mutating func `a prompt receives all keys and pasted text`() {
    #expect(test.open(Self.answer) == [])
    test.state.log?.selectedCount = 2
    #expect(test.press("b", "q", "?", "Up") == [])
    #expect(test.handle(.paste("x\n")) == [])
    #expect(test.mode.prompt?.field.text == "bq?x ")
    #expect(test.press("Ctrl-L") == [.request(.redraw)])
    #expect(test.press("Enter") == [.answer("build", TestScene.password, text: "bq?x ")])
    #expect(test.mode.front == nil)
  }

  @Test mutating func `a question that opens over a prompt closes it, and receives the keys`() throws {
    run()
    #expect(test.open(Self.search) == [])
    #expect(test.press("a") == [.log(.search("a"))])
    try expectEqual(test.open(cancelling()), [.log(.keepText)])
    #expect(test.mode.prompt == nil)
    #expect(test.press("b") == [])
    #expect(test.press("y") == [.give(answer: 0)])
    #expect(test.mode.question != nil, "it closes when the answer is given in the present situation")
    #expect(test.handle(.answer(0)) == [.cancel("build")])
    #expect(test.mode.front == nil)
  }

  @Test mutating func `what a program asks leaves an open prompt and its text alone`() {
    test.situation.actions[0].run { $0.question = TestScene.password }
    _ = test.open(Self.answer)
    _ = test.press("x")
    #expect(test.handle(.news) == [])
    #expect(test.mode.prompt?.mistake == nil)
    test.situation.actions[0].run {
      $0.question = ProgramQuestion(number: 4, text: "Sure?", isHidden: false)
    }
    _ = test.handle(.news)
    #expect(test.mode.prompt?.field.text == "x")
    #expect(test.mode.prompt?.mistake == "it asks something else now")
    #expect(test.press("Enter") == [.show("build: it asks something else now")])
    #expect(test.mode.front == nil)
  }

  @Test mutating func `one box replaces another, and the focused part stays`() {
    test.mode.part = .output
    #expect(test.press("?") == [])
    #expect(test.mode.overlay is Dashboard.Menu)
    #expect(test.press("Ctrl-R") == [], "keys of the help find its rows")
    #expect(test.press("Esc", "Ctrl-R") == [])
    #expect(test.mode.overlay is Dashboard.Runs)
    #expect(test.press("?") == [])
    #expect(test.mode.overlay is Dashboard.Menu)
    #expect(test.press("Esc") == [])
    #expect(
      test.mode
        == {
          var mode = Dashboard.Mode()
          mode.part = .output
          return mode
        }())
  }

  @Test mutating func `over a box the keys of buttons press none, except over the activities`() throws {
    _ = test.press("Ctrl-R")
    #expect(test.press("b") == [])
    #expect(test.mode.overlay is Dashboard.Runs)
    test.state.activity.running = [Dashboard.ActivityLine("Build")]
    let list = try #require(Dashboard.ActivityList(test.state.activity.running))
    _ = test.open(.overlay(list))
    #expect(test.press("b") == [.press(button: 0)])
    #expect(test.mode.front == nil)
  }

  // MARK: Leaving

  @Test mutating func `while the panel shuts down nothing else opens, and only quitting has an effect`()
    throws
  {
    run()
    _ = test.open(Self.search)
    #expect(test.open(.leaving(nil)) == [.log(.keepText)])
    #expect(test.open(Self.answer) == [])
    #expect(test.open(.overlay(Dashboard.MistakeList())) == [])
    #expect(test.mode.front == .leaving(nil))
    #expect(test.press("b", "?", "Tab", "Esc", "y") == [])
    #expect(test.handle(.paste("x")) == [])
    #expect(test.handle(.click(.button("build", .face))) == [])
    #expect(test.handle(.doubleClick(.button("build", .row))) == [])
    #expect(test.handle(.wheel(3, over: .log)) == [])
    #expect(test.press("q") == [.request(.quit)])
    #expect(test.press("Ctrl-L") == [.request(.redraw)])
    #expect(test.mode.front == .leaving(nil))

    let actions = test.situation.actions.map(\.description)
    let question = try #require(test.question(.leaving(actions, canKill: true)))
    #expect(test.open(question) == [])
    #expect(test.mode.isLeaving && test.mode.question != nil)
    #expect(test.handle(.click(.besideOverlay)) == [])
    #expect(test.handle(.click(.hint(.quit))) == [.request(.quit)])
    #expect(test.mode.question != nil)
    #expect(test.handle(.answer(0)) == [.request(.quit)])
    #expect(test.mode.front == .leaving(nil), "nothing ends the shutting down")
  }

  // MARK: News

  @Test mutating func `news close what is about nothing any more`() throws {
    run()
    _ = test.open(try cancelling())
    _ = test.handle(.news)
    #expect(test.mode.question != nil)
    test.situation.actions.removeFirst()
    test.read()
    _ = test.handle(.news)
    #expect(test.mode.front == nil)

    _ = test.open(Self.search)
    _ = test.handle(.news)
    #expect(test.mode.front == nil, "another log is shown than the one that is searched")
    _ = test.open(.overlay(Dashboard.ErrorList(chosen: 7)))
    _ = test.handle(.news)
    #expect(test.mode.front == nil)
    _ = test.open(.overlay(Dashboard.Runs(id: "gone", title: "Gone")))
    _ = test.handle(.news)
    #expect(test.mode.front == nil)
    _ = test.press("?")
    _ = test.handle(.news)
    #expect(test.mode.overlay is Dashboard.Menu)
  }

  @Test mutating func `an input that is typed closes if its action was replaced`() throws {
    let trigger = Dashboard.Trigger(test.situation.actions[0].definition)
    let input = Dashboard.Mode.Front.prompt(Dashboard.Prompt(.input(trigger, restarts: false), of: "build"))
    _ = test.open(input)
    _ = test.handle(.news)
    #expect(test.mode.prompt != nil)
    test.situation.actions[0].description.revision += 1
    test.read()
    _ = test.handle(.news)
    #expect(test.mode.front == nil)
  }

  @Test mutating func `the end of the box closes a question, and nothing else`() throws {
    run()
    _ = test.open(try cancelling())
    _ = test.handle(.boxEnded)
    #expect(test.mode.front == nil)
    _ = test.press("?")
    _ = test.handle(.boxEnded)
    #expect(test.mode.overlay is Dashboard.Menu)
  }

  @Test mutating func `an answer that is not available keeps the question open`() throws {
    test.situation.actions[0].description.confirmation = "Sure?"
    test.read()
    let trigger = Dashboard.Trigger(test.situation.actions[0].definition)
    _ = test.open(try #require(test.question(.starting(trigger))))
    test.situation.actions[0].verdict = .blocked(by: ["other.running"])
    #expect(test.handle(.answer(0)) == [.show("Yes: needs other.running")])
    #expect(test.mode.question != nil)
    #expect(test.handle(.answer(1)) == [])
    #expect(test.mode.front == nil)
  }

  @Test mutating func `the second Ctrl-C in a row quits, and another quit key does not`() throws {
    run()
    _ = test.open(try #require(test.question(.quitting)))
    #expect(test.press("q") == [])
    #expect(test.mode.question != nil)
    #expect(test.press("Ctrl-C") == [.request(.quit)])
    #expect(test.mode.front == nil)
    _ = test.open(try cancelling())
    #expect(test.press("Ctrl-C") == [.perform(.quit)])
    #expect(test.mode.question != nil)
  }
}
