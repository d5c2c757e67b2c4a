/// A command line that is understood without the argument parser, which takes milliseconds to describe all
/// commands to itself: the panel on a board that is named or found, alone or not, the demo, and the box that
/// front ends start.
enum ShortForm: Equatable {
  case panel(PanelStart)
  case demo
  case box(path: String)

  /// Nil for every other command line. What is understood here means the same to the parser.
  init?(_ arguments: [String]) {
    if arguments == ["demo"] {
      self = .demo
    } else if arguments.count == 2, arguments[0] == "box", Self.isValue(arguments[1]) {
      self = .box(path: arguments[1])
    } else if let start = Self.panel(arguments) {
      self = .panel(start)
    } else {
      return nil
    }
  }

  /// A board or none, with `--private` before or after it.
  private static func panel(_ arguments: [String]) -> PanelStart? {
    var start = PanelStart()
    var rest = arguments[...]
    if rest.first == "--private" {
      start.isPrivate = true
      rest.removeFirst()
    } else if rest.last == "--private" {
      start.isPrivate = true
      rest.removeLast()
    }
    if rest.count == 2, rest.first == "--board" {
      rest.removeFirst()
    } else if let word = rest.first, !FirstWord.isFile(word) {
      return nil
    }
    guard rest.count <= 1, rest.allSatisfy(isValue) else { return nil }
    start.path = rest.first
    return start
  }

  func run() throws {
    switch self {
    case .panel(let start): try start.open()
    case .demo: try PanelStart.demo.open(.demo)
    case .box(let path): ServeBox.serve(path)
    }
  }

  /// To the parser, a word that begins with a hyphen is an option.
  private static func isValue(_ word: String) -> Bool { !word.hasPrefix("-") }
}
