internal import Exporter
internal import Headless

/// What the panel is opened with.
struct PanelStart: Equatable {
  /// The path of the board; nil searches for one.
  var path: String?
  var isReadOnly = false
  var isPrivate = false
  var usesOnlyASCII = false
  var colors = ColorChoice()
  /// How metrics are served; nil if they are not.
  var metrics: MetricsExporter.Settings?

  /// How the demo is opened: it has no box, because nobody shares it.
  static let demo = PanelStart(isPrivate: true)

  /// Opens the panel on the board, or on the demo if there is none, and never returns.
  func open() throws {
    let choice = try Opening.choose(path, offersDemo: FrontEnd.reasonToWatch == nil)
    try open(choice, isFound: path == nil && choice != .demo)
  }

  /// Opens the panel on a board, and never returns.
  /// - Parameter isFound: Whether the person has not named it.
  func open(_ choice: BoardChoice, isFound: Bool = false) throws {
    let appearance = FrontEnd.Appearance(
      usesColor: colors.isAllowed, usesOnlyASCII: usesOnlyASCII, ink: colors.ink)
    try FrontEnd.panel(
      choice, isFound: isFound, appearance: appearance, isReadOnly: isReadOnly, isPrivate: isPrivate,
      metrics: metrics)
  }
}
