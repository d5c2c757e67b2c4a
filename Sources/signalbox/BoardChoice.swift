internal import Board
internal import Foundation

/// Which board to open.
enum BoardChoice {
  case file(String)
  case demo

  /// The named one, else the one of this directory, else that of the person, else the demo.
  init(named name: String?, environment: [String: String] = ProcessInfo.processInfo.environment) {
    if let name {
      self = .file(name)
    } else if FileManager.default.fileExists(atPath: "signalbox.yml") {
      self = .file("signalbox.yml")
    } else {
      self = PersonalFile.path(of: "board.yml", environment: environment).map { .file($0) } ?? .demo
    }
  }

  var name: String {
    switch self {
    case .file(let path): path
    case .demo: "the demo board"
    }
  }

  /// The path of the file; nil for the demo board, which has none.
  var path: String? {
    if case .file(let path) = self { path } else { nil }
  }

  func load() throws(BoardError) -> Board {
    switch self {
    case .file(let path): try Board.load(contentsOf: path)
    case .demo: try Board.demo()
    }
  }
}
