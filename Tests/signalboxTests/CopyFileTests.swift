import Foundation
import TestSupport
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
    try expectEqual(file.write("one\ntwo"), file.path)
    try expectEqual(String(contentsOfFile: file.path, encoding: .utf8), "one\ntwo\n")
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    _ = try file.write("three")
    try expectEqual(String(contentsOfFile: file.path, encoding: .utf8), "three\n")
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: directory.path), ["copy.txt"])
  }

  @Test func `a link is replaced and not followed`() throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    let target = directory.appending(path: "target").path
    try "untouched".write(toFile: target, atomically: true, encoding: .utf8)
    try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: target)
    _ = try file.write("copied")
    try expectEqual(String(contentsOfFile: target, encoding: .utf8), "untouched")
    try expectEqual(String(contentsOfFile: file.path, encoding: .utf8), "copied\n")
  }

  @Test func `a directory that cannot be written is an error`() {
    #expect(throws: (any Error).self) { try CopyFile(path: directory.path + "/no/copy.txt").write("x") }
  }
}
