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
    } else {
      let configuration =
        environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        ?? environment["HOME"].map { $0 + "/.config" }
      let candidates = ["signalbox.yml"] + (configuration.map { [$0 + "/signalbox/board.yml"] } ?? [])
      let found = candidates.first { FileManager.default.fileExists(atPath: $0) }
      self = found.map { .file($0) } ?? .demo
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
