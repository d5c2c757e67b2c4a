import TestSupport
import Testing

@testable import TerminalUI

@Suite(.timeLimit(.minutes(15))) struct CellTests {
  @Test func `a letter is one column wide`() throws {
    let cell = try #require(Cell("a"))
    #expect(cell.text == "a")
    #expect(cell.width == 1)
    #expect(cell.marks.isEmpty)
  }

  @Test func `a Chinese character takes two columns`() throws {
    try expectEqual(#require(Cell("信")).width, 2)
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
    try expectEqual(#require(Cell(character)).text, drawn)
  }

  @Test(
    arguments: ["\n", "\r\n", "\t", "\u{1B}", "\u{7F}", "\u{9B}", "\u{301}", "\u{200B}", "\u{2028}"]
      as [Character])
  func `a character that cannot be drawn has no cell`(character: Character) {
    #expect(Cell(character) == nil)
  }

  @Test(.timeLimit(.minutes(15)))
  func `nothing that a terminal acts on gets into a cell`() throws {
    let controls: [ClosedRange<UInt32>] = [
      0...0x1F, 0x7F...0x9F, 0x2028...0x2029, 0x61C...0x61C, 0x200E...0x200F, 0x202A...0x202E,
      0x2066...0x2069,
    ]
    for scalar in controls.joined().compactMap(Unicode.Scalar.init) {
      #expect(Cell(Character(scalar)) == nil)
      #expect(("\u{E9}\(scalar)" as String).allSatisfy { Cell($0).map { $0.text == "\u{E9}" } ?? true })
    }
    var frame = Frame(size: Size(width: 8, height: 1))
    frame.draw("a\u{1B}[3\u{202E}é\n\u{9B}z", at: Point(x: 0, y: 0))
    #expect(frame.text == "a[3éz")
  }

  @Test func `a cell is trivial and small`() {
    #expect(MemoryLayout<Cell>.stride == 16)
    #expect(_isPOD(Cell.self))
  }
}
