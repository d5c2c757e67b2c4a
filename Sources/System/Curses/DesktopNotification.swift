internal import TerminalUI

/// A notification that the terminal shows on the desktop, even when the program runs on another machine over
/// ssh.
///
/// Two escape sequences exist for it, and a terminal cannot be asked which one it supports. Only one is sent,
/// since some terminals support both and would show it twice; terminals ignore a sequence that they do not
/// support.
public struct DesktopNotification: Hashable, Sendable {
  /// The escape sequence to use.
  public enum Sequence: Hashable, Sendable {
    /// `OSC 9 ; text`: iTerm2, kitty, Warp, Visual Studio Code.
    case text
    /// `OSC 777 ; notify ; title ; text`: rxvt-unicode, foot, Ghostty, WezTerm, Konsole, Contour, VTE.
    case titleAndText
  }

  /// The maximum number of characters of the title and of the text.
  static let limit = 200

  public var title: String
  public var text: String

  public init(title: String, text: String) {
    self.title = title
    self.text = text
  }

  /// The bytes to write. Characters that could end the sequence, or have a meaning in it, are replaced.
  func bytes(_ sequence: Sequence, glyphs: GlyphSet) -> [UInt8] {
    let parts = [title, text].map { Self.harmless($0, glyphs: glyphs) }.filter { !$0.isEmpty }
    let content =
      switch sequence {
      case .text: "9;" + parts.joined(separator: ": ")
      case .titleAndText: "777;notify;" + parts.joined(separator: ";")
      }
    // Terminated by BEL: `ESC \` would also end the pass-through sequence of screen.
    return Array("\u{1B}]\(content)\u{07}".utf8)
  }

  private static func harmless(_ text: String, glyphs: GlyphSet) -> String {
    let scalars = text.prefix(limit).unicodeScalars.map { scalar -> Unicode.Scalar in
      if scalar == ";" { return "," }
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse:
        return " "
      default: return glyphs == .ascii && !scalar.isASCII ? "?" : scalar
      }
    }
    return String(String.UnicodeScalarView(scalars))
  }
}
