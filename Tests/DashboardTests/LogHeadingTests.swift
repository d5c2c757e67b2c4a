import TerminalUI
import Testing

@testable import Dashboard

@Suite(.timeLimit(.minutes(15))) struct LogHeadingTests {
  private func heading(
    _ width: Int = 80, height: Int = 4, glyphs: GlyphSet = .unicode,
    _ change: (inout Dashboard.Log) -> Void = { _ in }
  ) -> [String] {
    var log = Dashboard.Log(title: "Build", lines: [.init("a"), .init("b")])
    change(&log)
    let heading = LogHeading(log, width: width, height: height, glyphs: glyphs)
    return [heading.title, heading.remark]
  }

  private func everything(_ log: inout Dashboard.Log) {
    log.search = .init("error", count: 17, current: 3)
    log.filter = "x"
    log.keptCount = 480
    log.lineCount = 12
    log.isWrapped = true
    log.isFollowing = false
    log.visible = 4..<9
  }

  @Test func `the title names the action`() {
    #expect(heading() == ["Output of Build", ""])
    #expect(LogHeading(nil, width: 80, height: 4, glyphs: .unicode).title == "Output")
  }

  @Test func `the heading shows whether the log follows its end, or the lines in view`() {
    #expect(heading { $0.lineCount = 9 }[1] == "following")
    #expect(heading(height: 1)[1] == "following")
    #expect(
      heading {
        $0.isFollowing = false
        $0.visible = 4..<9
        $0.lineCount = 20
      }[1] == "5-9 of 20")
  }

  @Test func `the heading shows selection, search and filter`() {
    #expect(
      heading(120, everything)
        == ["Output of Build", "/error 3/17 · 12 of 480 lines match x · wrapped · 5-9 of 12"])
    #expect(
      heading(120, glyphs: .ascii, everything)[1]
        == "/error 3/17 - 12 of 480 lines match x - wrapped - 5-9 of 12")
    #expect(heading { $0.search = .init("error", count: 0) }[1] == "/error not found")
    #expect(heading { $0.search = .init("error", count: 5) }[1] == "/error 5")
    #expect(heading { $0.selectedCount = 3 }[1] == "3 selected")
  }

  @Test func `a run whose first lines were dropped says so`() {
    #expect(heading { $0.beginsLater = true }[1].contains("earlier lines dropped"))
  }

  @Test func `with less room the least important remark is omitted first, and the title is truncated`() {
    #expect(heading(62, everything) == ["Output of Build", "/error 3/17 · 12 of 480 lines match x"])
    #expect(heading(40, everything) == ["Output of Build", "/error 3/17"])
    #expect(heading(28, everything) == ["Output…", "/error 3/17"])
    #expect(heading(20, everything)[1] == "")
  }
}
