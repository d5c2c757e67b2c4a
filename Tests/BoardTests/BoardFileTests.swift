import Board
import Configuration
import Foundation
import TestSupport
import Testing

/// Boards that are read from files. `SourceFileTests` tests files that are not text.
@Suite(.timeLimit(.minutes(15))) struct BoardFileTests {
  /// The title of a board with these bytes, or its mistakes without the directory.
  private func load(_ bytes: [UInt8]) throws -> String {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let path = directory.appendingPathComponent("board.yml").path
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    do {
      return try Board.load(contentsOf: path).title
    } catch {
      return error.description.replacing(directory.path + "/", with: "")
    }
  }

  @Test func `a file is parsed`() throws {
    try expectEqual(load(Array("actions: {a: {run: make}}".utf8)), "board")
  }

  @Test func `mistakes begin with the path`() throws {
    try expectEqual(
      load(Array("actions:\n  a: {}\n".utf8)),
      """
      board.yml:2:3: error: action `a` needs `run`, `http`, `tcp`, `alerts`, `query` or `simulate`
        a: {}
        ^
      """)
  }

  @Test func `text that is too large is rejected`() {
    let text = String(repeating: "#", count: SourceFile.sizeLimit + 1)

    #expect(mistakes(in: text).hasPrefix("board.yml: error: larger than "))
    #expect(mistakes(in: String(text.dropLast())).hasPrefix("board.yml:1:1: error: the board is empty\n"))
  }
}
