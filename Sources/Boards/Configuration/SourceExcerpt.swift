/// The line of a mistake, and a caret below it, safe to show in a terminal.
struct SourceExcerpt {
  let line: String
  let caret: String

  /// The maximum number of scalars that are shown, around the column.
  private static let width = 160

  init(_ line: ArraySlice<Unicode.Scalar>, column: Int) {
    let offset = min(max(column - 1, 0), line.count)
    let start = offset < Self.width ? 0 : offset - Self.width / 2
    let window = line.dropFirst(start).prefix(Self.width)
    let shown = window.map { $0.isUnsafeToShow && $0 != "\t" ? "\u{FFFD}" : $0 }
    var text = String(String.UnicodeScalarView(shown))
    var padding = shown.prefix(offset - start).map(\.blank).joined()
    if start > 0 {
      text = "…" + text
      padding = " " + padding
    }
    if start + window.count < line.count {
      text += "…"
    }
    self.line = text
    self.caret = padding + "^"
  }
}

extension Unicode.Scalar {
  /// Spaces of the same width. A tab remains a tab, so that the caret is aligned to the same tab stop.
  fileprivate var blank: String {
    if self == "\t" { return "\t" }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return ""
    default: return isWide ? "  " : " "
    }
  }

  /// Whether terminals draw it two cells wide, by the Unicode property East_Asian_Width.
  private var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      true
    default: properties.isEmojiPresentation
    }
  }
}
