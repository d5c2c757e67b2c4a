import Testing

@testable import TerminalUI

@Suite(.timeLimit(.minutes(5))) struct CellTests {
  @Test func `a letter is one column wide`() throws {
    let cell = try #require(Cell("a"))
    #expect(cell.text == "a")
    #expect(cell.width == 1)
    #expect(cell.marks.isEmpty)
  }

  @Test func `a Chinese character takes two columns`() throws {
    #expect(try #require(Cell("信")).width == 2)
  }

  @Test func `a letter keeps two marks and drops the third`() throws {
    let cell = try #require(Cell("e\u{301}\u{323}\u{302}"))
    #expect(cell.base == "e")
    #expect(cell.marks == ["\u{301}", "\u{323}"])
    #expect(cell.text == "e\u{301}\u{323}")
  }

  @Test func `a decomposed Korean syllable keeps its vowel and final`() throws {
    let cell = try #require(Cell("\u{1112}\u{1161}\u{11AB}"))
    #expect(cell.text == "\u{1112}\u{1161}\u{11AB}")
    #expect(cell.width == 2)
  }

  @Test(
    arguments: [
      ("👩‍💻", "👩"), ("👍🏽", "👍"), ("🇩🇪", "\u{1F1E9}"), ("❤\u{FE0F}", "❤"),
    ] as [(Character, String)])
  func `a joined emoji is reduced to its first part`(character: Character, drawn: String) throws {
    #expect(try #require(Cell(character)).text == drawn)
  }

  @Test(
    arguments: ["\n", "\r\n", "\t", "\u{1B}", "\u{7F}", "\u{9B}", "\u{301}", "\u{200B}", "\u{2028}"]
      as [Character])
  func `a character that cannot be drawn has no cell`(character: Character) {
    #expect(Cell(character) == nil)
  }

  @Test func `a cell is trivial and small`() {
    #expect(MemoryLayout<Cell>.stride == 16)
    #expect(_isPOD(Cell.self))
  }
}
