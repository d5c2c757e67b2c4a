#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import Inputs

/// What the kernel's notices mean.
@Suite(.timeLimit(.minutes(15))) final class InputNoticeTests {
  private let scratch: Scratch
  private let selection: InputSelection
  private let notices: TreeNotices
  private var watches: TreeWatches?
  private var table: InputTable?

  init() throws {
    scratch = try Scratch()
    selection = InputSelection([try InputPattern("src/**"), try InputPattern("!**/*.tmp")])
    notices = try #require(TreeNotices())
    try runGit(["init", "-q"], in: scratch.path)
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/src/deep", withIntermediateDirectories: true)
    for name in [".gitignore", "src/.gitignore"] { try scratch.write("*.o\n", to: name) }
    for name in ["src/a", "src/a.o", "src/deep/b"] { try scratch.write("1", to: name) }
  }

  /// Looks at everything, and watches it.
  private func look() {
    table = InputLook(selection, in: scratch.path, known: table, notices: notices).perform(&watches)
    _ = notices.read()
  }

  private func effect(_ change: () throws -> Void) throws -> NoticeEffect {
    look()
    try change()
    let watches = try #require(watches)
    var effect = NoticeEffect()
    for notice in notices.read() { effect.add(notice, watches, selection, table) }
    return effect
  }

  private func append(_ name: String) throws {
    let file = try #require(FileHandle(forWritingAtPath: scratch.path + "/" + name))
    try file.seekToEnd()
    try file.write(contentsOf: Data("2".utf8))
    try file.close()
  }

  @Test func `a file that is written is read again, and others are not`() throws {
    let written = try effect { try append("src/deep/b") }
    #expect(written.noticed == [Array("src/deep/b".utf8)])
    #expect(written.touched == Array("src/deep/b".utf8))
    #expect(!written.isRestructured)
    // Git ignores it: it is looked at, but nobody has touched an input.
    try expectEqual(effect { try append("src/a.o") }.touched, nil)
    try expectEqual(effect { try scratch.write("", to: "src/x.tmp") }.touched, nil)
    let mode = try effect { chmod(scratch.path + "/src/a", 0o600) }
    #expect(mode.noticed == [Array("src/a".utf8)] && mode.touched == nil)
  }

  @Test func `what git ignores and tracks can be other files at once`() throws {
    #expect(try effect { try append(".gitignore") }.isRestructured)
    #expect(try effect { try append("src/.gitignore") }.isRestructured)
    #expect(try effect { try append(".git/info/exclude") }.isRestructured)
    #expect(try effect { try runGit(["add", "-f", "src/a.o"], in: scratch.path) }.isRestructured)
    look()
    #expect(table?.paths.contains("src/a.o".utf8) == true)
  }

  @Test func `directories that come, go or are replaced are listed again`() throws {
    let files = FileManager.default
    #expect(
      try effect {
        try files.createDirectory(atPath: scratch.path + "/src/new", withIntermediateDirectories: false)
      }.isRestructured)
    #expect(try effect { rename(scratch.path + "/src/deep", scratch.path + "/src/moved") }.isRestructured)
    #expect(try effect { rename(scratch.path + "/src", scratch.path + "/gone") }.isRestructured)
    // The directory above is watched for the return.
    #expect(try effect { rename(scratch.path + "/gone", scratch.path + "/src") }.isRestructured)
    #expect(try effect { try files.removeItem(atPath: scratch.path + "/src") }.isRestructured)
  }

  @Test func `a directory with two paths is watched as both`() throws {
    let files = FileManager.default
    try files.createSymbolicLink(atPath: scratch.path + "/link", withDestinationPath: "src")
    let both = InputSelection([try InputPattern("src/**"), try InputPattern("link/**")])
    var watches: TreeWatches?
    let table = try #require(InputLook(both, in: scratch.path, notices: notices).perform(&watches))
    _ = notices.read()
    try append("src/a")
    var effect = NoticeEffect()
    for notice in notices.read() { effect.add(notice, try #require(watches), both, table) }
    #expect(effect.noticed == [Array("src/a".utf8), Array("link/a".utf8)])
  }

  @Test func `what a link leads to, and the other names of a file, are watched`() throws {
    let other = try Scratch()
    try other.write("1", to: "target")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/src/link", withDestinationPath: other.path + "/target")
    #expect(link(scratch.path + "/src/a", other.path + "/a") == 0)
    for (written, input) in [("target", "src/link"), ("a", "src/a")] {
      let effect = try effect {
        let file = try #require(FileHandle(forWritingAtPath: other.path + "/" + written))
        try file.write(contentsOf: Data("2".utf8))
        try file.close()
      }
      #expect(effect.noticed == [Array(input.utf8)] && effect.touched == Array(input.utf8))
    }
  }

  @Test func `a name that a file gets or loses needs a listing, and one that has gone, too`() throws {
    look()
    let path = Array("src/a".utf8)
    func canRead() throws -> Bool {
      InputLook(selection, in: scratch.path, known: table, noticed: [path], notices: notices).readNoticed()
        != nil
    }
    #expect(try canRead())
    #expect(link(scratch.path + "/src/a", scratch.path + "/other") == 0)
    #expect(try !canRead(), "its other name has to be watched")
    look()
    #expect(try canRead())
    try FileManager.default.removeItem(atPath: scratch.path + "/src/a")
    #expect(try !canRead())
  }
}
#endif
