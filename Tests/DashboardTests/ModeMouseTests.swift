import Boundary
import TerminalUI
import Testing

@testable import Dashboard

/// What clicks and the wheel do in each mode, and which boxes open, without a box of a board.
@Suite(.timeLimit(.minutes(15))) struct ModeMouseTests {
  private var test = TestScene()

  private func row(_ overlay: any Dashboard.Overlay.Type, _ id: AnyHashable) -> Dashboard.Target {
    .row(Dashboard.Target.Row(overlay: ObjectIdentifier(overlay), id: id))
  }

  @Test mutating func `a click presses the face of a button and selects its row`() {
    test.mode.part = .output
    #expect(test.handle(.click(.button("deploy", .face))) == [.press(button: 1)])
    #expect(test.mode.part == .output)
    #expect(test.handle(.click(.button("deploy", .row))) == [.focus(button: 1)])
    #expect(test.mode.part == .buttons)
    #expect(test.handle(.doubleClick(.button("deploy", .row))) == [.press(button: 1)])
    #expect(test.handle(.click(.button("gone", .face))) == [])
    #expect(test.handle(.click(.log)) == [])
    #expect(test.mode.part == .output)
    #expect(test.handle(.click(.heading("Group"))) == [.toggle(group: "Group")])
  }

  @Test mutating func `a press of the mouse closes a prompt and no box`() {
    _ = test.open(.prompt(Dashboard.Prompt(.filter, of: "build")))
    #expect(test.handle(.mousePress) == [.log(.keepText)])
    #expect(test.mode.front == nil)
    _ = test.open(.prompt(Dashboard.Prompt(.answer(TestScene.password), of: "build")))
    #expect(test.handle(.mousePress) == [])
    #expect(test.mode.front == nil)
    _ = test.press("?")
    #expect(test.handle(.mousePress) == [])
    #expect(test.mode.overlay is Dashboard.Menu)
  }

  @Test mutating func `a hint does what its key does`() {
    #expect(test.handle(.click(.hint(.quit))) == [.perform(.quit)])
    #expect(test.handle(.click(.hint(.help))) == [])
    #expect(test.mode.overlay is Dashboard.Menu)
    #expect(test.handle(.click(.hint(.close))) == [])
    #expect(test.mode.front == nil)
  }

  @Test mutating func `the hint of the question whether to quit quits at once, as Ctrl-C does`() throws {
    test.situation.actions[0].isRunning = true
    test.read()
    _ = test.open(try #require(test.question(.quitting)))
    #expect(test.handle(.click(.hint(.quit))) == [.request(.quit)])
    #expect(test.mode.front == nil)
  }

  @Test mutating func `a click beside a box closes it`() {
    _ = test.press("?")
    #expect(test.handle(.click(.overlay)) == [])
    #expect(test.mode.overlay is Dashboard.Menu)
    #expect(test.handle(.click(.besideOverlay)) == [])
    #expect(test.mode.front == nil)
  }

  @Test mutating func `a click on a row does what the row says`() {
    _ = test.press(":")
    let press = row(Dashboard.Menu.self, HelpRow.ID.command(.mouse))
    #expect(test.handle(.click(press)) == [.perform(.mouse)])
    #expect(test.mode.front == nil)
    _ = test.press(":")
    #expect(test.handle(.click(row(Dashboard.Menu.self, HelpRow.ID.button("deploy")))) == [.goTo(button: 1)])
    #expect(test.mode.front == nil)
    _ = test.press(":")
    #expect(test.handle(.click(row(Dashboard.Menu.self, HelpRow.ID.button("gone")))) == [])
    #expect(test.mode.overlay is Dashboard.Menu)
  }

  @Test mutating func `rows of boxes of different kinds are different targets`() {
    let error = row(Dashboard.ErrorList.self, UInt64(1))
    #expect(error == row(Dashboard.ErrorList.self, UInt64(1)))
    #expect(error != row(Dashboard.ActivityList.self, UInt64(1)))
  }

  @Test mutating func `the wheel scrolls what is under it`() {
    #expect(test.handle(.wheel(3, over: .buttons)) == [.scrollButtons(by: 3)])
    #expect(test.handle(.wheel(-3, over: .log)) == [.scrollOutput(by: -3)])
    #expect(test.handle(.wheel(3, over: nil)) == [])
    test.state.activity.running = (1...9).map { number in
      var line = Dashboard.ActivityLine("\(number)")
      line.id = UInt64(number)
      return line
    }
    #expect(test.press("a") == [])
    #expect(test.handle(.wheel(-3, over: .overlay)) == [])
    #expect((test.mode.overlay as? Dashboard.ActivityList)?.focus == 0, "the wheel stops at the ends")
    _ = test.handle(.wheel(3, over: row(Dashboard.ActivityList.self, UInt64(2))))
    #expect((test.mode.overlay as? Dashboard.ActivityList)?.focus == 3)
    #expect(test.press("Home", "Up") == [])
    #expect(
      (test.mode.overlay as? Dashboard.ActivityList)?.focus == 8, "a key goes from the start to the end")
  }

  @Test mutating func `a list with nothing in it does not open`() {
    #expect(test.press("a") == [.show("Nothing is running")])
    #expect(test.press("e") == [.show("There is no error")])
    #expect(test.press("!") == [.show("There is nothing wrong with the board file")])
    #expect(test.mode.front == nil)
  }

  @Test mutating func `a list is closed by the key that opened it, and by Escape`() {
    test.state.errors = [.init(message: "m", source: "s", since: "now")]
    for key in ["e", "Esc"] {
      #expect(test.press("e") == [])
      #expect(test.mode.overlay is Dashboard.ErrorList)
      #expect(test.press("x") == [.dismiss([0])])
      #expect(test.press("Enter") == [.show("No action of the board has reported it")])
      #expect(test.press("j") == [])
      #expect(test.mode.overlay is Dashboard.ErrorList)
      #expect(test.press(key) == [])
      #expect(test.mode.front == nil)
    }
    #expect(test.press("e", "q") == [.perform(.quit)])
    #expect(test.mode.front == nil)
  }

  @Test mutating func `characters are typed in a search, and commands are not performed`() {
    #expect(test.press("F") == [])
    #expect(test.press("q") == [.find])
    #expect(test.handle(.paste("ui\nt")) == [.find])
    #expect((test.mode.overlay as? Dashboard.LineSearch)?.text == "qui")
    #expect(test.press("Backspace") == [.find])
    #expect((test.mode.overlay as? Dashboard.LineSearch)?.text == "qu")
    #expect(test.press("Ctrl-Z") == [.perform(.suspend)])
    #expect(test.press("Ctrl-C") == [])
    #expect(test.mode.front == nil)
  }
}
