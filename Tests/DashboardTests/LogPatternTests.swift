import Testing

@testable import Dashboard

@Suite(.timeLimit(.minutes(15))) struct LogPatternTests {
  private func matches(_ text: String, in line: String) -> [Range<Int>] {
    Dashboard.LogPattern(text)?.matches(in: line) ?? []
  }

  @Test func `lower case matches both cases, and upper case only itself`() {
    #expect(matches("error", in: "Error: no ERROR") == [0..<5, 10..<15])
    #expect(matches("Error", in: "Error: no ERROR") == [0..<5])
    #expect(matches("größe", in: "GRÖSSE Größe GRÖßE") == [8..<15, 16..<23])
    #expect(matches("ö", in: "Ö ö") == [0..<2, 3..<5])
    #expect(matches("Ö", in: "Ö ö") == [0..<2])
  }

  @Test func `a pattern is plain text, not a regular expression`() {
    #expect(matches("a.c", in: "abc a.c") == [4..<7])
    #expect(matches("[1/2]", in: "[1/2] [2/2]") == [0..<5])
  }

  @Test func `matches do not overlap`() {
    #expect(matches("aa", in: "aaaaa") == [0..<2, 2..<4])
  }

  @Test func `a pattern longer than the line does not match`() {
    #expect(matches("abc", in: "ab") == [])
    #expect(matches("a", in: "") == [])
    #expect(matches("信号", in: "a信号b") == [1..<7])
  }

  @Test func `an empty text is not a pattern`() {
    #expect(Dashboard.LogPattern("") == nil)
  }
}
