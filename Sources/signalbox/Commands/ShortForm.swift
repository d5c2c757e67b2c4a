/// A command line that is understood without the argument parser, which takes milliseconds to describe all
/// commands to itself: the panel on a board that is named or found, and the box that front ends start.
enum ShortForm: Equatable {
  case panel(PanelStart)
  case box(path: String)

  /// Nil for every other command line. What is understood here means the same to the parser.
  init?(_ arguments: [String]) {
    switch (arguments.first, arguments.dropFirst().first, arguments.count) {
    case (nil, _, _): self = .panel(PanelStart())
    case (let word?, nil, _) where Self.isValue(word) && FirstWord.isFile(word):
      self = .panel(PanelStart(path: word))
    case ("--board", let path?, 2) where Self.isValue(path): self = .panel(PanelStart(path: path))
    case ("box", let path?, 2) where Self.isValue(path): self = .box(path: path)
    default: return nil
    }
  }

  func run() throws {
    switch self {
    case .panel(let start): try start.open()
    case .box(let path): ServeBox.serve(path)
    }
  }

  /// To the parser, a word that begins with a hyphen is an option.
  private static func isValue(_ word: String) -> Bool { !word.hasPrefix("-") }
}
