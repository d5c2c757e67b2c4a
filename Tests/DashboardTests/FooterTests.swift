import Board
import TerminalUI
import Testing

@testable import Dashboard

@Suite(.timeLimit(.minutes(15))) struct FooterTests {
  private func footer(_ state: Dashboard.State, _ width: Int = 59, _ height: Int = 24) -> String {
    let layout = Dashboard.Layout(state, size: Size(width: width, height: height))
    return picture(of: Footer(state: state, layout: layout), width).text
  }

  @Test func `only keys that work now are shown`() {
    #expect(footer(Scene.idle()) == "Enter press  w why │ f find  : commands │ ? help  q quit")
    #expect(footer(Scene.failing()) == "Enter press  x dismiss │ a activities │ ? help  q quit")
    #expect(footer(Scene.running()) == "Enter press │ PgUp scroll  / search │ ? help  q quit")
    #expect(footer(.init(title: "Empty")) == "? help  q quit")
  }

  @Test func `an overlay has its own keys`() {
    #expect(footer(Scene.askingToCancel()) == "Enter answer  Esc close")
    #expect(footer(Scene.help()) == "Enter do it  a-z find  Esc close")
    var state = Scene.running()
    state.overlay = Dashboard.Runs(id: "load", title: "Load")
    #expect(footer(state) == "Esc close  ? help  q quit")
  }

  @Test func `the help shows its own key if no other key closes it`() {
    var state = Scene.help()
    state.keys = .standard.rebinding([.close: []])
    #expect(footer(state) == "Enter do it  a-z find  ? close")
  }

  @Test func `the keys of the preferences are shown, and a command without keys is omitted`() {
    var state = Scene.failing()
    state.keys = .standard.rebinding([.quit: [.character("Q")], .help: [], .dismissError: [.function(8)]])
    #expect(footer(state) == "Enter press  F8 dismiss │ z zoom │ a activities │ Q quit")
  }

  @Test func `a read-only panel shows no key that starts or cancels`() {
    var state = Scene.failing()
    state.isReadOnly = true
    #expect(footer(state) == "z zoom │ a activities  f find  : commands │ ? help  q quit")
  }

  @Test func `a message has priority over the keys`() {
    var state = Scene.idle()
    state.message = "Set route: needs 信号.succeeded"
    #expect(footer(state) == "Set route: needs 信号.succeeded   ? help  q quit")
    #expect(footer(state, 24) == "Set route: needs 信号.s…")
  }

  @Test func `the first mistake leaves room for the key that shows the rest`() throws {
    var state = Scene.idle()
    let error = #expect(throws: BoardError.self) { try Board.parse("titel: x", file: "/home/me/board.yml") }
    state.boardMistakes = try #require(error).diagnostics
    #expect(
      footer(state, 80) == " board.yml:1:1: unknown key `titel`   ! 2 mistakes │ ? help  q quit")
    #expect(footer(state, 40) == "board.yml:1:1: unknown k…   ! 2 mistakes")
    #expect(footer(state, 20) == "! 2 mistakes")
  }

  @Test func `a message replaces the mistake but not its key`() throws {
    var state = Scene.idle()
    let error = #expect(throws: BoardError.self) { try Board.parse("titel: x", file: "board.yml") }
    state.boardMistakes = try #require(error).diagnostics
    state.message = "Set route: needs signals.succeeded"
    #expect(footer(state) == "Set route: needs signals.succeeded   ! 2 mistakes │ ? help")
    state.overlay = Dashboard.MistakeList()
    state.message = nil
    #expect(footer(state) == "Esc close  q quit")
    #expect(footer(state, 30, 8) == "Esc close  PgDn scroll  q quit")
  }

  @Test func `a wide row shows more keys, in groups`() {
    #expect(
      footer(Scene.running(), 250, 70)
        == " Enter press  R restart  w why  Ctrl-R runs │ z zoom  / search  y copy  o open  Tab output │ "
        + "a activities  f find  : commands  F search all │ ? help  q quit")
  }

  @Test func `a click on a hint is about the one that is drawn there`() {
    let state = Scene.running()
    let layout = Dashboard.Layout(state, size: Size(width: 250, height: 70))
    let footer = Footer(state: state, layout: layout)
    let text = picture(of: footer, 250).text
    for (word, command) in [
      ("a activities", Dashboard.Command.activities), ("z zoom", .zoom), ("w why", .details),
    ] {
      let place = text.firstRange(of: word).map { text.distance(from: text.startIndex, to: $0.lowerBound) }
      #expect(
        footer.command(at: Point(x: place ?? -1, y: 0), in: Rect(x: 0, y: 0, width: 250, height: 1))
          == command)
    }
  }
}
