internal import CNcurses
internal import TerminalUI

/// Converts rows of a frame to cells of ncurses.
@MainActor
struct RowBuffer {
  private var cells: [cchar_t] = []
  /// A space in the appearance of the present cell. A cell with one scalar is a copy of it with that scalar,
  /// because `setcchar` takes several times as long.
  private var blank = cchar_t()
  /// The last scalar beyond ASCII that the C library knew with the width of its cell: lines repeat theirs.
  private var lastKnown: Unicode.Scalar?
  private let codeset: Codeset
  private var hasDividedCharacter = false

  init(codeset: Codeset) {
    self.codeset = codeset
  }

  /// Puts a row, or a part of one, into a window.
  /// - Parameter room: The number of columns from there to the right edge of the window. The row is truncated
  ///   to it.
  /// - Returns: Whether it has a character of which ncurses must not draw a part alone.
  mutating func put(
    _ row: ArraySlice<Cell>, at start: Point, room: Int, into window: OpaquePointer, palette: inout Palette
  ) -> Bool {
    cells.removeAll(keepingCapacity: true)
    cells.reserveCapacity(row.count)
    var style: Style?
    var appearance = Palette.Appearance(attributes: 0, pair: 0)
    var room = room
    hasDividedCharacter = false
    for cell in row where cell.width > 0 && room > 0 {
      if cell.style != style {
        style = cell.style
        appearance = palette.appearance(of: cell.style)
        curses_set_cell(&blank, 0x20, 0, 0, appearance.attributes, appearance.pair)
      }
      let width = cell.width
      if width <= room, let scalar = cell.only, isKnown(scalar, width: width) {
        curses_set_scalar(&blank, wchar_t(scalar.value))
        cells.append(blank)
      } else {
        append(cell, room: room, appearance)
      }
      room -= width
    }
    curses_put_row(window, Int32(start.y), Int32(start.x), cells, Int32(cells.count))
    return hasDividedCharacter
  }

  /// Whether a cell of ncurses can have this scalar alone.
  private mutating func isKnown(_ scalar: Unicode.Scalar, width: Int) -> Bool {
    if scalar.isASCII || scalar == lastKnown { return true }
    guard codeset == .utf8, CharacterWidth.of(scalar) == width else { return false }
    lastKnown = scalar
    return true
  }

  private mutating func append(_ cell: Cell, room: Int, _ appearance: Palette.Appearance) {
    if cell.isComposed {
      appendComposed(cell, room: room, appearance)
    } else if cell.width <= room, let text = text(of: cell) {
      add(text.base, text.marks, appearance)
    } else {
      appendReplacement(cell, room: room, appearance)
    }
  }

  private mutating func appendReplacement(_ cell: Cell, room: Int, _ appearance: Palette.Appearance) {
    for column in 0..<min(cell.width, room) { add(column == 0 ? "?" : " ", [], appearance) }
  }

  /// Where the C library gives each letter of a flag one column, ncurses gets two cells, which the terminal
  /// draws as one sign.
  private mutating func appendComposed(_ cell: Cell, room: Int, _ appearance: Palette.Appearance) {
    let scalars = [cell.base] + cell.marks
    if codeset == .utf8, cell.width <= room, CharacterWidth.of(cell.base) == cell.width {
      add(cell.base, [], appearance)
      for (index, scalar) in scalars.enumerated().dropFirst() {
        curses_add_to_cell(&cells[cells.count - 1], Int32(index), wchar_t(scalar.value))
      }
    } else if codeset == .utf8, cell.width <= room, scalars.count == cell.width,
      scalars.allSatisfy({ CharacterWidth.of($0) == 1 })
    {
      for scalar in scalars { add(scalar, [], appearance) }
      hasDividedCharacter = true
    } else {
      appendReplacement(cell, room: room, appearance)
    }
  }

  /// The text of a cell; nil if the C library, and therefore ncurses, does not know the character or its
  /// width differs.
  private func text(of cell: Cell) -> (base: Unicode.Scalar, marks: [Unicode.Scalar])? {
    if cell.base.isASCII { return (cell.base, codeset == .utf8 ? cell.marks : []) }
    guard codeset == .utf8, CharacterWidth.of(cell.base) == cell.width else { return nil }
    return (cell.base, cell.marks.filter { CharacterWidth.of($0) == 0 })
  }

  private mutating func add(
    _ base: Unicode.Scalar, _ marks: [Unicode.Scalar], _ appearance: Palette.Appearance
  ) {
    var cell = cchar_t()
    curses_set_cell(
      &cell, wchar_t(base.value), wchar_t(marks.first?.value ?? 0),
      wchar_t(marks.count > 1 ? marks[1].value : 0), appearance.attributes, appearance.pair)
    cells.append(cell)
  }
}

/// The width of Unicode scalars according to the C library, in the current locale.
enum CharacterWidth {
  /// 0, 1 or 2 columns; nil if the library does not know the scalar.
  static func of(_ scalar: Unicode.Scalar) -> Int? {
    let width = curses_width(wchar_t(scalar.value))
    return width < 0 ? nil : Int(width)
  }
}
