import Testing

@testable import Configuration

@Suite(.timeLimit(.minutes(15))) struct SourceExcerptTests {
  private func excerpt(_ line: String, column: Int) -> String {
    let excerpt = SourceExcerpt(Array(line.unicodeScalars)[...], column: column)
    return excerpt.line + "\n" + excerpt.caret
  }

  @Test func `the caret is below the column`() {
    #expect(
      excerpt("  key: qq", column: 8) == """
          key: qq
               ^
        """)
  }

  @Test func `a tab remains a tab`() {
    #expect(excerpt("\tkey", column: 2) == "\tkey\n\t^")
  }

  @Test func `wide characters need two spaces, and combining ones none`() {
    #expect(excerpt("日本x", column: 3) == "日本x\n    ^")
    #expect(excerpt("e\u{301}x", column: 3) == "e\u{301}x\n ^")
  }

  @Test func `control characters are not shown`() {
    #expect(excerpt("a\u{1B}[31m\u{2066}b", column: 2) == "a�[31m�b\n ^")
  }

  @Test func `a column outside of the line is moved to the nearest one`() {
    #expect(excerpt("ab", column: 9) == "ab\n  ^")
    #expect(excerpt("", column: 0) == "\n^")
  }

  @Test func `a long line is shown around the column`() {
    let line = String(repeating: "a", count: 500) + "B" + String(repeating: "c", count: 500)

    let parts = excerpt(line, column: 501).split(separator: "\n")

    #expect(parts[0].count == 162)
    #expect(parts[0].hasPrefix("…a") && parts[0].hasSuffix("c…"))
    #expect(Array(parts[0])[parts[1].count - 1] == "B")
  }
}
