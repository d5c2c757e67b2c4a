/// The signs a picture is drawn with: Unicode, or ASCII alone for a terminal that is not UTF-8. Each is one column wide.
public enum GlyphSet: Hashable, Sendable {
  case unicode, ascii

  /// The frames of a spinner, drawn 12.5 times a second.
  public var spinner: [Character] {
    self == .unicode ? Self.unicodeSpinner : Self.asciiSpinner
  }

  /// Never ran.
  public var idle: Character { self == .unicode ? "○" : "o" }
  public var running: Character { self == .unicode ? "●" : "*" }
  public var succeeded: Character { self == .unicode ? "✓" : "+" }
  public var failed: Character { self == .unicode ? "✗" : "!" }
  public var cancelled: Character { self == .unicode ? "■" : "x" }
  /// Failed, which does not count yet.
  public var tolerated: Character { self == .unicode ? "△" : "?" }
  /// May not be started now.
  public var locked: Character { self == .unicode ? "⊘" : "#" }

  /// Stands for text that was cut off.
  public var ellipsis: Character { self == .unicode ? "…" : "~" }
  /// In front of a remark.
  public var bullet: Character { self == .unicode ? "•" : "*" }
  /// Between words of one line.
  public var separator: Character { self == .unicode ? "·" : "-" }
  /// In front of what has the focus, so that it is seen without colour.
  public var focus: Character { self == .unicode ? "▸" : ">" }

  /// At the left of something that wants to be read.
  public var bar: Character { self == .unicode ? "▌" : "|" }

  public var up: Character { self == .unicode ? "↑" : "^" }
  public var down: Character { self == .unicode ? "↓" : "v" }
  public var left: Character { self == .unicode ? "←" : "<" }
  public var right: Character { self == .unicode ? "→" : ">" }

  /// Between the numbers of a size.
  public var times: Character { self == .unicode ? "×" : "x" }

  /// The lines of boxes.
  public var box: BoxGlyphs { self == .unicode ? .rounded : .ascii }
  /// The parts of gauges.
  public var gauge: GaugeGlyphs { self == .unicode ? .blocks : .ascii }
  /// The bars of a sparkline, the lowest first.
  public var sparkline: [Character] { self == .unicode ? Self.unicodeBars : Self.asciiBars }

  private static let unicodeSpinner: [Character] = Array("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")
  private static let asciiSpinner: [Character] = Array("|/-\\")
  private static let unicodeBars: [Character] = Array("▁▂▃▄▅▆▇█")
  private static let asciiBars: [Character] = Array(".:-=+*#@")
}

/// The lines and corners of a box.
public struct BoxGlyphs: Sendable {
  public var horizontal, vertical: Character
  public var topLeft, topRight, bottomLeft, bottomRight: Character
  /// Where a line inside the box meets its left and its right side.
  public var leftJoint, rightJoint: Character
  /// Where one meets its upper and its lower side.
  public var topJoint, bottomJoint: Character

  static let rounded = BoxGlyphs(
    horizontal: "─", vertical: "│", topLeft: "╭", topRight: "╮", bottomLeft: "╰", bottomRight: "╯",
    leftJoint: "├", rightJoint: "┤", topJoint: "┬", bottomJoint: "┴")
  static let ascii = BoxGlyphs(
    horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+",
    leftJoint: "+", rightJoint: "+", topJoint: "+", bottomJoint: "+")
}

/// The parts of a horizontal bar.
public struct GaugeGlyphs: Sendable {
  public var leftEnd, rightEnd: Character
  public var full, empty: Character
  /// Cells that are filled in part, from nearly empty to nearly full; none if a cell is either full or empty.
  public var partial: [Character]

  static let blocks = GaugeGlyphs(
    leftEnd: "▕", rightEnd: "▏", full: "█", empty: " ", partial: Array("▏▎▍▌▋▊▉"))
  static let ascii = GaugeGlyphs(leftEnd: "[", rightEnd: "]", full: "#", empty: ".", partial: [])
}
