import Foundation
import TestSupport
import Testing
import Wire

@testable import BoxServer

/// The file of who has pressed what.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct PressRecordTests {
  private let entry = PressEntry(what: .started, who: .init(kind: "run", name: "run"), action: "deploy")

  @Test func `a full file becomes the earlier one`() throws {
    let scratch = try Scratch()
    let path = scratch.path + "/record"
    let record = PressRecord(path)
    let line = entry.json.bytes.count + 1
    for _ in 0...(1 << 20) / line + 1 { #expect(record.write(entry)) }
    let count = PressRecord.entries(path).count
    #expect(count == (1 << 20) / line + 2, "\(count)")
    let sizes = try ["", ".1"].map {
      try FileManager.default.attributesOfItem(atPath: path + $0)[.size] as? Int ?? 0
    }
    #expect(sizes[0] < 4 * line && sizes[1] > 1 << 20, "\(sizes)")
  }

  @Test func `what stands in the place of the file is neither waited for nor written to`() throws {
    let scratch = try Scratch()
    let path = scratch.path + "/record"
    let record = PressRecord(path)
    #expect(mkfifo(path, 0o600) == 0)
    #expect(!record.write(entry))
    try FileManager.default.removeItem(atPath: path)
    let other = try scratch.write("", to: "other")
    #expect(symlink(other, path) == 0)
    #expect(!record.write(entry))
    #expect(try Data(contentsOf: URL(filePath: other)).isEmpty)
    try FileManager.default.removeItem(atPath: path)
    // One that others can read is one no longer.
    try scratch.write("", to: "record", permissions: 0o666)
    #expect(record.write(entry))
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `what is in the way of the earlier file refuses entries until it is gone`() throws {
    let scratch = try Scratch()
    let path = scratch.path + "/record"
    try Data(repeating: 0x0A, count: (1 << 20) + 1).write(to: URL(filePath: path))
    try FileManager.default.createDirectory(atPath: path + ".1", withIntermediateDirectories: false)
    let record = PressRecord(path)
    for _ in 1...3 { #expect(!record.write(entry)) }
    try FileManager.default.removeItem(atPath: path + ".1")
    #expect(record.write(entry))
    #expect(PressRecord.entries(path).count == 1)
  }
}
