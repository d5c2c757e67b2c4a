import Fuzzing
import Programs
import TerminalUI
import Testing

@testable import Boundary

@Suite(.timeLimit(.minutes(15))) struct OutputRingTests {
  private func ring(_ texts: [String], lineLimit: Int = 100, byteLimit: Int = 1000) -> OutputRing {
    var ring = OutputRing(lineLimit: lineLimit, byteLimit: byteLimit)
    for text in texts { ring.append(OutputLine(text)) }
    return ring
  }

  @Test func `lines stay in order`() {
    #expect(ring(["a", "b", "c"]).map(\.text) == ["a", "b", "c"])
  }

  @Test func `a new ring is empty`() {
    #expect(OutputRing().isEmpty)
    #expect(OutputRing().indices == 0..<0)
  }

  @Test func `the oldest lines are dropped first and numbers are kept`() {
    let ring = ring(["a", "b", "c", "d", "e"], lineLimit: 3)
    #expect(ring.map(\.text) == ["c", "d", "e"])
    #expect(ring.indices == 2..<5)
    #expect(ring[3].text == "d")
  }

  @Test func `bytes are limited too`() {
    let ring = ring(["aaaa", "bbbb", "üü", "cc"], byteLimit: 10)
    #expect(ring.map(\.text) == ["bbbb", "üü", "cc"])
  }

  @Test func `the newest line is kept whatever its length`() {
    #expect(ring(["a", "a very long line"], byteLimit: 4).map(\.text) == ["a very long line"])
  }

  @Test func `a line after skipped ones drops all before and keeps the count`() {
    var ring = ring(["a", "b"])
    var line = OutputLine("f")
    line.skippedBefore = 3
    ring.append(line)
    ring.append(OutputLine("g"))
    #expect(ring.map(\.text) == ["f", "g"])
    #expect(ring.indices == 5..<7)
  }

  @Test func `a line replaces the last one`() {
    var ring = ring(["a", "10%"])
    ring.append(OutputLine("20%", replaces: 1))
    #expect(ring.map(\.text) == ["a", "20%"])
    #expect(ring.indices == 0..<2)
  }

  @Test func `overwriting for a long time neither grows nor drops`() {
    var ring = ring(["first", "0"], lineLimit: 2, byteLimit: 12)
    for step in 0..<10_000 { ring.append(OutputLine("\(step)", replaces: 1)) }
    #expect(ring.map(\.text) == ["first", "9999"])
    #expect(ring.indices == 0..<2)
  }

  @Test func `a line that replaces nothing is an ordinary line`() {
    var ring = OutputRing()
    ring.append(OutputLine("10%", replaces: 1))
    #expect(ring.map(\.text) == ["10%"])
  }

  @Test func `a remark is not overwritten`() {
    var ring = ring(["10%"])
    ring.append(.note("run 2 started", .startByPerson))
    ring.append(OutputLine("20%", replaces: 1))
    #expect(ring.map(\.text) == ["10%", "run 2 started", "20%"])
  }

  @Test func `a line replaces an earlier one and keeps its number`() {
    var ring = ring(["a", "b", "c"], byteLimit: 6)
    ring.append(OutputLine("A", replaces: 3))
    #expect(ring.map(\.text) == ["A", "b", "c"])
    #expect(ring.indices == 0..<3)
    ring.append(OutputLine("BBBB", replaces: 2))
    #expect(ring.map(\.text) == ["A", "BBBB", "c"])
    ring.append(OutputLine("CC", replaces: 1))
    #expect(ring.map(\.text) == ["BBBB", "CC"])
  }

  @Test func `remarks between lines do not count, unless they begin or end a run`() {
    var ring = ring(["a", "b"])
    ring.append(.note("remark"))
    ring.append(OutputLine("A", replaces: 2))
    #expect(ring.map(\.text) == ["A", "b", "remark"])
    ring.append(.note("run 2 started", .startByClock))
    ring.append(OutputLine("c"))
    ring.append(OutputLine("x", replaces: 2))
    #expect(ring.map(\.text) == ["A", "b", "remark", "run 2 started", "c"])
  }

  @Test func `a line that is not kept any more is not replaced`() {
    var ring = ring(["a", "b", "c"], lineLimit: 2)
    ring.append(OutputLine("A", replaces: 3))
    #expect(ring.map(\.text) == ["b", "c"])
  }

  @Test func `styles count as bytes`() {
    var ring = ring(["a", "b"], byteLimit: 40)
    var line = OutputLine("cd")
    line.styles = (0..<2).map { StyleRun(start: $0, style: Style(foreground: .palette(UInt8($0)))) }
    ring.append(line)
    #expect(ring.map(\.text) == ["a", "b", "cd"])
    ring.append(line)
    #expect(ring.map(\.text) == ["cd"])
  }

  @Test func `links count as bytes`() {
    var ring = ring(["a", "b"], byteLimit: 100)
    var line = OutputLine("cd")
    line.links = [OutputLink(range: 0..<2, address: "http://" + String(repeating: "a", count: 50))]
    ring.append(line)
    #expect(ring.map(\.text) == ["a", "b", "cd"])
    ring.append(line)
    #expect(ring.map(\.text) == ["cd"])
  }

  @Test func `removing everything keeps counting`() {
    var ring = ring(["a", "b"])
    ring.removeAll()
    #expect(ring.isEmpty)
    ring.append(OutputLine("c", replaces: 1))
    #expect(ring.indices == 2..<3)
  }

  @Test(arguments: 0..<UInt64(200))
  func `many lines at once have the same result as one after the other`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var one = OutputRing(lineLimit: 5, byteLimit: 30)
    var many = one
    for _ in 0..<20 {
      let mayOverwrite = Bool.random(using: &random)
      let lines = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        let text = String(repeating: "x", count: Int.random(in: 0...12, using: &random))
        var line = OutputLine(
          text, replaces: mayOverwrite && Int.random(in: 0..<6, using: &random) == 0 ? 1 : 0)
        if Int.random(in: 0..<40, using: &random) == 0 { line.skippedBefore = 3 }
        return line
      }
      for line in lines { one.append(line) }
      many.append(lines, arrival: 0)
      #expect(many == one)
    }
  }

  @Test(arguments: 0..<UInt64(50))
  func `it has the same lines as a simple list`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var ring = OutputRing(lineLimit: 7, byteLimit: 40)
    var list: [OutputLine] = []
    for _ in 0..<300 {
      let text = String(repeating: "x", count: Int.random(in: 0...12, using: &random))
      let line = OutputLine(text, replaces: Int.random(in: 0..<4, using: &random) == 0 ? 1 : 0)
      ring.append(line)
      if line.replaces > 0 { _ = list.popLast() }
      list.append(line)
      while list.count > 7 || list.reduce(0, { $0 + $1.text.utf8.count }) > 40 { list.removeFirst() }
      #expect(Array(ring) == list)
    }
  }
}
