import Board
import Boundary
import LoopbackBox
import SignalboxTesting
import TerminalUI
import TestSupport
import Testing

@testable import Dashboard

/// Which buttons a text finds, and which one is chosen then.
@Suite(.timeLimit(.minutes(15))) struct ListFilterTests {
  /// a and d are in the group Data, b has failed and c asks something.
  private var state = Dashboard.State(title: "Test")

  init() {
    state.buttons = ["Alpha", "Beta", "Gamma", "Delta", "Epsilon"].map { title in
      var button = Dashboard.Button(id: title.lowercased(), title: title) { label in
        if ["Alpha", "Delta"].contains(title) { label.group = "Data" }
        label.tags = title == "Epsilon" ? ["Slow", "nightly"] : []
      }
      button.phase = title == "Beta" ? .failed : .idle
      button.question = title == "Gamma" ? "Name:" : nil
      return button
    }
  }

  private func found(_ text: String) -> [String] {
    guard let filter = Dashboard.ListFilter(text) else { return ["no filter"] }
    return state.buttons.filter(filter.lists).map(\.id)
  }

  @Test(arguments: [
    ("alph", ["alpha"]), ("data", ["alpha", "delta"]), (":fail", ["beta"]), (":asks", ["gamma"]),
    ("#slow", ["epsilon"]), ("#night", ["epsilon"]), ("slow", ["epsilon"]), ("#data", []),
    ("data :failed", []), ("ta", ["alpha", "beta", "delta"]), ("aph", []), (" ", ["no filter"]),
    ("", ["no filter"]),
  ])
  func `a text finds what contains it, a state and a tag`(text: String, ids: [String]) {
    #expect(found(text) == ids)
  }

  @Test mutating func `only what is found is listed, also of a folded group`() {
    state.foldedGroups = ["Data"]
    state.narrow(to: "delt")
    #expect(state.rows.rows == [.heading("Data", isFolded: false), .button(3)])
    #expect((state.focus, state.rows.foundCount, state.rows.unfilteredCount) == (3, 1, 4))
    state.narrow(to: "")
    #expect(state.rows.rows.count == 4)
    #expect(state.focus == 3)
  }

  @Test mutating func `what is chosen stays when it is not found any more, until something else is chosen`() {
    state.narrow(to: ":failed")
    #expect(state.focus == 1)
    state.buttons[1].phase = .running
    state.buttons[4].phase = .failed
    state.settleFocus()
    #expect(state.focus == 1)
    #expect(state.rows.rows == [.button(1), .button(4)])
    #expect(state.rows.foundCount == 1)
    state.focus = 4
    state.settleFocus()
    #expect(state.rows.rows == [.button(4)])
  }

  @Test mutating func `a text that finds nothing chooses nothing`() {
    state.narrow(to: "zeta")
    state.settleFocus()
    #expect(state.rows.rows == [])
    #expect(!state.listsFocus)
    #expect(!state.allows(.press) && !state.allows(.actOnAll))
    state.buttons[2] = Dashboard.Button(id: "gamma", title: "Zeta")
    state.settleFocus()
    #expect(state.focus == 2 && state.listsFocus)
  }
}

/// What keys do while the list is narrowed.
@Suite(.timeLimit(.minutes(15))) struct ListFilterModeTests {
  private var test = TestScene()

  private mutating func narrow(to text: String) {
    test.state.narrow(to: text)
  }

  @Test mutating func `a text is typed in the footer`() {
    #expect(test.press("f") == [])
    #expect(test.press("b") == [.narrow(to: "b")])
    #expect(test.press("Down") == [.moveFocus(by: 1)])
    #expect(test.press("Up") == [.moveFocus(by: -1)])
    #expect(test.press("Enter") == [])
    #expect(test.mode.front == nil)
  }

  @Test mutating func `Esc ends the typing, and restores what was there`() {
    narrow(to: "deploy")
    _ = test.press("f")
    #expect(test.mode.prompt?.field.text == "deploy")
    #expect(test.press("Backspace") == [.narrow(to: "deplo")])
    #expect(test.press("Esc") == [.restoreList("deploy", focus: "deploy")])
    #expect(test.mode.front == nil)
  }

  @Test mutating func `Esc in the list ends the filter, after all that is more present`() {
    narrow(to: "deploy")
    #expect(test.press("Tab", "Esc") == [])
    #expect(test.press("Esc") == [.narrow(to: "")])
    test.state.log?.search = .init("line", count: 1)
    #expect(test.press("Esc") == [.performOnLog(.close)])
  }

  @Test(arguments: ["Enter", "R", "Del", "Ctrl-P", "i"])
  mutating func `nothing is started or ended where nothing is chosen`(key: String) {
    narrow(to: "nothing")
    #expect(test.press(key) == [.show("No action matches nothing")])
  }

  @Test mutating func `the footer offers to show all`() {
    narrow(to: "b")
    let layout = Dashboard.Layout(test.state, size: test.size)
    let text = picture(of: Footer(state: test.state, layout: layout), 120).text
    #expect(text.contains("Esc show all") && text.contains("A all"), "\(text)")
  }
}

