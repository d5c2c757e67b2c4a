/// One cell of a frame: a scalar with at most two combining marks, or a composed character, its width, and
/// its style.
///
/// It holds no references. The three scalars, of 21 bits each, share one word, so comparing two frames of
/// 12,000 cells compares a few hundred kilobytes of plain memory.
public struct Cell: Hashable, Sendable {
  /// A space in the terminal's own colours.
  public static let blank = Cell(scalars: 0x20, width: 1, style: .plain)

  /// A space in this style.
  public static func blank(_ style: Style) -> Cell {
    Cell(scalars: 0x20, width: 1, style: style)
  }

  /// The right half of a wide cell. It is not drawn: drawing the left half moves the cursor past it.
  static func rightHalf(_ style: Style) -> Cell {
    Cell(scalars: 0, width: 0, style: style)
  }

  private let scalars: UInt64
  private let columns: UInt8
  public var style: Style

  private init(scalars: UInt64, width: UInt8, style: Style) {
    self.scalars = scalars
    self.columns = width
    self.style = style
  }

  /// The part of a character that terminals and the C library draw in the same way: its first scalar that has
  /// a width, and the first two non-spacing marks after it. Joined emoji, emoji with a skin tone, and flags
  /// are reduced to their first part, unless the terminal draws them whole; see
  /// ``TextWidth/composedCharacters``.
  ///
  /// Returns nil if no part can be drawn, for example for a control character, a line break, or a mark
  /// without a base.
  public init?(_ character: Character, style: Style = .plain) {
    self.init(character, style: style, on: TextWidth.composedCharacters)
  }

  init?(_ character: Character, style: Style, on terminal: ComposedCharacters) {
    if let ascii = character.asciiValue {
      guard Cell.isPrintable(ascii) else { return nil }
      self.init(printable: ascii, style: style)
      return
    }
    if !terminal.isEmpty, let composed = ComposedCharacter(character, on: terminal) {
      self.init(composed, style: style)
      return
    }
    var width = 0
    var packed: UInt64 = 0
    var shift: UInt64 = 21
    for scalar in character.unicodeScalars {
      if width == 0 {
        width = TextWidth.of(scalar)
        packed = UInt64(scalar.value)
      } else if shift <= 42, TextWidth.isMark(scalar) {
        packed |= UInt64(scalar.value) << shift
        shift += 21
      }
    }
    guard width > 0 else { return nil }
    self.init(scalars: packed, width: UInt8(width), style: style)
  }

  /// Creates a cell with a scalar that is a character alone, as ``TextWidth/isCharacter(_:)`` says.
  init(character scalar: Unicode.Scalar, style: Style) {
    self.init(scalars: UInt64(scalar.value), width: UInt8(TextWidth.of(scalar)), style: style)
  }

  private init(_ composed: ComposedCharacter, style: Style) {
    let packed = composed.parts.reversed().reduce(0) { $0 << 21 | UInt64($1.value) }
    self.init(scalars: packed | Cell.composedMark, width: 2, style: style)
  }

  /// Creates a cell with an ASCII character for which `isPrintable` is true.
  init(printable ascii: UInt8, style: Style) {
    self.init(scalars: UInt64(ascii), width: 1, style: style)
  }

  /// True for a space and for the visible characters of ASCII.
  static func isPrintable(_ ascii: UInt8) -> Bool { 0x20 <= ascii && ascii < 0x7F }

  /// The number of columns: 1, 2, or 0 for the right half of the wide cell to the left.
  public var width: Int { Int(columns) }

  /// The scalar to draw; a space for a right half.
  public var base: Unicode.Scalar { scalar(at: 0) ?? " " }

  /// The scalar to draw, if the cell has no other; nil for a right half and for a cell with several scalars.
  public var only: Unicode.Scalar? { scalars >> 21 == 0 ? scalar(at: 0) : nil }

  /// The non-spacing marks on the base, at most two; for a composed character, all scalars after the first.
  public var marks: [Unicode.Scalar] {
    if scalars >> 21 == 0 { return [] }
    let further = [scalar(at: 21), scalar(at: 42)].compactMap(\.self)
    return isComposed ? Array(ComposedCharacter(parts: [base] + further).scalars.dropFirst()) : further
  }

  /// Whether the cell is a flag, a joined emoji, or one with a skin tone.
  public var isComposed: Bool { scalars & Cell.composedMark != 0 }

  /// The text to draw; empty for a right half.
  public var text: String {
    guard columns > 0 else { return "" }
    var view = String.UnicodeScalarView([base])
    view.append(contentsOf: marks)
    return String(view)
  }

  /// The bit that three scalars leave free.
  private static let composedMark: UInt64 = 1 << 63

  private func scalar(at shift: UInt64) -> Unicode.Scalar? {
    let value = UInt32(truncatingIfNeeded: scalars >> shift) & 0x1F_FFFF
    return value == 0 ? nil : Unicode.Scalar(value)
  }
}
