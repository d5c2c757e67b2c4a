import Board
import Configuration
import Testing

@testable import Projects

/// Reads files in memory as a project, for tests.
struct Found {
  let project: Project

  init(_ files: [String: String], lockFiles: [String] = [], environment: [String: String] = [:]) {
    project = ProjectReader.read(
      .init(name: "shop", entries: files.keys.sorted(), lockFiles: lockFiles),
      ForeignFiles(files, environment: environment))
  }

  /// The board that is opened. It is the one that `init --from` writes.
  func board() throws -> Board {
    let board = try Board.parse(BoardText(project).text, file: "shop.yml")
    let written = try Board.parse(BoardText(project).textWithComments, file: "shop.yml")
    #expect(board == written)
    #expect(!board.actions.contains { $0.every != nil || $0.start != .manual || $0.notify != nil })
    return board
  }

  func action(_ id: String) throws -> ActionDefinition { try #require(try board()[id], "\(ids)") }

  var ids: [String] { project.namedActions().map(\.id) }
  var remarks: [String] { project.remarks.map(\.text) }

  /// What an action takes, by its name.
  func input(_ name: String, of id: String) throws -> InputDefinition {
    let inputs = try action(id).form.inputs
    return try #require(inputs.first { $0.name == name }, "\(inputs)")
  }

  /// The words that an action runs. What is entered is in braces.
  func words(_ id: String) throws -> [String] {
    guard case .command(let command) = try action(id).work else { return [] }
    return switch command.invocation {
    case .arguments(let words): words.map { $0.text ?? "\($0)" }
    case .shell(let text): ["sh", "-c", text]
    case .text(let text, let shell): shell + [text]
    case .script(let text, let interpreter): interpreter + [text]
    }
  }
}