/// One answer for all actions that are listed.
@Suite(.timeLimit(.minutes(15))) struct SeveralInquiryTests {
  private var test = TestScene()

  private mutating func inquiry() throws -> Dashboard.Inquiry {
    try #require(
      Dashboard.Inquiry(
        .several(test.situation.actions.flatMap { Dashboard.Trigger.all(of: $0.definition) }),
        in: test.situation,
        at: .seconds(60), glyphs: .unicode))
  }

  @Test mutating func `each answer says its number, and nothing is the default`() throws {
    test.situation.actions[0].run()
    test.situation.actions[0].isRunning = true
    let inquiry = try inquiry()
    #expect(inquiry.title == "All 2 actions")
    #expect(inquiry.text == "Build and Deploy.")
    #expect(inquiry.options.map(\.answer.title) == ["Start 1", "Restart 2", "Cancel 1", "Nothing"])
    #expect(inquiry.options[inquiry.firstFocus].effect == nil)
    #expect(inquiry.options[2].effect == .cancelAll(["build"]))
    guard case .startAll(let triggers) = inquiry.options[0].effect else {
      Issue.record("no start")
      return
    }
    #expect(triggers.map(\.id) == ["deploy"])
  }

  @Test mutating func `what asks by itself is not started with the others`() throws {
    test.situation.actions[0].description.confirmation = "Really?"
    let inquiry = try inquiry()
    #expect(inquiry.text == "Build and Deploy. Build is not started here: press it by itself.")
    #expect(inquiry.options.map(\.answer.title) == ["Start 1", "Restart 1", "Cancel 0", "Nothing"])
    #expect(inquiry.options[2].answer.hindrance == "no action here allows it now")
  }

  @Test mutating func `nor is an action of which several buttons are listed, and a locked one`() throws {
    test.situation.actions[0].description.form = .buttons(["a", "b"].map { .init(title: $0, input: $0) })
    test.situation.actions[1].verdict = .blocked(by: ["build.succeeded"])
    let inquiry = try inquiry()
    #expect(
      inquiry.options.map(\.answer.title)
        == ["Start 0", "Start 1 in order", "Restart 0", "Cancel 0", "Nothing"])
    #expect(inquiry.options[inquiry.firstFocus].effect == nil)
  }

  @Test mutating func `a run that is being stopped is not cancelled again, which would kill it`() throws {
    test.situation.actions[0].run()
    test.situation.actions[0].isRunning = true
    test.situation.actions[0].isCancelling = true
    try expectEqual(inquiry().options[2].answer.title, "Cancel 0")
  }
}

@MainActor
@Suite(.timeLimit(.minutes(15))) struct ModelListTests {
  private let panel: VirtualPanel

  init() throws {
    panel = try VirtualPanel(
      """
        build: { key: b, title: Build, simulate: { duration: 2s, fail-every: 1 } }
        dump: { key: d, title: Dump, group: Database, simulate: { duration: 20s } }
        load: { title: Load, group: Database, simulate: { duration: 20s } }
      """)
  }

  private func type(_ text: String) {
    for character in text { panel.model.handle(.key(.character(character))) }
    panel.scheduler.advance()
  }

  @Test func `the list follows the state while it is narrowed, and the header says so`() {
    panel.press("f")
    type(":failed")
    #expect(panel.picture.contains("No action matches :failed"))
    #expect(panel.picture.contains("0 of 3 actions"))
    panel.press("Enter", "Enter")
    #expect(panel.state.message == "No action matches :failed")
    panel.startElsewhere("build")
    panel.advance(by: .seconds(3))
    #expect(panel.picture.contains("only :failed, 1 found"))
    #expect(panel.state.focusedButton?.id == "build")
    panel.press("Enter")
    #expect(panel.button("build")?.phase == .running)
    #expect(panel.state.focusedButton?.id == "build")
    panel.press("Esc")
    #expect(panel.picture.contains("Database"))
  }

  @Test func `all that is found starts, and is cancelled, by one answer each`() {
    panel.press("A")
    #expect(panel.state.message == "f: narrow the list first, then do something with all that it shows")
    panel.press("f")
    type("database")
    panel.press("Enter", "A", "Enter")
    #expect(panel.state.mode.front == nil)
    #expect(panel.button("dump")?.phase == .idle)
    panel.press("A", "s")
    #expect(["build", "dump", "load"].map { panel.button($0)?.phase } == [.idle, .running, .running])
    panel.press("A", "r")
    panel.advance(by: .milliseconds(100))
    #expect(["build", "dump", "load"].map { panel.box.situation[$0]?.runs.count } == [0, 2, 2])
    panel.press("A", "c")
    panel.advance(by: .milliseconds(100))
    #expect(["dump", "load"].map { panel.button($0)?.phase } == [.cancelled, .cancelled])
  }

  @Test func `an action that is pressed by its key is listed, also if it is not found`() {
    panel.press("f")
    type("database")
    panel.press("Enter", "b")
    #expect(panel.state.focusedButton?.id == "build")
    #expect(panel.picture.contains("Build"))
    panel.press("Down")
    #expect(!panel.state.rows.rows.contains(.button(0)))
  }

  @Test func `all groups are folded and unfolded by one key, but not while the list is narrowed`() {
    panel.press("H")
    #expect(panel.state.foldedGroups == ["Database"])
    panel.press("H")
    #expect(panel.state.foldedGroups == [])
    panel.press("f")
    type("dump")
    panel.press("Enter", "H", "Left")
    #expect(panel.state.foldedGroups == [])
  }

  @Test func `the text stays while the output has the whole screen, and f leaves that`() {
    panel.press("z", "f")
    type("dump")
    panel.press("Enter")
    #expect(!panel.state.isZoomed)
    #expect(panel.state.focusedButton?.id == "dump")
  }
}
