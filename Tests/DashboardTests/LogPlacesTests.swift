import Boundary
import LoopbackBox
import Programs
import SignalboxCore
import SignalboxTesting
import TerminalUI
import Testing

@testable import Dashboard

/// Lines of an output that name files.
@Suite(.timeLimit(.minutes(15))) struct LogPlacesTests {
  private var views = Dashboard.LogViews(clock: WallClock(text: { "\($0)" }))

  private func shown(_ lines: [OutputLine], height: Int = 3) -> Dashboard.ShownLog {
    var ring = OutputRing()
    ring.append(lines, arrival: 7)
    return Dashboard.ShownLog(
      definition: Shared(ActionDescription(id: "build", title: "Build")), ring: ring,
      area: Size(width: 40, height: height))
  }

  private mutating func perform(_ command: Dashboard.Command, _ shown: Dashboard.ShownLog) -> String? {
    if case .show(let message) = views.perform(command, on: shown, keys: .standard) { message } else { nil }
  }

  private mutating func marked(_ shown: Dashboard.ShownLog) -> String? { views.log(shown).place?.name }

  private static let lines =
    ["a.c:1: one", "b", "c", "d", "e", "f.c:2: two", "g", "h", "i", "j", "k.c:3: three", "l"].map {
      OutputLine($0)
    }

  @Test mutating func `the brackets mark the next and the previous one, and go on at the other end`() {
    let shown = shown(Self.lines)
    // The last three lines are in view.
    #expect(perform(.previousPlace, shown) == nil)
    #expect(marked(shown) == "k.c:3")
    #expect(views.log(shown).isFollowing)
    #expect(perform(.previousPlace, shown) == nil)
    #expect(marked(shown) == "f.c:2")
    #expect(!views.log(shown).isFollowing)
    #expect(views.log(shown).rows.contains { $0.pieces.contains { $0.text == "f.c:2" && $0.isMatch } })
    _ = perform(.previousPlace, shown)
    #expect(marked(shown) == "a.c:1")
    #expect(perform(.previousPlace, shown) == "From the end again, past the start")
    #expect(marked(shown) == "k.c:3")
    #expect(perform(.nextPlace, shown) == "From the start again, past the end")
    #expect(marked(shown) == "a.c:1")
    _ = perform(.close, shown)
    #expect(marked(shown) == nil)
  }

  @Test mutating func `only lines that the filter shows are marked, and remarks are not`() {
    var lines = Self.lines
    lines[0] = .note("a.c:1")
    let shown = shown(lines)
    _ = views.perform(.filter, on: shown, keys: .standard)
    _ = views.take(.filter("c"), on: shown)
    _ = views.take(.keepText, on: shown)
    _ = perform(.previousPlace, shown)
    #expect(marked(shown) == "k.c:3")
    _ = perform(.previousPlace, shown)
    #expect(marked(shown) == "f.c:2")
    #expect(perform(.previousPlace, shown) == "From the end again, past the start")
  }

  @Test mutating func `an output without such lines says so`() {
    #expect(
      perform(.nextPlace, shown([OutputLine("a"), OutputLine("b")])) == "No line names a file or an address")
  }

  @Test mutating func `where a run has failed is the first error of the last run`() {
    let start = OutputLine("run", kind: .startByPerson)
    let shown = shown(
      [
        start, OutputLine("old.c:1: error"), start, OutputLine("note.c:1: note"),
        OutputLine("a.c:2:1: error: x"),
      ]
        + (1...9).map { OutputLine("line \($0)") } + [OutputLine("b.c:3:1: error: y")])
    views.showFailure(on: shown)
    #expect(marked(shown) == "a.c:2")
  }

  @Test mutating func `or else its last file, as in a traceback`() {
    let shown = shown([
      OutputLine(#"  File "a.py", line 1, in x"#), OutputLine(#"  File "b.py", line 2, in y"#),
      OutputLine("KeyE: 1"),
    ])
    views.showFailure(on: shown)
    #expect(marked(shown) == "b.py:2")
  }
}

/// What keys do while such a line is marked.
@Suite(.timeLimit(.minutes(15))) struct PlaceKeysTests {
  private var test = TestScene()

  @Test(arguments: ["Enter", "O"])
  mutating func `they open the file of the marked line`(key: String) throws {
    let place = try #require(OutputPlace(in: OutputLine("src/a.c:2:1: error")))
    test.state.log?.place = place
    #expect(test.press(key) == [.open(place)])
    let layout = Dashboard.Layout(test.state, size: test.size)
    let text = picture(of: Footer(state: test.state, layout: layout), 120).text
    #expect(text.contains("Enter open a.c:2  ] next  [ previous  Esc leave"), "\(text)")
    #expect(test.press("Esc") == [.performOnLog(.close)])
  }

  @Test mutating func `where none is marked, Enter presses, and O says how one is found`() {
    #expect(test.press("Enter") == [.perform(.press)])
    #expect(test.press("O") == [.show("No line that names a file is marked; ] finds one")])
    #expect(test.press("]") == [.perform(.nextPlace)])
  }

  @Test mutating func `the error leads to the line that says where it is`() {
    test.state.error = .init(
      message: "exit code 1", source: "Deploy", priority: .high, moreCount: 0, since: "", reset: nil)
    test.state.error?.action = "deploy"
    test.state.errors = [test.state.error].compactMap(\.self)
    #expect(test.handle(.click(.error)) == [.focus(button: 1), .seekFailure(of: "deploy")])
    _ = test.press("e")
    #expect(test.press("Enter") == [.focus(button: 1), .seekFailure(of: "deploy")])
  }
}

@MainActor
@Suite(.timeLimit(.minutes(15))) struct ModelPlacesTests {
  @Test func `a file is opened from the directory of its action, and an address in the browser`() throws {
    let panel = try VirtualPanel(
      "  build: { run: make, dir: /srv/app }\n  web: { simulate: { duration: 1s } }", isShared: false)
    var linked = OutputLine("what -Wx means")
    linked.links = [OutputLink(range: 5..<8, address: "https://gcc.gnu.org/")]
    panel.print(
      [OutputLine("src/a.c:2:7: error: x"), OutputLine("on http://localhost:1/"), linked], by: "build")
    panel.scheduler.advance()
    panel.press("[")
    #expect(panel.picture.contains("Enter open https://gcc.gnu.org/"), "\(panel.picture)")
    panel.press("Enter", "[", "Enter", "[", "Enter")
    #expect(
      panel.requests == [
        .browse("https://gcc.gnu.org/"), .browse("http://localhost:1/"),
        .editFile("src/a.c", line: 2, column: 7, directory: "/srv/app"),
      ])
    #expect(panel.box.situation["build"]?.runs.count == 0)
  }

  @Test func `an error that is chosen marks its line when the output is there`() throws {
    let panel = try VirtualPanel(
      """
        rest: { simulate: { duration: 1s } }
        build: { key: b, simulate: { duration: 1s, fail-every: 1 } }
      """)
    panel.press("b")
    panel.print([OutputLine("a.c:9: error: x")] + (1...40).map { OutputLine("line \($0)") }, by: "build")
    panel.advance(by: .seconds(2))
    panel.press("k", "e", "Enter")
    panel.scheduler.advance()
    #expect(panel.state.focusedButton?.id == "build")
    #expect(panel.state.log?.place?.name == "a.c:9")
    #expect(panel.picture.contains("a.c:9: error: x"))
  }
}
