import Foundation
import TestSupport
import Testing

@testable import Inputs

/// Looks at real files.
@Suite(.timeLimit(.minutes(15))) final class InputLookTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: scratch.path + "/" + name))
  }

  private func look(_ known: InputTable? = nil, noticed: Set<PathBytes> = []) throws -> InputTable {
    let selection = InputSelection([try InputPattern("**")])
    return try #require(
      InputLook(selection, in: scratch.path, known: known, noticed: noticed).perform())
  }

  @Test func `contents and names are compared, not times and modes`() throws {
    try write("a", "1")
    try write("b", "2")
    let first = try look()
    #expect(first.count == 2)
    #expect(first.problem == nil)
    chmod(scratch.path + "/a", 0o700)
    try expectEqual(look(first).touch(since: first), nil, "a mode is no content")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755, .modificationDate: Date(timeIntervalSince1970: 1_000)],
      ofItemAtPath: scratch.path + "/a")
    let second = try look(first)
    #expect(second.difference(from: first) == nil)
    #expect(second.digest == first.digest)
    // Somebody has been there nevertheless.
    #expect(second.touch(since: first)?.path.text == "a")
    try write("b", "3")
    try write("c", "")
    let third = try look(second)
    let difference = try #require(third.difference(from: first))
    #expect(difference.path.text == "b")
    #expect(difference.kind == .written)
    #expect(difference.more == 1)
    try FileManager.default.removeItem(atPath: scratch.path + "/a")
    try expectEqual(look(third).difference(from: third)?.kind, .deleted)
    try expectEqual(third.difference(from: look(third))?.kind, .created)
  }

  @Test func `a stamp is believed only if it is older than the clock of the file system is coarse`() throws {
    try write("a", "1")
    let first = try look()
    #expect(first.entries.map(\.content) == [.young])
    let entry = try #require(first.entries.first)
    #expect(!entry.stamp.isSettled(at: entry.stamp.changed + 1_999_999_999))
    #expect(entry.stamp.isSettled(at: entry.stamp.changed + 2_000_000_000))
    // A table that says something else about a settled file is believed as long as the stamp is the same.
    let wrong = InputTable(
      paths: first.paths,
      entries: [.init(stamp: entry.stamp, digest: ContentDigest(high: 1, low: 2), content: .settled)])
    try expectEqual(look(wrong).entries.first?.digest, ContentDigest(high: 1, low: 2))
    // Unless somebody has given notice of it.
    try expectEqual(look(wrong, noticed: [Array("a".utf8)]).entries.first?.digest, entry.digest)
    // A young one is read again.
    let young = InputTable(
      paths: first.paths,
      entries: [.init(stamp: entry.stamp, digest: ContentDigest(high: 1, low: 2), content: .young)])
    try expectEqual(look(young).entries.first?.digest, entry.digest)
    try write("a", "2")
    #expect(try look(wrong).entries.first?.digest != ContentDigest(high: 1, low: 2))
  }

  @Test func `a link is its text and the file that it leads to`() throws {
    let other = try Scratch()
    try Data("1".utf8).write(to: URL(filePath: other.path + "/target"))
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/link", withDestinationPath: other.path + "/target")
    let first = try look()
    try Data("2".utf8).write(to: URL(filePath: other.path + "/target"))
    let second = try look(first)
    #expect(second.difference(from: first)?.path.text == "link")
    try FileManager.default.removeItem(atPath: scratch.path + "/link")
    try FileManager.default.createSymbolicLink(atPath: scratch.path + "/link", withDestinationPath: "/")
    try expectEqual(look(second).difference(from: second)?.kind, .written)
  }

  @Test func `a file that cannot be read has no content, and nothing is known of it`() throws {
    let paths = PathTable([Array("a".utf8)])
    func table(_ content: InputTable.Content) -> InputTable {
      InputTable(
        paths: paths, entries: [.init(stamp: FileStamp(), digest: ContentDigest(of: []), content: content)])
    }
    let (unreadable, readable) = (table(.unreadable), table(.settled))
    #expect(unreadable.problem == "`a` cannot be read")
    #expect(readable.problem == nil)
    #expect(unreadable.difference(from: readable)?.kind == .unreadable)
    #expect(readable.difference(from: unreadable)?.kind == .written)
    #expect(unreadable.difference(from: unreadable) == nil)
  }

  @Test func `a look that is cancelled says nothing`() throws {
    try write("a", "1")
    let selection = InputSelection([try InputPattern("**")])
    #expect(InputLook(selection, in: scratch.path).perform { true } == nil)
  }
}
