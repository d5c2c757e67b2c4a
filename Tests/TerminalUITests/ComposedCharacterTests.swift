import TestSupport
import Testing

@testable import TerminalUI

@Suite(.timeLimit(.minutes(15))) struct ComposedCharacterTests {
  private let all: ComposedCharacters = [.flags, .joined, .toned]

  @Test(
    arguments: [
      ("🇩🇪", .flags), ("👩‍🔬", .joined), ("👍🏽", .toned), ("👩‍⚕️", .joined), ("👨‍👩‍👧", .joined), ("🏴‍☠️", .joined),
      ("👩🏽‍🔬", [.joined, .toned]),
    ] as [(Character, ComposedCharacters)])
  func `a composed character is drawn whole where the terminal does`(
    character: Character, kind: ComposedCharacters
  ) throws {
    let cell = try #require(Cell(character, style: .key, on: kind))
    #expect(cell.text == String(character))
    #expect(cell.width == 2)
    #expect(cell.isComposed)
    #expect(cell.style == .key)
    #expect(TextWidth.of(character, on: kind) == 2)
    for single in [.flags, .joined, .toned] as [ComposedCharacters] where kind.contains(single) {
      let other = all.subtracting(single)
      try expectEqual(#require(Cell(character, style: .key, on: other)).isComposed, false)
    }
  }

  @Test(
    arguments: ["a", "e\u{301}", "信", "❤️", "👍", "1️⃣", "👨‍👩‍👧‍👦", "👩‍⚕", "🏳️‍🌈", "\u{1F1E9}", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👩‍❤️‍👨"]
      as [Character])
  func `others are drawn as ever`(character: Character) {
    let cell = Cell(character, style: .plain, on: all)
    #expect(cell == Cell(character, style: .plain, on: []))
    #expect(cell?.isComposed == false)
    #expect(TextWidth.of(character, on: all) == TextWidth.of(character, on: []))
  }

  @Test func `a flag is as wide as its first letter where it is not drawn whole`() {
    #expect(TextWidth.of("🇩🇪", on: []) == 1)
    #expect(TextWidth.of("🇩🇪", on: [.joined, .toned]) == 1)
  }

  @Test func `any character takes as many columns as its cell`() {
    let parts = "🇩🇪👩‍🔬👍🏽👩‍⚕️❤️e\u{301}信\u{200D}\u{FE0F}🏽a".unicodeScalars
    for first in parts {
      for second in parts {
        for third in parts {
          var text = String.UnicodeScalarView([first, second])
          text.append(third)
          for character in String(text) {
            let cell = Cell(character, style: .plain, on: all)
            #expect(cell?.width ?? 0 == TextWidth.of(character, on: all))
            #expect(cell.map { !$0.isComposed || $0.text == String(character) } ?? true)
          }
        }
      }
    }
  }
}
