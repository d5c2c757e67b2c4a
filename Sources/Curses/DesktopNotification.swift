internal import TerminalUI

/// A notification that the terminal shows on the desktop, wherever the program runs, also behind ssh.
///
/// There are two sequences for it, and no way to ask which a terminal knows. Some know both and would show it twice, so
/// one is sent; a terminal that does not know it reads over it.
public struct DesktopNotification: Hashable, Sendable {
  /// How the terminal is told.
  public enum Sequence: Hashable, Sendable {
    /// `OSC 9 ; text`, of iTerm2; also in kitty, Warp, Visual Studio Code.
    case text
    /// `OSC 777 ; notify ; title ; text`, of rxvt-unicode; also in foot, Ghostty, WezTerm, Konsole, Contour, VTE.
    case titleAndText
  }

  /// The most characters of each part that are sent.
  static let limit = 200

  public var title: String
  public var text: String

  public init(title: String, text: String) {
    self.title = title
    self.text = text
  }

  /// What is written to the terminal. Both parts are data: what could end the sequence or mean something in it is
  /// replaced.
  func bytes(_ sequence: Sequence, glyphs: GlyphSet) -> [UInt8] {
    let parts = [title, text].map { Self.harmless($0, glyphs: glyphs) }.filter { !$0.isEmpty }
    let content =
      switch sequence {
      case .text: "9;" + parts.joined(separator: ": ")
      case .titleAndText: "777;notify;" + parts.joined(separator: ";")
      }
    // Not by `ESC \`, which would end what screen lets through.
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
