/// The characters that a picture is drawn with. Each is one column wide.
public enum GlyphSet: Hashable, Sendable {
  case unicode
  /// The characters that every font of the Linux console contains: ASCII, lines, full blocks and arrows.
  case console
  /// For a terminal that is not UTF-8, or with a font that lacks the other characters.
  case ascii

  /// The frames of a spinner, drawn 12.5 times a second.
  public var spinner: [Character] {
    self == .unicode ? Self.unicodeSpinner : Self.asciiSpinner
  }

  /// The action has not run yet.
  public var idle: Character { self == .unicode ? "○" : "o" }
  public var running: Character { self == .unicode ? "●" : "*" }
  /// The service is ready.
  public var ready: Character { self == .unicode ? "◆" : "=" }
  /// The service has ended and starts again.
  public var restarting: Character { self == .unicode ? "↻" : "%" }
  public var succeeded: Character { self == .unicode ? "✓" : "+" }
  public var failed: Character { self == .unicode ? "✗" : "!" }
  public var cancelled: Character { self == .unicode ? "■" : "x" }
  /// It is being cancelled.
  public var stopping: Character { self == .unicode ? "□" : "v" }
  /// The action failed, but the failure is tolerated.
  public var tolerated: Character { self == .unicode ? "△" : "?" }
  /// The action has succeeded, and its inputs have changed since then.
  public var stale: Character { self == .unicode ? "◌" : "~" }
  /// It is started when a plan has unlocked it.
  public var planned: Character { self == .unicode ? "⧗" : "&" }
  /// The action cannot be started now.
  public var locked: Character { self == .unicode ? "⊘" : "#" }

  /// In place of truncated text.
  public var ellipsis: Character { self == .unicode ? "…" : "~" }
  /// Before a note.
  public var bullet: Character { self == .unicode ? "•" : "*" }
  /// Between parts of one line.
  public var separator: Character { self == .ascii ? "-" : "·" }
  /// Before the item that has the focus, so that the focus is visible without colour.
  public var focus: Character { self == .unicode ? "▸" : ">" }

  /// Before the heading of a group of rows that are shown, or hidden.
  public var unfolded: Character { self == .unicode ? "▾" : "-" }
  public var folded: Character { self == .unicode ? "▹" : "+" }

  /// At the left of rows that call for attention.
  public var bar: Character { self == .unicode ? "▌" : "|" }

  public var up: Character { self == .ascii ? "^" : "↑" }
  public var down: Character { self == .ascii ? "v" : "↓" }
  public var left: Character { self == .ascii ? "<" : "←" }
  public var right: Character { self == .ascii ? ">" : "→" }

  /// Between the width and the height of a size.
  public var times: Character { self == .unicode ? "×" : "x" }

  /// The lines of boxes.
  public var box: BoxGlyphs {
    switch self {
    case .unicode: .rounded
    case .console: .square
    case .ascii: .ascii
    }
  }
  /// The parts of gauges.
  public var gauge: GaugeGlyphs {
    switch self {
    case .unicode: .blocks
    case .console: .fullBlocks
    case .ascii: .ascii
    }
  }
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
  /// Where a line inside the box connects to its left and its right side.
  public var leftJoint, rightJoint: Character
  /// Where a line inside the box connects to its top and its bottom side.
  public var topJoint, bottomJoint: Character

  static let rounded = BoxGlyphs(
    horizontal: "─", vertical: "│", topLeft: "╭", topRight: "╮", bottomLeft: "╰", bottomRight: "╯",
    leftJoint: "├", rightJoint: "┤", topJoint: "┬", bottomJoint: "┴")
  static let square = BoxGlyphs(
    horizontal: "─", vertical: "│", topLeft: "┌", topRight: "┐", bottomLeft: "└", bottomRight: "┘",
    leftJoint: "├", rightJoint: "┤", topJoint: "┬", bottomJoint: "┴")
  static let ascii = BoxGlyphs(
    horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+",
    leftJoint: "+", rightJoint: "+", topJoint: "+", bottomJoint: "+")
}

/// The parts of a horizontal bar.
public struct GaugeGlyphs: Sendable {
  public var leftEnd, rightEnd: Character
  public var full, empty: Character
  /// Partly filled cells, from nearly empty to nearly full; empty if every cell is drawn either full or
  /// empty.
  public var partial: [Character]

  static let blocks = GaugeGlyphs(
    leftEnd: "▕", rightEnd: "▏", full: "█", empty: " ", partial: Array("▏▎▍▌▋▊▉"))
  static let fullBlocks = GaugeGlyphs(leftEnd: "[", rightEnd: "]", full: "█", empty: "░", partial: [])
  static let ascii = GaugeGlyphs(leftEnd: "[", rightEnd: "]", full: "#", empty: ".", partial: [])
}
