internal import TerminalUI

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The character encoding of the person's locale.
enum Codeset: Hashable {
  case utf8
  /// Anything else: only ASCII is sure to be drawn.
  case other

  /// Takes over the locale from the environment, which ncurses needs before it starts, and reads its encoding.
  ///
  /// Without it, or in the C locale, ncurses draws a blank for everything that is not ASCII.
  static func fromEnvironment() -> Codeset {
    setlocale(LC_ALL, "")
    guard let name = nl_langinfo(nl_item(CODESET)) else { return .other }
    return Codeset(name: String(cString: name))
  }

  /// The encoding of this name; people and systems write it in several ways.
  init(name: String) {
    let letters = name.lowercased().filter { $0.isLetter || $0.isNumber }
    self = letters == "utf8" ? .utf8 : .other
  }

  var glyphs: GlyphSet { self == .utf8 ? .unicode : .ascii }
}
