import Foundation
import TestSupport
import Testing

@testable import Configuration

@Suite(.timeLimit(.minutes(15))) struct SourceFileTests {
  /// The text of a file with these bytes, or the mistake in it.
  private func read(_ bytes: [UInt8]) -> String {
    do throws(Diagnostic) {
      return try SourceFile.text(bytes, of: "board.yml", kind: "board")
    } catch {
      return error.description
    }
  }

  @Test func `a file is its text`() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: path) }
    try Data("title: é\n".utf8).write(to: path)

    try expectEqual(SourceFile.text(of: path.path, kind: "board"), "title: é\n")
  }

  @Test func `a missing file is reported`() {
    #expect(
      throws: Diagnostic(file: "/nowhere/a.yml", message: "cannot be read: No such file or directory")
    ) { try SourceFile.text(of: "/nowhere/a.yml", kind: "board") }
  }

  @Test func `a directory is reported`() {
    #expect(throws: Diagnostic(file: "/", message: "cannot be read: Is a directory")) {
      try SourceFile.text(of: "/", kind: "board")
    }
  }

  @Test func `an endless file is too large`() {
    #expect(throws: Diagnostic(file: "/dev/zero", message: "larger than 4 MiB, the limit for a board")) {
      try SourceFile.text(of: "/dev/zero", kind: "board")
    }
  }

  @Test func `invalid UTF-8 is reported at its location`() {
    #expect(
      read(Array("title: x\ntitle: é ".utf8) + [0xFF, 0x0A]) == """
        board.yml:2:10: error: not UTF-8 from here on
        title: é 
                 ^
        save it as UTF-8
        """)
  }

  /// The text `ab:` in other encodings, with and without a byte order mark.
  @Test(
    arguments: [
      ([0xFF, 0xFE, 0x61, 0, 0x62, 0, 0x3A, 0], "UTF-16"),
      ([0xFE, 0xFF, 0, 0x61, 0, 0x62, 0, 0x3A], "UTF-16"),
      ([0x61, 0, 0x62, 0, 0x3A, 0], "UTF-16"),
      ([0, 0x61, 0, 0x62, 0, 0x3A], "UTF-16"),
      ([0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0, 0x62, 0, 0, 0], "UTF-32"),
      ([0, 0, 0xFE, 0xFF, 0, 0, 0, 0x61, 0, 0, 0, 0x62], "UTF-32"),
      ([0x61, 0, 0, 0, 0x62, 0, 0, 0], "UTF-32"),
      ([0, 0, 0, 0x61, 0, 0, 0, 0x62], "UTF-32"),
    ] as [([UInt8], String)])
  func `other encodings are named`(bytes: [UInt8], encoding: String) {
    #expect(read(bytes) == "board.yml: error: not UTF-8 but \(encoding)\nsave it as UTF-8")
  }

  @Test func `text that contains a zero is UTF-8`() {
    #expect(read([0x61, 0]) == "a\0")
    #expect(read(Array("a\0bc".utf8)) == "a\0bc")
  }
}
