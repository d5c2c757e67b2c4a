import Board
import Configuration
import Foundation
import TestSupport
import Testing

@testable import Projects

/// Real directories with files that are not what they seem.
@Suite(.timeLimit(.minutes(15))) final class ProjectDirectoryTests {
  private let path = NSTemporaryDirectory() + "signalbox-\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(atPath: path + "/inner", withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  private func write(_ text: String, to name: String) throws {
    try text.write(toFile: "\(path)/\(name)", atomically: true, encoding: .utf8)
  }

  private func reason(_ name: String = "inner") -> String {
    do throws(BoardError) {
      _ = try ProjectBoard.open("\(path)/\(name)")
      return "it is opened"
    } catch {
      return error.description
    }
  }

  @Test func `a directory is opened, and its commands run in it`() throws {
    try write(".PHONY: a\na:\n", to: "inner/Makefile")
    let board = try ProjectBoard.load("\(path)/inner")
    #expect(board.title == "inner")
    guard case .command(let command) = board["a"]?.work else {
      Issue.record("there is no action")
      return
    }
    #expect(command.directory?.description == ProjectDirectory.canonical("\(path)/inner"))
    #expect(board.source.files.contains { $0.hasSuffix("/inner/Makefile") })
    #expect(board.source.files.contains { $0.hasSuffix("/inner/package.json") })
    try expectEqual(ProjectBoard.load("\(path)/inner/Makefile").actions, board.actions)
  }

  @Test func `pipes, devices, directories and dangling links are not read`() throws {
    #expect(mkfifo("\(path)/inner/Makefile", 0o600) == 0)
    #expect(reason().contains("Makefile: error: this is not a file"))
    #expect(unlink("\(path)/inner/Makefile") == 0)
    for target in ["nowhere", "/dev/zero", "."] {
      #expect(symlink(target, "\(path)/inner/Makefile") == 0)
      #expect(reason().contains("Makefile: error:"), "\(target): \(reason())")
      #expect(unlink("\(path)/inner/Makefile") == 0)
    }
  }

  @Test func `a link out of the repository is not followed, and one inside is`() throws {
    try write(".PHONY: a\na:\n", to: "other.mk")
    #expect(symlink("../other.mk", "\(path)/inner/Makefile") == 0)
    #expect(reason().contains("it leads out of"), "\(reason())")
    try FileManager.default.createDirectory(atPath: path + "/.git", withIntermediateDirectories: true)
    #expect(reason() == "it is opened")
  }

  @Test func `the contents of a file decide what it is`() throws {
    try write("services: {db: {image: x}}\n", to: "inner/stack.yml")
    try expectEqual(ProjectBoard.load("\(path)/inner/stack.yml").actions.map(\.id), ["db"])
    try write("actions: {a: {run: x}}\n", to: "inner/stack.yml")
    try expectEqual(ProjectBoard.load("\(path)/inner/stack.yml").actions.map(\.id), ["a"])
    try expectEqual(ProjectBoard.project(at: "\(path)/inner/stack.yml")?.groups.count, nil)
    try write("actions: {a: {run: x}}\nservices: {}\n", to: "inner/stack.yml")
    #expect(reason("inner/stack.yml").contains("both `actions` and `services`"))
  }

  @Test func `a file that is read again keeps the keys, and one with a mistake its actions`() throws {
    try write(".PHONY: build\nbuild:\n", to: "inner/Makefile")
    let board = try ProjectBoard.load("\(path)/inner")
    #expect(board["build"]?.key?.description == "b")
    try write(".PHONY: bake build\nbake:\nbuild:\n", to: "inner/Makefile")
    let next = try ProjectBoard.load("\(path)/inner", after: board)
    #expect(next["build"]?.key?.description == "b")
    #expect(next["bake"]?.key?.description == "B")
    // The name on the board is that of another one from now on, and the key is not.
    try write("build:\n", to: "inner/justfile")
    let both = try ProjectBoard.load("\(path)/inner", after: next)
    #expect(both["make-build"]?.key?.description == "b")
    #expect(both["build"]?.key?.description == nil)
    try write("{", to: "inner/package.json")
    #expect(throws: BoardError.self) { try ProjectBoard.load("\(self.path)/inner", after: next) }
    try expectEqual(ProjectBoard.load("\(path)/inner").actions.count, 3)
  }
}
