import Foundation
import Fuzzing
import TestSupport
import Testing

@testable import Processes

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite(.timeLimit(.minutes(15))) struct ProcessContextTests {
  private let recorder = CommandRecorder()

  private func context(
    environment: [String] = ["PATH=/usr/bin:/bin"], umask: UInt32 = 0o22, nice: Int32 = 0,
    limits: [ProcessContext.Limit] = []
  ) throws -> ProcessContext {
    try ProcessContext(
      environment: environment.map { Array($0.utf8) }, umask: umask, nice: nice, limits: limits)
  }

  private func lines(
    _ script: String, _ context: ProcessContext, environment: [String: String] = [:]
  ) async -> [String] {
    let outcome = await CommandRunner(groups: ProcessGroups(capacity: 4))
      .run(.shell(script), environment: environment, context: context, onLines: recorder.receive)
    #expect(outcome == .exited(0))
    return recorder.lines
  }

  // MARK: What a command receives

  @Test func `the environment is that of the context`() async throws {
    let context = try context(environment: ["PATH=/usr/bin:/bin", "A=1", "B=2"])
    let lines = await lines(
      "/usr/bin/env | grep -v -e ^PWD= -e ^_= -e ^SHLVL=", context, environment: ["B": "3"])
    #expect(lines.sorted() == ["A=1", "B=3", "PATH=/usr/bin:/bin"])
  }

  @Test func `a program is looked up in the path of the context`() async throws {
    let scratch = try Scratch()
    try scratch.write("#!/bin/sh\necho found", to: "only-here", permissions: 0o755)
    let context = try context(environment: ["PATH=/bin:\(scratch.path)"])
    let runner = CommandRunner(groups: ProcessGroups(capacity: 4))
    await expectEqual(
      runner.run(.arguments(["only-here"]), context: context, onLines: recorder.receive), .exited(0))
    #expect(recorder.lines == ["found"])
  }

  @Test func `the umask is that of the context`() async throws {
    try await expectEqual(lines("umask", context(umask: 0o137)), ["0137"])
  }

  @Test func `the nice value is that of the context`() async throws {
    try await expectEqual(lines("nice", context(nice: 7)), ["7"])
  }

  @Test func `the soft limits are those of the context`() async throws {
    let limits = [
      ProcessContext.Limit(resource: DescriptorLimit.number, soft: 99),
      ProcessContext.Limit(resource: 4000, soft: 1),
    ]
    try await expectEqual(lines("ulimit -Sn", context(limits: limits)), ["99"])
  }

  @Test func `a soft limit is at most the hard limit`() async throws {
    let limit = ProcessContext.Limit(resource: DescriptorLimit.number, soft: .max)
    try await expectEqual(
      lines("test $(ulimit -Sn) = $(ulimit -Hn) && echo same", context(limits: [limit])), ["same"])
  }

  // MARK: This process

  @Test func `the present context is that of commands without one`() async throws {
    let script = "umask; nice; ulimit -Sn; ulimit -Sc; ulimit -Ss"
    _ = await CommandRunner(groups: ProcessGroups(capacity: 4)).run(.shell(script), onLines: recorder.receive)
    let without = recorder.lines
    #expect(without.count == 5)
    try await expectEqual(lines(script, .current()), without + without)
    #expect(try ProcessContext.current().environment.contains { $0.starts(with: "PATH=".utf8) })
  }

  // MARK: Its encoding

  @Test func `the encoding is decoded to the same value`() throws {
    let values = [
      try ProcessContext.current(), try context(environment: []),
      try context(nice: -20, limits: [.init(resource: 7, soft: .max)]),
      try ProcessContext(
        environment: [[0x41, 0x3D, 0xFF, 0x0A, 0x80], [0x3D]], umask: 0, nice: 19, limits: []),
    ]
    for value in values { try expectEqual(ProcessContext(encoded: value.encoded), value) }
  }

  @Test func `a large environment is refused`() throws {
    let limit = ProcessContext.environmentLimit
    let largest = try context(environment: [String(repeating: "x", count: limit - 1)])
    try expectEqual(ProcessContext(encoded: largest.encoded), largest)
    #expect(throws: ProcessContext.Invalid.environmentTooLarge) {
      try context(environment: [String(repeating: "x", count: limit)])
    }
    #expect(throws: ProcessContext.Invalid.environmentTooLarge) {
      try ProcessContext(encoded: [UInt8](repeating: 0x41, count: 2 * limit))
    }
  }

  @Test(arguments: [
    "", "umask 18\0nice 0\0", "umask 18\0nice 0", "nice 0\0\0", "umask 18\0\0", "umask 512\0nice 0\0\0",
    "umask -1\0nice 0\0\0", "umask 0\0nice 20\0\0", "umask 0\0nice 0\0limit 7\0\0", "umask 0\0nice 0\0x\0\0",
    "umask 0\0nice 0\0limit 7 -1\0\0", "umask 0\0nice 0\0\0A=1", "umask 0\0nice 0\0\0A=1\0\0",
  ])
  func `another encoding is refused`(text: String) {
    #expect(throws: ProcessContext.Invalid.malformed) { try ProcessContext(encoded: Array(text.utf8)) }
  }

  @Test func `random changes of an encoding are refused or decoded`() throws {
    var generator = SeededGenerator(seed: 3)
    let encoded = try context(limits: [.init(resource: 7, soft: 1024)]).encoded
    var readable = 0
    for _ in 0..<2000 {
      var bytes = encoded
      for _ in 0...generator.below(3) { bytes[generator.below(bytes.count)] = UInt8(generator.below(256)) }
      guard let decoded = try? ProcessContext(encoded: bytes) else { continue }
      readable += 1
      try expectEqual(ProcessContext(encoded: decoded.encoded), decoded)
    }
    #expect(readable > 0)
  }
}
