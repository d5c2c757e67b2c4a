import Testing

@testable import TerminalUI

@Suite(.timeLimit(.minutes(15))) struct TextWidthTests {
  @Test(
    arguments: [
      ("a", 1), ("ä", 1), ("信", 2), ("ｗ", 2), ("🚂", 2), ("█", 1), ("⠋", 1), ("\u{AD}", 1),
      ("\u{301}", 0), ("\u{200D}", 0), ("\u{1B}", 0), ("\u{85}", 0), ("\u{2028}", 0), ("\u{FE0F}", 0),
      ("\u{1160}", 0),
      ("\u{600}", 1), ("\u{E000}", 1), ("\u{20000}", 2),
    ] as [(Unicode.Scalar, Int)])
  func `the width of a scalar`(scalar: Unicode.Scalar, columns: Int) {
    #expect(TextWidth.of(scalar) == columns)
  }

  @Test(arguments: [
    ("", 0), ("signal", 6), ("Züge", 4), ("Zu\u{308}ge", 4), ("信号", 4), ("a\tb\u{1B}c", 3), ("👩‍💻", 2),
    ("❤️", 1), ("🇩🇪", 1),
  ])
  func `the width of a text`(text: String, columns: Int) {
    #expect(TextWidth.of(text) == columns)
  }

  @Test func `the width of a text is that of its cells`() {
    let text = "é 信号 한국 हिन्दी 👍🏽 a\u{300}\u{301}\u{302} \r\n ❤️"
    #expect(TextWidth.of(text) == text.reduce(0) { $0 + (Cell($1)?.width ?? 0) })
  }

  @Test func `scalars that count as characters are never parts of one`() {
    let scalars = (0...0xFFFF).compactMap(Unicode.Scalar.init).filter(TextWidth.isCharacter)
    #expect(scalars.count > 3_000)
    for scalar in scalars {
      for other in ["a", "\u{2500}", scalar] as [Unicode.Scalar] {
        #expect(String(String.UnicodeScalarView([scalar, other])).count == 2)
        #expect(String(String.UnicodeScalarView([other, scalar])).count == 2)
      }
      #expect(Cell(character: scalar, style: .plain) == Cell(Character(scalar)))
    }
  }

  @Test func `the wide ranges are sorted and disjoint`() {
    for (range, next) in zip(TextWidth.wideRanges, TextWidth.wideRanges.dropFirst()) {
      #expect(range.upperBound + 1 < next.lowerBound)
    }
  }
}
