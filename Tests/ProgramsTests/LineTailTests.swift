import Testing

@testable import Programs

@Suite(.timeLimit(.minutes(15))) struct LineTailTests {
  private func find(in text: String, lineCount: Int) -> LineTail? {
    Array(text.utf8).withUnsafeBytes { LineTail(of: $0, lineCount: lineCount) }
  }

  private func lines(_ count: Int, _ text: String = "x") -> String {
    String(repeating: text + "\n", count: count)
  }

  @Test func `a small chunk is read whole`() {
    #expect(find(in: lines(1_000), lineCount: 10) == nil)
  }

  @Test func `a chunk of few lines is read whole`() {
    let text = lines(30, String(repeating: "x", count: 2_000))
    #expect(find(in: text, lineCount: 20) == nil)
    #expect(find(in: String(repeating: "x", count: 100_000), lineCount: 1) == nil)
    #expect(find(in: String(repeating: "x", count: 100_000) + "\n", lineCount: 1) == nil)
  }

  @Test func `the last lines begin behind a newline`() throws {
    let tail = try #require(find(in: "first\n" + lines(50_000) + "a\nbc\nd", lineCount: 2))
    #expect(tail.firstLineEnd == 6)
    #expect(tail.start == 6 + 100_000)
    #expect(tail.skippedCount == 50_000)
  }

  @Test(arguments: [1, 2, 7, 8, 9, 255, 256, 2_000, 4_095, 4_096, 4_097])
  func `lines of one byte are counted exactly`(lineCount: Int) throws {
    let tail = try #require(find(in: String(repeating: "\n", count: 40_000), lineCount: lineCount))
    #expect(tail.firstLineEnd == 1)
    #expect(tail.start == 40_000 - lineCount)
    #expect(tail.skippedCount == 40_000 - lineCount - 1)
  }
}
