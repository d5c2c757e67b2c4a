import Foundation
import Processes
import TestSupport
import Testing

@testable import BoxServer

/// Files are read as a whole, and replaced as a whole or not at all.
@Suite(.timeLimit(.minutes(15))) struct StateFileTests {
  private let scratch: Scratch
  private var path: String { scratch.path + "/file" }

  init() throws { scratch = try Scratch() }

  private func replace(_ text: String) throws(SystemCallError) {
    Descriptor.close(try StateFile.replace(path, with: Array(text.utf8)))
  }

  private func read(limit: Int = 100) -> String? {
    StateFile.read(path, limit: limit).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `what was written last is read`() throws {
    #expect(read() == nil)
    try replace("first")
    try replace("2nd")
    #expect(read() == "2nd")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test func `a file with more bytes than allowed is not read`() throws {
    try replace("12345")
    #expect(read(limit: 5) == "12345")
    #expect(read(limit: 4) == nil)
  }

  @Test func `links and directories are not read`() throws {
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/etc/hostname")
    #expect(read(limit: 1_000_000) == nil)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(read() == nil)
  }

  @Test func `a directory in the way is an error, and nothing else is left`() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let error = #expect(throws: SystemCallError.self) { try replace("new") }
    #expect(error?.code == EISDIR)
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: scratch.path), ["file"])
  }

  @Test func `a link in the place of the temporary file is not followed`() throws {
    let other = try scratch.write("other", to: "other")
    try FileManager.default.createSymbolicLink(atPath: path + ".new", withDestinationPath: other)
    try replace("new")
    #expect(read() == "new")
    try expectEqual(String(contentsOfFile: other, encoding: .utf8), "other")
  }
}
