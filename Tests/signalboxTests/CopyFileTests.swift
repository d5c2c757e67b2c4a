import Foundation
import Testing

@testable import signalbox

@Suite(.timeLimit(.minutes(15))) struct CopyFileTests {
  private let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  private let file: CopyFile

  init() throws {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    file = CopyFile(path: directory.appending(path: "copy.txt").path)
  }

  @Test func `only the owner can read the text`() throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    #expect(try file.write("one\ntwo") == file.path)
    #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "one\ntwo\n")
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    _ = try file.write("three")
    #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "three\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["copy.txt"])
  }

  @Test func `a link is replaced and not followed`() throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    let target = directory.appending(path: "target").path
    try "untouched".write(toFile: target, atomically: true, encoding: .utf8)
    try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: target)
    _ = try file.write("copied")
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "untouched")
    #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "copied\n")
  }

  @Test func `a directory that cannot be written is an error`() {
    #expect(throws: (any Error).self) { try CopyFile(path: directory.path + "/no/copy.txt").write("x") }
  }

  @Test(
    arguments: [
      (true, "/tmp/c", "2 lines sent to the clipboard, also in /tmp/c"),
      (true, nil, "2 lines sent to the clipboard"),
      (false, "/tmp/c", "2 lines in /tmp/c, not in the clipboard"),
      (false, nil, "Could not copy 2 lines: no clipboard, and no file to write"),
    ] as [(Bool, String?, String)])
  func `the message only claims what is known`(isSent: Bool, file: String?, words: String) {
    #expect(CopiedText("a\nb", isSent: isSent, file: file).message == words)
    #expect(CopiedText("a", isSent: true, file: nil).message == "1 line sent to the clipboard")
  }
}
