import Board
import Boundary
import LoopbackBox
import TerminalUI
import TestSupport
import Testing

@testable import Dashboard

@MainActor
@Suite(.timeLimit(.minutes(15))) struct ModelKeysTests {
  private func panel(_ keys: String, _ actions: String) throws -> VirtualPanel {
    try VirtualPanel(actions, preferences: .parse("keys:\n" + keys, file: "/somewhere/config.yml"))
  }

  @Test func `the keys of the preferences work, and the default keys they replace do not`() throws {
    let panel = try panel(
      "  next: j\n  press: [o]\n  help: f1\n",
      "  first: { run: echo }\n  second: { simulate: { duration: 5s } }\n")
    panel.press("Down", "Enter", "?")
    #expect(panel.state.focus == 0 && panel.state.mode.front == nil && panel.state.message == nil)
    panel.press("j", "o")
    #expect(panel.button("second")?.phase == .running)
    panel.press("f1")
    #expect(panel.picture.contains(" j  "))
  }

  @Test func `the keys of the preferences also work in questions`() throws {
    let panel = try panel(
      "  press: o\n  close: c\n  next: j\n",
      "  first: { key: f, simulate: { duration: 5s }, confirm: Really? }\n")
    panel.press("f", "c")
    #expect(panel.state.mode.front == nil)
    panel.press("f", "j", "o")
    #expect(panel.state.mode.front == nil)
    #expect(panel.button("first")?.phase == .running)
  }

  @Test func `a button keeps its key, and a message says so until the next key`() throws {
    let panel = try panel(
      "  next: [j, down]\n  scroll-back: [b, pgup]\n",
      "  build: { key: b, title: Build, simulate: { duration: 5s } }\n  rest: { key: r, run: echo }\n")
    #expect(panel.state.message == "config.yml:3: b presses Build here, not scroll-back")
    #expect(panel.picture.contains(" config.yml:3: b presses Build here, not scroll-back   ? help"))
    panel.press("b")
    #expect(panel.button("build")?.phase == .running)
    #expect(panel.state.message == nil)
    #expect(panel.state.keys.binding(of: .scrollBack)?.keys == [.pageUp])
  }

  @Test func `the message shows the first key that buttons use, and the number of others`() throws {
    let panel = try panel(
      "  next: j\n  previous: k\n  redraw: U\n",
      "  one: { key: k, run: echo }\n  two: { run: echo, buttons: [{ key: j, input: a }, { key: U, input: b }] }\n"
    )
    #expect(panel.state.message == "config.yml:3: k presses one here, not previous (2 more)")
  }

  @Test func `a board that uses none of these keys shows no message`() throws {
    try expectEqual(panel("  next: j\n", "  one: { key: k, run: echo }\n").state.message, nil)
  }
}
