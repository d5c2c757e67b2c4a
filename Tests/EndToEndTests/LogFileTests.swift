import Foundation
import PseudoTerminal
import TestSupport
import Testing

/// The output of an action in a file.
@Suite(.timeLimit(.minutes(15)), .ownThreads, .bothWays) struct LogFileTests {
  @Test func `the file has the output of all runs`() throws {
    let sandbox = try Sandbox(
      "actions: { build: { run: 'printf \"\\\\033[31mred\\\\n\"; exit 3', log: build.log } }")
    for _ in 1...2 {
      try expectEqual(HeadlessProgram(["run", "build", "--quiet"], on: sandbox).end().status, 3)
    }
    let lines = try sandbox.text(of: "build.log").split(separator: "\n")
    #expect(lines.count == 6, "\(lines)")
    #expect(lines.filter { $0 == "red" }.count == 2)
    #expect(lines.first?.hasPrefix("-- ") == true)
    #expect(lines.last?.contains("failed after") == true)
    #expect(lines.last?.hasSuffix(": red · exit code 3") == true)
  }

  @Test func `a flood fills the files and no more`() throws {
    let sandbox = try Sandbox(
      "actions: { flood: { run: seq 100000, log: { file: flood.log, size: 100kB } } }")
    try expectEqual(HeadlessProgram(["run", "flood", "--quiet"], on: sandbox).end().status, 0)
    let parts = try ["flood.log.2", "flood.log.1", "flood.log"].map { try sandbox.text(of: $0) }
    #expect(!sandbox.has("flood.log.3"))
    #expect(parts.count == 3 && parts.allSatisfy { $0.utf8.count <= 100_000 })
    let numbers = parts.joined().split(separator: "\n").compactMap { Int($0) }
    #expect(numbers.last == 100_000)
    #expect(numbers == Array((numbers.first ?? 0)...100_000))
  }

  @Test func `a run goes on without its file, and a remark says so`() throws {
    let sandbox = try Sandbox("actions: { build: { run: 'echo one; echo two', log: missing/build.log } }")
    let result = try HeadlessProgram(["run", "build"], on: sandbox).end()
    #expect(result.status == 0)
    #expect(result.output == "one\ntwo\n")
    let remarks = result.messages.split(separator: "\n").filter { $0.contains("goes on without it") }
    #expect(remarks.count == 1, "\(result.messages)")
    #expect(remarks.first?.contains("missing/build.log: No such file or directory") == true)
  }
}
