import Board
import Boundary
import Programs
import TerminalUI
import Testing

@testable import Dashboard

/// The view of a log without a panel around it.
@Suite(.timeLimit(.minutes(15))) struct LogViewsTests {
  private var views = Dashboard.LogViews(clock: WallClock(text: { "\($0)" }))

  private func shown(_ lines: String..., by id: String = "build", height: Int = 2) -> Dashboard.ShownLog {
    var ring = OutputRing()
    ring.append(lines.map { OutputLine($0) }, arrival: 7)
    return Dashboard.ShownLog(
      definition: Shared(ActionDescription(id: id, title: "Build")), ring: ring,
      area: Size(width: 20, height: height))
  }

  private mutating func perform(
    _ command: Dashboard.Command, _ shown: Dashboard.ShownLog
  ) -> Dashboard.LogViews.Response? {
    views.perform(command, on: shown, keys: .standard)
  }

  private mutating func rows(_ shown: Dashboard.ShownLog) -> [String] {
    views.log(shown).rows.map { $0.pieces.map(\.text).joined() }
  }

  @Test mutating func `each log keeps its own place`() {
    let (one, two) = (shown("a", "b", "c"), shown("d", "e", "f", by: "test"))
    #expect(perform(.scrollLineBack, one) == nil)
    #expect(rows(one) == ["a", "b"])
    #expect(rows(two) == ["e", "f"])
  }

  @Test mutating func `styles stay with their text where a line is wrapped and searched`() throws {
    let (red, blue) = (Style(foreground: .red), Style(background: .blue))
    var line = OutputLine("plain red and on blue")
    line.styles = [StyleRun(start: 6, style: red), StyleRun(start: 14, style: blue)]
    var ring = OutputRing()
    ring.append(line)
    let shown = Dashboard.ShownLog(
      definition: Shared(ActionDescription(id: "build", title: "Build")), ring: ring,
      area: Size(width: 14, height: 4))
    _ = perform(.wrap, shown)
    _ = perform(.search, shown)
    _ = views.take(.search("an"), on: shown)
    #expect(
      views.log(shown).rows.map(\.pieces) == [
        [.init("plain "), .init("red ", style: red), .init("an", style: red, isMatch: true)],
        [.init("d ", style: red), .init("on blue", style: blue)],
      ])
  }

  @Test mutating func `the log of a removed action is forgotten, and its prompt closes without effect`() {
    let (one, two) = (shown("a", "b", "c"), shown("d", by: "test"))
    _ = perform(.scrollLineBack, one)
    _ = perform(.filter, one)
    views.keep(["build", "test"], shown: "build")
    #expect(views.typing != nil)
    views.keep(["test"], shown: "test")
    #expect(views.typing == nil)
    #expect(rows(one) == ["b", "c"])
    #expect(rows(two) == ["d"])
  }

  @Test mutating func `a text takes effect while it is typed, and without it the view is as before`() {
    let log = shown("a", "b", "ab")
    _ = perform(.filter, log)
    _ = views.take(.filter("a"), on: log)
    #expect(rows(log) == ["a", "ab"])
    _ = views.take(.dropText, on: log)
    #expect(rows(log) == ["b", "ab"])
    #expect(views.typing == nil)
  }

  @Test mutating func `the next prompt knows the last text, and an empty one ends the search`() {
    let log = shown("a", "b", "ab")
    _ = perform(.search, log)
    _ = views.take(.search("ab"), on: log)
    _ = views.take(.keepText, on: log)
    #expect(views.log(log).search?.text == "ab")
    #expect(perform(.search, log) == .ask(Dashboard.Prompt(.search, of: "build", last: "ab")))
    #expect(views.log(log).search?.text == "ab")
    _ = views.take(.keepText, on: log)
    #expect(views.log(log).search == nil)
    #expect(perform(.filter, log) == .ask(Dashboard.Prompt(.filter, of: "build", last: nil)))
  }

  @Test mutating func `copying answers with the text, or says that there is none`() {
    let log = shown("a", "b", "c")
    #expect(perform(.copy, log) == .copy("b\nc"))
    #expect(perform(.copy, shown()) == .show(message: "There is nothing to copy"))
    _ = perform(.timestamps, log)
    #expect(perform(.copy, log) == .copy("7 b\n7 c"))
  }

  @Test mutating func `steps extend a selection, and copying ends it`() throws {
    let log = shown("a", "b", "c")
    _ = perform(.select, log)
    #expect(views.log(log).selectedCount == 1)
    #expect(views.take(.extendSelection(by: -1), on: log) == nil)
    #expect(views.log(log).selectedCount == 2)
    #expect(views.take(.copy, on: log) == .copy("b\nc"))
    #expect(views.log(log).selectedCount == nil)
  }
}
