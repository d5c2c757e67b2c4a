import Foundation
import TestSupport
import Testing

@testable import signalbox

/// The nearest board counts, and where it cannot be told which one is meant, none does.
@Suite(.timeLimit(.minutes(15))) final class BoardSearchTests {
  private let root = NSTemporaryDirectory() + "signalbox-\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(atPath: "\(root)/a/b/c", withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  private func write(_ name: String) throws {
    try "".write(toFile: "\(root)/\(name)", atomically: true, encoding: .utf8)
  }

  private func found(from place: String) throws -> String? {
    try BoardSearch(directory: "\(root)/\(place)").path()
  }

  @Test(arguments: ["signalbox.yml", "signalbox.yaml"])
  func `the board of the directory itself has its name alone`(name: String) throws {
    try write("a/b/\(name)")
    try expectEqual(found(from: "a/b"), name)
  }

  @Test(arguments: ["signalbox.yml", "signalbox.yaml"])
  func `the nearest directory above counts`(name: String) throws {
    try write("signalbox.yml")
    try write("a/\(name)")
    try expectEqual(found(from: "a/b/c"), "\(root)/a/\(name)")
    try expectEqual(found(from: "a/b"), "\(root)/a/\(name)")
  }

  @Test func `no board is found where there is none`() throws {
    try write("a/b/board.yml")
    try expectEqual(found(from: "a/b/c"), nil)
    try expectEqual(BoardSearch(directory: "/").path(), nil)
  }

  /// What is said of a directory within a second after a change of it.
  private func hasChangedLately(_ directory: String, after change: () throws -> Void) rethrows -> Bool {
    while true {
      let start = time(nil)
      try change()
      let answer = BoardSearch.hasChangedLately(directory)
      // A busy machine may have taken longer.
      if time(nil) - start <= 1 { return answer }
    }
  }

  @Test func `only where something has changed lately, a board can be missing for a moment`() throws {
    let directory = "\(root)/a/b"
    #expect(try hasChangedLately(directory) { try write("a/b/new") })
    for seconds in [-3_600.0, -4, 3_600] {
      let date = Date(timeIntervalSinceNow: seconds)
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: directory)
      #expect(!BoardSearch.hasChangedLately(directory), "\(seconds)")
    }
    let hasChanged = try hasChangedLately(directory) {
      try write("a/b/gone")
      let date = Date(timeIntervalSinceNow: -3_600)
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: directory)
      try FileManager.default.removeItem(atPath: "\(directory)/gone")
    }
    #expect(hasChanged)
    #expect(!BoardSearch.hasChangedLately("\(directory)/gone"))
    #expect(BoardSearch(directory: directory).directories.starts(with: [directory, "\(root)/a", root]))
    #expect(BoardSearch(directory: "/srv/app").directories == ["/srv/app", "/srv", "/"])
  }

  @Test func `two names in one directory are a mistake, also from below`() throws {
    try write("a/signalbox.yml")
    try write("a/signalbox.yaml")
    for place in ["a", "a/b/c"] {
      #expect(throws: BoardSearch.Failure.ambiguous(directory: "\(root)/a")) { try found(from: place) }
    }
  }

  @Test func `a link that leads nowhere is not passed over`() throws {
    try write("signalbox.yml")
    try FileManager.default.createSymbolicLink(
      atPath: "\(root)/a/signalbox.yml", withDestinationPath: "nowhere")
    try expectEqual(found(from: "a/b"), "\(root)/a/signalbox.yml")
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func `a board above that belongs to a stranger is refused`() throws {
    try write("a/signalbox.yml")
    #expect(chown("\(root)/a/signalbox.yml", 54_321, 54_321) == 0)
    #expect(throws: BoardSearch.Failure.untrusted(path: "\(root)/a/signalbox.yml")) {
      try found(from: "a/b")
    }
    // Whoever owns the directory decides anyway what is in it.
    #expect(chown("\(root)/a/b", 54_321, 54_321) == 0)
    try expectEqual(found(from: "a/b"), "\(root)/a/signalbox.yml")
  }

  /// Gives a file, or a link itself, to a user that does not exist.
  private func giveAway(_ name: String) { #expect(lchown("\(root)/\(name)", 54_321, 54_321) == 0) }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func `a board of a stranger in the directory itself is refused`() throws {
    try write("a/signalbox.yml")
    giveAway("a/signalbox.yml")
    #expect(throws: BoardSearch.Failure.untrusted(path: "\(root)/a/signalbox.yml")) { try found(from: "a") }
    giveAway("a")
    try expectEqual(found(from: "a"), "signalbox.yml")
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func `in a directory that everybody can write to only one's own board counts`() throws {
    try write("a/signalbox.yml")
    for mode in [0o1777, 0o777] as [mode_t] {
      #expect(chmod("\(root)/a", mode) == 0)
      try expectEqual(found(from: "a"), "signalbox.yml")
      try expectEqual(found(from: "a/b"), "\(root)/a/signalbox.yml")
    }
    giveAway("a/signalbox.yml")
    giveAway("a")
    giveAway("a/b")
    for place in ["a", "a/b"] {
      #expect(throws: BoardSearch.Failure.untrusted(path: "\(root)/a/signalbox.yml")) {
        try found(from: place)
      }
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func `a link and its target must both be trusted`() throws {
    try write("target.yml")
    let link = "\(root)/a/signalbox.yml"
    try FileManager.default.createSymbolicLink(atPath: "\(root)/between", withDestinationPath: "target.yml")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../between")
    try expectEqual(found(from: "a"), "signalbox.yml")
    giveAway("target.yml")
    #expect {
      try found(from: "a")
    } throws: {
      "\($0)".hasSuffix(
        "/target.yml, which belongs to another user, so it is not opened by itself: name it to open it")
    }
    #expect(lchown("\(root)/target.yml", 0, 0) == 0)
    giveAway("between")
    #expect(throws: BoardSearch.Failure.untrusted(path: link, target: "\(root)/a/../between")) {
      try found(from: "a")
    }
    #expect(lchown("\(root)/between", 0, 0) == 0)
    giveAway("a/signalbox.yml")
    #expect(throws: BoardSearch.Failure.untrusted(path: link)) { try found(from: "a") }
  }

  @Test func `a pipe or a device that was not named is refused`() throws {
    let path = "\(root)/a/signalbox.yml"
    #expect(mkfifo(path, 0o600) == 0)
    for place in ["a", "a/b"] {
      #expect(throws: BoardSearch.Failure.special(path: path)) { try found(from: place) }
    }
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/null")
    #expect(throws: BoardSearch.Failure.special(path: path)) { try found(from: "a") }
  }

  @Test func `links in a circle end`() throws {
    let path = "\(root)/a/signalbox.yml"
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "signalbox.yml")
    try expectEqual(found(from: "a"), "signalbox.yml")
  }

  @Test func `without a board the file of the person counts, and then the search has failed`() throws {
    let environment = ["XDG_CONFIG_HOME": "\(root)/home"]
    #expect(throws: (any Error).self) {
      try BoardChoice(named: nil, directory: "\(root)/a", environment: environment)
    }
    try FileManager.default.createDirectory(
      atPath: "\(root)/home/signalbox", withIntermediateDirectories: true)
    try write("home/signalbox/board.yml")
    try expectEqual(
      BoardChoice(named: nil, directory: "\(root)/a", environment: environment),
      .file("\(root)/home/signalbox/board.yml"))
    try write("signalbox.yaml")
    try expectEqual(
      BoardChoice(named: nil, directory: "\(root)/a", environment: environment),
      .file("\(root)/signalbox.yaml"))
  }

  @Test func `where nothing is found, it is said how far the search went`() throws {
    let environment = ["HOME": "\(root)/a"]
    func failure(_ place: String) -> BoardSearch.Failure? {
      do throws(BoardSearch.Failure) {
        _ = try BoardChoice(named: nil, directory: "\(root)/\(place)", environment: environment)
        return nil
      } catch { return error }
    }
    #expect(failure("a/b/c") == .nothing(directory: "\(root)/a/b/c", end: "\(root)/a"))
    #expect(failure("a") == .nothing(directory: "\(root)/a", end: "\(root)/a"))
    try FileManager.default.createDirectory(atPath: "\(root)/a/b/.git", withIntermediateDirectories: true)
    #expect(failure("a/b/c") == .nothing(directory: "\(root)/a/b/c", end: "\(root)/a/b"))
    #expect(
      failure("a/b/c")?.description == """
        there is no board, and no Makefile, package.json, … in \(root)/a/b/c or above up to \(root)/a/b. \
        `signalbox init` creates a board
        """)
  }

  @Test func `a board that is named is not searched for`() throws {
    try expectEqual(BoardChoice(named: "x", directory: root, environment: [:]), .file("x"))
  }
}
