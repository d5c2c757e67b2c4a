import Testing

@testable import Board

@Suite(.timeLimit(.minutes(15))) struct SearchPatternTests {
  private func matches(_ text: String, in line: String) -> [Range<Int>] {
    SearchPattern(text)?.matches(in: line) ?? []
  }

  @Test func `lower case matches both cases, and upper case only itself`() {
    #expect(matches("error", in: "Error: no ERROR") == [0..<5, 10..<15])
    #expect(matches("Error", in: "Error: no ERROR") == [0..<5])
    #expect(matches("größe", in: "GRÖSSE Größe GRÖßE") == [8..<15, 16..<23])
    #expect(matches("ö", in: "Ö ö") == [0..<2, 3..<5])
    #expect(matches("Ö", in: "Ö ö") == [0..<2])
  }

  @Test func `a pattern without slashes is plain text`() {
    #expect(matches("a.c", in: "abc a.c") == [4..<7])
    #expect(matches("[1/2]", in: "[1/2] [2/2]") == [0..<5])
  }

  @Test func `a pattern between slashes is a regular expression`() {
    #expect(matches(#"/a.c/"#, in: "abc a.c") == [0..<3, 4..<7])
    #expect(matches(#"/^\d+/"#, in: "12 34") == [0..<2])
    #expect(matches("/ö+/", in: "aÖö b") == [1..<5])
    #expect(matches("/b*/", in: "abba") == [1..<3])
    #expect(matches("/usr", in: "/usr/bin") == [0..<4])
    #expect(matches("//", in: "a//b") == [1..<3])
  }

  @Test func `a capital letter in an expression counts, unless it is a class`() {
    #expect(matches("/error/", in: "Error") == [0..<5])
    #expect(matches(#"/\Srror/"#, in: "ERROR") == [0..<5])
    #expect(matches("/Error/", in: "error") == [])
  }

  @Test func `an invalid expression says so, and matches nothing`() {
    #expect(SearchPattern("/a(/")?.mistake == "invalid expression")
    #expect(matches("/a(/", in: "a( /a(/") == [])
    #expect(SearchPattern("/a/")?.mistake == nil)
    #expect(SearchPattern("a(")?.mistake == nil)
  }

  @Test func `an expression that backtracks ends soon`() {
    let line = String(repeating: "a", count: 5_000) + "b"
    #expect(matches("/(a+)+$/", in: line) == [])
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
    #expect(SearchPattern("") == nil)
  }
}
