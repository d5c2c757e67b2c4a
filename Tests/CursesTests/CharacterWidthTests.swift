import TerminalUI
import Testing

@testable import Curses

#if canImport(Darwin)
import Darwin
private let utf8Locale = "en_US.UTF-8"
#else
import Glibc
private let utf8Locale = "C.UTF-8"
#endif

@Suite(.timeLimit(.minutes(15))) struct CharacterWidthTests {
  /// Pictures are laid out by `TextWidth`; ncurses moves on by the C library's width. A difference would
  /// shift a row.
  #if os(Linux)
  @Test func `pictures and the C library agree on the width of every scalar`() throws {
    try #require(setlocale(LC_CTYPE, utf8Locale) != nil)
    var differences: [String] = []
    for value in UInt32(0x20)...0x10_FFFF {
      guard let scalar = Unicode.Scalar(value), let width = CharacterWidth.of(scalar) else { continue }
      if TextWidth.of(scalar) != width {
        differences.append("\(String(value, radix: 16)): \(TextWidth.of(scalar)), not \(width)")
      }
    }
    #expect(differences == [])
  }
  #endif

  @Test func `a letter is one column wide and an ideograph two`() throws {
    try #require(setlocale(LC_CTYPE, utf8Locale) != nil)
    #expect(CharacterWidth.of("a") == 1)
    #expect(CharacterWidth.of("日") == 2)
    #expect(CharacterWidth.of("\u{301}") == 0)
    #expect(CharacterWidth.of("\u{7F}") == nil)
  }
}
