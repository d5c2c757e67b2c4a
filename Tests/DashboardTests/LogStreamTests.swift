import Boundary
import LoopbackBox
import Programs
import TerminalUI
import Testing

@testable import Dashboard

/// The outputs of several actions as one, without a box.
@Suite(.timeLimit(.minutes(15))) struct LogStreamTests {
  private var stream = Dashboard.LogStream(
    of: [ActionDescription(id: "db", title: "Database"), ActionDescription(id: "web", title: "Web")],
    title: "2 services")

  private func kept(_ lines: [(number: Int, text: String, arrival: UInt32)], next: Int) -> KeptLines {
    var kept = KeptLines()
    kept.lines = lines.map { number, text, arrival in
      var line = OutputLine(text)
      line.arrival = arrival
      return KeptLines.Line(number: number, run: 1, line: line)
    }
    kept.next = next
    return kept
  }

  private var texts: [String] { stream.ring.map(\.text) }

  @Test mutating func `what was there is in the order of time, when all have answered`() {
    #expect(stream.requests().map(\.action) == ["db", "web"])
    #expect(stream.requests().isEmpty)
    stream.take(kept([(0, "up", 1), (1, "ready", 5)], next: 2), of: "db")
    #expect(texts == [])
    stream.take(kept([(7, "GET /", 3)], next: 8), of: "web")
    #expect(texts == ["Database | up", "Web      | GET /", "Database | ready"])
    #expect((0...3).map { stream.action(ofLine: $0) } == ["db", "web", "db", nil])
  }

  @Test mutating func `what comes later is asked for once, from the line that is next`() {
    _ = stream.requests()
    stream.take(kept([], next: 4), of: "db")
    stream.take(nil, of: "web")
    stream.noteNews(of: "db")
    stream.noteNews(of: "db")
    stream.noteNews(of: "other")
    let requests = stream.requests()
    #expect(requests.map(\.action) == ["db"])
    #expect(requests.map(\.from) == [4])
    stream.noteNews(of: "db")
    #expect(stream.requests().isEmpty)
    stream.take(kept([(3, "old", 1), (4, "new", 2)], next: 5), of: "db")
    #expect(texts == ["Database | new"])
    #expect(stream.requests().map(\.from) == [5])
  }

  @Test mutating func `the name has a colour of its own, and the line keeps those that it has`() throws {
    _ = stream.requests()
    var line = OutputLine("ok red")
    line.styles = [StyleRun(start: 3, style: Style(foreground: .red))]
    line.links = [OutputLink(range: 3..<6, address: "http://a")]
    var kept = KeptLines()
    kept.lines = [
      .init(number: 0, run: 1, line: line), .init(number: 1, run: 1, line: .note("run 1", .startByPerson)),
    ]
    stream.take(kept, of: "db")
    stream.take(self.kept([(0, "x", 0)], next: 1), of: "web")
    #expect(stream.ring.count == 2)
    let styles = stream.ring[0].styles
    #expect(styles.map(\.start) == [0, 11, 14])
    #expect(styles.map(\.style.foreground) == [.cyan, .default, .red])
    #expect(stream.ring[0].links == [OutputLink(range: 14..<17, address: "http://a")])
    #expect(stream.ring[1].styles.first?.style.foreground == .green)
  }
}

@MainActor
@Suite(.timeLimit(.minutes(15))) struct ModelStreamTests {
  private let panel: VirtualPanel

  init() throws {
    panel = try VirtualPanel(
      """
        build: { key: b, title: Build, simulate: { duration: 2s } }
        db: { title: Database, group: Data, run: exec sleep 100, service: true }
        web: { title: Web, run: exec sleep 100, service: true }
      """)
  }

  private func print(_ text: String, by action: String) {
    panel.print([OutputLine(text)], by: action)
    panel.advance(by: .milliseconds(200))
  }

  private var rows: [String] { panel.state.log?.rows.map { $0.pieces.map(\.text).joined() } ?? [] }

  @Test func `the outputs of the services are one, and the key leads back`() {
    print("before", by: "db")
    print("compiled", by: "build")
    panel.press("L")
    panel.advance(by: .milliseconds(200))
    #expect(rows == ["Database | before"])
    #expect(panel.picture.contains("Output of 2 services"))
    #expect(panel.picture.contains("L one log"))
    print("GET /", by: "web")
    print("after", by: "db")
    #expect(rows == ["Database | before", "Web      | GET /", "Database | after"])
    panel.press("L")
    print("late", by: "web")
    #expect(rows == ["compiled"])
  }

  @Test func `it is searched and filtered like one output, and Esc leads back`() {
    panel.press("L")
    for text in ["one", "two", "three"] { print(text, by: "web") }
    panel.press("Ctrl-F", "t", "Enter")
    #expect(rows == ["Web      | two", "Web      | three"])
    panel.press("Esc")
    #expect(panel.state.showsStream && rows.count == 3)
    panel.press("Esc")
    #expect(!panel.state.showsStream)
  }

  @Test func `a list that is narrowed is what it is about`() {
    panel.press("f", "b", "u", "i", "l", "d", "Enter", "L")
    print("compiled", by: "build")
    print("GET /", by: "web")
    #expect(rows == ["Build | compiled"])
    #expect(panel.picture.contains("Output of 1 action"))
  }

  @Test func `without a service it is about all actions`() throws {
    let panel = try VirtualPanel("  a: { simulate: { duration: 1s } }\n  b: { simulate: { duration: 1s } }")
    panel.press("L")
    panel.print([OutputLine("x")], by: "b")
    panel.advance(by: .milliseconds(200))
    #expect(panel.picture.contains("Output of all actions"))
    #expect(panel.state.log?.rows.map { $0.pieces.map(\.text).joined() } == ["b | x"])
  }

  @Test func `what is about one action shows its output again`() {
    panel.press("L", "w")
    #expect(!panel.state.showsStream)
    #expect(panel.state.log?.introduction?.isRequested == true)
  }
}
