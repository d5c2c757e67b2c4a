public import TerminalUI

/// A terminal emulator in memory: it interprets the output of a program and holds the resulting screen.
///
/// It supports what terminfo specifies for `xterm-256color`, as far as ncurses uses it. Unknown sequences are
/// skipped and recorded in `unknownSequences`, so that a test can check that there are none.
public struct VTScreen {
  /// The private modes (`ESC [ ? … h`) that are set initially: wrapping and a visible cursor.
  public static let initialModes: Set<Int> = [7, 25]

  public internal(set) var cursor = Point.origin
  /// The private modes that are set: for example 25 for the cursor, 1000 and 1006 for the mouse, 1049 for the
  /// alternate screen, and 2004 for bracketed paste.
  public internal(set) var modes = VTScreen.initialModes
  /// Every private mode that was set or reset since the start.
  public internal(set) var touchedModes: Set<Int> = []
  /// True after `ESC =`: keypad keys and, with mode 1, arrow keys send application sequences.
  public internal(set) var isKeypadApplication = false
  public internal(set) var bellCount = 0
  public internal(set) var title = ""
  /// Strings addressed to the terminal other than titles, such as notifications. A string in an envelope for
  /// a multiplexer begins with `ESC P`.
  public internal(set) var strings: [String] = []
  /// The reports of the cursor that the program has asked for and not got.
  var reports: [String] = []
  public internal(set) var unknownSequences: [String] = []

  var grid: VTGrid
  var hiddenGrid: VTGrid
  var style = Style.plain
  var scrollRegion: Range<Int>
  var saved: SavedCursor?
  var hiddenSaved: SavedCursor?
  /// True after the last column was written: the cursor stays there, and the next character wraps.
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

  /// The rows of the screen, joined by line feeds, without trailing spaces.
  public var text: String { grid.text }

  /// One row of the screen; empty if there is no such row.
  public func row(_ y: Int) -> String { grid.text(ofRow: y) }

  /// The text of the normal screen, even while the alternate screen is shown.
  public var normalText: String { isAlternate ? hiddenGrid.text : grid.text }

  public var isAlternate: Bool { modes.contains(1049) }

  /// True if modes, keypad, style and scroll region are in their initial state.
  public var isInInitialState: Bool { leftChanged.isEmpty }

  /// Descriptions of everything that is not in its initial state.
  public var leftChanged: [String] {
    var changes = modes.symmetricDifference(VTScreen.initialModes).sorted().map {
      "mode \($0) is \(modes.contains($0) ? "on" : "off")"
    }
    if isKeypadApplication { changes.append("the keypad is in application mode") }
    if style != .plain { changes.append("the style is \(style)") }
    if isDrawingLines { changes.append("the line-drawing character set is selected") }
    if scrollRegion != 0..<size.height { changes.append("only rows \(scrollRegion) scroll") }
    return changes
  }

  /// True if both screens show the same characters and styles.
  public func showsSame(as other: VTScreen) -> Bool { grid.rows == other.grid.rows }

  /// The style of a cell.
  public func style(x: Int, y: Int) -> Style { grid[x, y].style }

  /// The character in a cell; empty for the right half of a wide character.
  public func text(x: Int, y: Int) -> String { grid[x, y].text }

  /// Interprets output of a program. Characters and sequences may be split between two calls.
  public mutating func write(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      if let token = parser.take(byte) { apply(token) }
    }
  }

  /// The reports of the cursor that the program has asked for since this was called last.
  mutating func takeReports() -> [String] {
    defer { reports = [] }
    return reports
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
