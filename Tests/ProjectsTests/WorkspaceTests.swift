import Board
import Foundation
import TestSupport
import Testing

@testable import Projects

/// A package of a workspace names the way up to it.
@Suite(.timeLimit(.minutes(1))) final class WorkspaceTests {
  private let root: String

  init() throws {
    let path = NSTemporaryDirectory() + "signalbox-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: path + "/packages/web/inner", withIntermediateDirectories: true)
    root = try #require(ProjectDirectory.canonical(path))
    try FileManager.default.createDirectory(atPath: root + "/.git", withIntermediateDirectories: true)
    for place in ["packages/web", "packages/web/inner", "packages"] {
      try write(#"{"scripts": {"build": "x"}}"#, to: "\(place)/package.json")
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  private func write(_ text: String, to name: String) throws {
    try text.write(toFile: "\(root)/\(name)", atomically: true, encoding: .utf8)
  }

  private func remarks(_ place: String = "packages/web") throws -> [String] {
    try #require(try ProjectBoard.found(at: "\(root)/\(place)")).remarks.map(\.text)
  }

  private func remark(_ way: String) -> [String] {
    ["package.json: above: \(root): the workspace has a panel of its own: `signalbox \(way)`"]
  }

  @Test(arguments: [#"["packages/*"]"#, #"{"packages": ["./packages/web/"]}"#, #"["**"]"#])
  func `package.json of a directory above says it`(members: String) throws {
    try write(#"{"workspaces": \#(members)}"#, to: "package.json")
    try expectEqual(remarks(), remark("../.."))
    try expectEqual(remarks("packages/web/package.json"), remark("../.."))
  }

  @Test func `pnpm-workspace.yaml says it, and comes first`() throws {
    try write(#"{"workspaces": ["elsewhere/*"]}"#, to: "package.json")
    try write("packages: ['packages/**']\n", to: "pnpm-workspace.yaml")
    try expectEqual(remarks(), remark("../.."))
    try expectEqual(remarks("packages/web/inner"), remark("../../.."))
    try write("catalog: {}\n", to: "pnpm-workspace.yaml")
    try expectEqual(remarks(), [])
  }

  @Test func `who is no member gets no remark`() throws {
    let none = [#"["packages/**", "!packages/web"]"#, #"["packages"]"#, #"["*"]"#, "null", "7", "[[], {}]"]
    for members in none {
      try write(#"{"workspaces": \#(members)}"#, to: "package.json")
      try expectEqual(remarks(), [], "\(members)")
    }
    try write(#"{"workspaces": ["!packages/web", "packages/w*b"]}"#, to: "package.json")
    try expectEqual(remarks(), remark("../.."))
    try write("{", to: "package.json")
    try expectEqual(remarks(), [])
  }

  @Test func `what is above the repository does not count`() throws {
    try write(#"{"workspaces": ["packages/*"]}"#, to: "package.json")
    try FileManager.default.removeItem(atPath: root + "/.git")
    try FileManager.default.createDirectory(
      atPath: root + "/packages/.git", withIntermediateDirectories: true)
    try expectEqual(remarks(), [])
  }

  @Test func `a pattern of many stars is matched in a time that grows with its length`() throws {
    let stars = String(repeating: "*a", count: 2_000) + "/" + String(repeating: "**/", count: 2_000) + "b"
    try write(#"{"workspaces": ["packages/w*", "\#(stars)"]}"#, to: "package.json")
    try expectEqual(remarks(), remark("../.."))
  }

  @Test func `a pipe above is not read`() throws {
    #expect(mkfifo("\(root)/package.json", 0o600) == 0)
    try expectEqual(remarks(), [])
  }
}
