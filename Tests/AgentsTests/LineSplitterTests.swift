import Testing

@testable import Agents

@Suite(.timeLimit(.minutes(15))) struct LineSplitterTests {
  @Test func `lines arrive in parts`() {
    var splitter = LineSplitter()
    #expect(splitter.take(Array("a\nb".utf8)) == [.line(Array("a".utf8))])
    #expect(splitter.take(Array("c\n\n".utf8)) == [.line(Array("bc".utf8)), .line([])])
  }

  @Test func `nothing follows a line that is too long`() {
    var splitter = LineSplitter()
    #expect(splitter.take(Array(repeating: 0x20, count: LineSplitter.limit)) == [])
    #expect(splitter.take([0x20, 0x0A, 0x20, 0x0A]) == [.tooLong])
  }
}
