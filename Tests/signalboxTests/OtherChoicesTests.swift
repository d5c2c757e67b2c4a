import Dashboard
import Foundation
import TestSupport
import Testing

@testable import signalbox

/// What is found besides what is shown.
@MainActor
@Suite(.timeLimit(.minutes(15))) final class OtherChoicesTests {
  private let root = NSTemporaryDirectory() + "signalbox-\(UUID().uuidString)"
  private var environment: [String: String] { ["XDG_CONFIG_HOME": "\(root)/home", "HOME": "\(root)/home"] }

  init() throws {
    for place in ["repository/.git", "repository/web/inner", "home/signalbox"] {
      try FileManager.default.createDirectory(atPath: "\(root)/\(place)", withIntermediateDirectories: true)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  private func write(_ name: String) throws {
    try "".write(toFile: "\(root)/\(name)", atomically: true, encoding: .utf8)
  }

  /// Looks from a directory, of which its first choice is shown, or another one.
  private func look(_ place: String, from shown: BoardChoice? = nil) throws -> OtherChoices {
    let directory = "\(root)/\(place)"
    let others = OtherChoices(directory: directory, environment: environment) { _ in
      throw CancellationError()
    }
    others.look(from: try shown ?? BoardChoice(named: nil, directory: directory, environment: environment))
    return others
  }

  @Test func `beside the board of the same directory a project is offered and is no news`() throws {
    for name in ["signalbox.yml", "package.json", "Makefile"] { try write("repository/\(name)") }
    for place in ["repository", "repository/web/inner"] {
      let others = try look(place)
      #expect(others.found == Dashboard.Others(projectFiles: ["Makefile", "package.json"]))
      #expect(others.news == nil, "\(place)")
      #expect(others.choice(of: .project) == .file("\(root)/repository"))
      #expect(others.choice(of: .board) == nil)
    }
  }

  @Test func `a project below the board is news, and one beside a personal board`() throws {
    try write("repository/web/Makefile")
    try write("home/signalbox/board.yml")
    let personal = try look("repository/web/inner")
    #expect(personal.found == Dashboard.Others(projectFiles: ["Makefile"]))
    #expect(personal.news == .project)
    try write("repository/signalbox.yml")
    try expectEqual(look("repository/web/inner").news, .project)
    try expectEqual(look("repository").found, Dashboard.Others())
  }

  @Test func `from a project the board is offered that would be found first`() throws {
    try write("repository/Makefile")
    let project = BoardChoice.file("\(root)/repository")
    let none = try look("repository/web")
    #expect(none.found == Dashboard.Others() && none.news == nil)
    try write("home/signalbox/board.yml")
    let personal = BoardChoice.file("\(root)/home/signalbox/board.yml")
    try expectEqual(look("repository/web", from: project).choice(of: .board), personal)
    try write("repository/signalbox.yaml")
    try expectEqual(look("repository/web", from: project).found.board, "\(root)/repository/signalbox.yaml")
    try expectEqual(look("repository", from: project).found.board, "signalbox.yaml")
    // Either could be meant, so neither is offered.
    try write("repository/signalbox.yml")
    try expectEqual(look("repository", from: project).found.board, nil)
  }
}
