import Board
import Programs
import Testing

@testable import Jobs

@Suite(.timeLimit(.minutes(15))) struct StatusReaderTests {
  private func lines(_ texts: String...) -> [OutputLine] { texts.map { OutputLine($0) } }

  @Test func `without a pattern it is the last line that is not blank`() {
    var reader = StatusReader(nil)
    #expect(reader.status == nil)
    reader.read(lines("one", "  two words  ", "", "   "))
    #expect(reader.status == "two words")
    reader.read(lines(""))
    #expect(reader.status == "two words")
  }

  @Test func `with a pattern it is the group`() throws {
    var reader = StatusReader(try OutputPattern(#"^Test "(.*)" "#))
    reader.read(lines("Building"))
    #expect(reader.status == nil)
    reader.read(lines(#"Test "first" passed"#, #"Test "sécond" passed"#, "noise"))
    #expect(reader.status == "sécond")
  }

  @Test func `a bar at the bottom of the terminal is a status, and a remark is none`() {
    var reader = StatusReader(nil)
    reader.read([OutputLine("line"), OutputLine("20%", kind: .status), .note("remark")])
    #expect(reader.status == "20%")
  }

  @Test func `only a different status is a change`() {
    var reader = StatusReader(nil)
    let changes = [lines("same"), lines("other", "same"), lines(), lines("other")].map { reader.read($0) }
    #expect(changes == [true, false, false, true])
  }
}
