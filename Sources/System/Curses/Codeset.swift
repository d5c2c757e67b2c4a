internal import TerminalUI

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The character encoding of the user's locale.
enum Codeset: Hashable {
  case utf8
  /// Any other encoding. Only ASCII can be drawn reliably.
  case other

  /// Sets the locale from the environment and returns its encoding. Must be called before ncurses starts.
  ///
  /// Without a locale, or in the C locale, ncurses draws a blank for each character that is not ASCII.
  static func fromEnvironment() -> Codeset {
    setlocale(LC_ALL, "")
    guard let name = nl_langinfo(nl_item(CODESET)) else { return .other }
    return Codeset(name: String(cString: name))
  }

  /// The encoding with this name. Upper case, hyphens and underscores do not matter.
  init(name: String) {
    let letters = name.lowercased().filter { $0.isLetter || $0.isNumber }
    self = letters == "utf8" ? .utf8 : .other
  }

  /// The glyphs that can be drawn. The console of Linux has a font of at most 512 characters.
  func glyphs(onTerminal name: String) -> GlyphSet {
    guard self == .utf8 else { return .ascii }
    return name.hasPrefix("linux") ? .console : .unicode
  }
}
