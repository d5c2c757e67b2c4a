public import TerminalUI

/// A small terminal in memory: takes what a program writes, and shows what a person would see.
///
/// It does what `xterm-256color` promises in terminfo, as far as ncurses makes use of it. Unknown sequences are read over
/// and kept in `unknownSequences`, so that a test can insist on there being none.
public struct VTScreen {
  /// The private modes (`ESC [ ? … h`) that a terminal has on when it starts: wrapping and a visible cursor.
  public static let initialModes: Set<Int> = [7, 25]

  public internal(set) var cursor = Point.origin
  /// Private modes that are on: 25 the cursor, 1000 and 1006 the mouse, 1049 the alternate screen, 2004 paste marks.
  public internal(set) var modes = VTScreen.initialModes
  /// Every private mode that was switched, on or off, since the start.
  public internal(set) var touchedModes: Set<Int> = []
  /// True after `ESC =`: the keypad and, with mode 1, the arrows send other sequences.
  public internal(set) var isKeypadApplication = false
  public internal(set) var bellCount = 0
  public internal(set) var title = ""
  /// What was meant for the terminal itself and is no title: notifications and the like. What was sent in an envelope for
  /// a multiplexer begins with `ESC P`.
  public internal(set) var strings: [String] = []
  public internal(set) var unknownSequences: [String] = []

  var grid: VTGrid
  var hiddenGrid: VTGrid
  var style = Style.plain
  var scrollRegion: Range<Int>
  var saved: SavedCursor?
  /// True when the last column was written: the cursor stays there until the next character wraps it.
  var isWrapPending = false
  var isDrawingLines = false
  var lastScalar: Unicode.Scalar?
  private var parser = VTParser()

  struct SavedCursor {
    var cursor: Point
    var style: Style
  }

  public init(size: Size) {
    grid = VTGrid(size: size)
    hiddenGrid = grid
    scrollRegion = 0..<size.height
  }

  public var size: Size { grid.size }

  /// What is seen: rows joined by line ends, without spaces at the end of each row.
  public var text: String { grid.text }

  /// One row of it; empty if there is no such row.
  public func row(_ y: Int) -> String { grid.text(ofRow: y) }

  /// What would be seen after leaving the alternate screen; the same as `text` on the normal one.
  public var normalText: String { isAlternate ? hiddenGrid.text : grid.text }

  public var isAlternate: Bool { modes.contains(1049) }

  /// True if the terminal is as it was before a program started: modes, keypad, style, scroll region.
  public var isInInitialState: Bool { leftChanged.isEmpty }

  /// What is otherwise than before a program started, in words.
  public var leftChanged: [String] {
    var changes = modes.symmetricDifference(VTScreen.initialModes).sorted().map {
      "mode \($0) is \(modes.contains($0) ? "on" : "off")"
    }
    if isKeypadApplication { changes.append("the keypad is the program's") }
    if style != .plain { changes.append("the style is \(style)") }
    if isDrawingLines { changes.append("letters are drawn as lines") }
    if scrollRegion != 0..<size.height { changes.append("only rows \(scrollRegion) scroll") }
    return changes
  }

  /// True if a person would see the same: signs and styles.
  public func showsSame(as other: VTScreen) -> Bool { grid.rows == other.grid.rows }

  /// The style of a cell.
  public func style(x: Int, y: Int) -> Style { grid[x, y].style }

  /// What stands in a cell; empty for the right half of a wide character.
  public func text(x: Int, y: Int) -> String { grid[x, y].text }

  /// Takes what a program wrote; a character or sequence may be torn between two calls.
  public mutating func write(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      if let token = parser.take(byte) { apply(token) }
    }
  }

  public mutating func write(_ text: String) {
    write(text.utf8)
  }

  public mutating func resize(to size: Size) {
    grid.resize(to: size)
    hiddenGrid.resize(to: size)
    scrollRegion = 0..<size.height
    moveCursor(x: cursor.x, y: cursor.y)
  }

  mutating func moveCursor(x: Int, y: Int) {
    cursor = Point(x: min(max(0, x), max(0, size.width - 1)), y: min(max(0, y), max(0, size.height - 1)))
    isWrapPending = false
  }
}
