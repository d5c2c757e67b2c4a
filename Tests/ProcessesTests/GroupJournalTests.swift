import CProcess
import Foundation
import Fuzzing
import TestSupport
import Testing

@testable import Processes

#if canImport(System)
import System
#else
import SystemPackage
#endif

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite(.timeLimit(.minutes(15))) struct GroupJournalTests {
  private let scratch: Scratch
  private let path: String

  init() throws {
    scratch = try Scratch()
    path = scratch.path + "/groups"
  }

  private func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  private func groups(_ lines: String) -> Set<Int32> { GroupRecord("\(GroupRecord.header)\n\(lines)").groups }

  // MARK: What is read

  @Test func `groups begin and end`() {
    #expect(groups("+ 10 1\n+ 11 2\n- 10 3\n+ 12 4") == [11, 12])
    #expect(GroupRecord("\(GroupRecord.header)\n+ 10 7\n- 10 9\n+ 11 8").time == 9)
  }

  @Test(arguments: [
    "", "+", "+ 10", "+ 10 ", "+ 10 x", "+  10 1", "* 10 1", "+ 10 1 1", "+ 1 1", "+ 0 1", "+ -5 1",
  ])
  func `an incomplete line is ignored`(line: String) {
    #expect(groups("+ 20 1\n\(line)\n\n+ 21 1") == [20, 21])
  }

  @Test func `the journal of another boot has no groups`() {
    #expect(GroupRecord("signalbox groups 1 other all\n+ 10 1") == GroupRecord(""))
    #expect(GroupRecord("\(GroupRecord.header)x\n+ 10 1") == GroupRecord(""))
  }

  @Test func `random bytes have no groups`() throws {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<200 {
      try Data(generator.bytes(upTo: 5000)).write(to: URL(filePath: path))
      #expect(GroupJournal.survivors(in: path) == [])
    }
  }

  @Test func `what is no file has no groups`() throws {
    #expect(GroupJournal.survivors(in: path) == [])
    #expect(GroupJournal.survivors(in: scratch.path) == [])
    try #require(mkfifo(path, 0o600) == 0)
    #expect(GroupJournal.survivors(in: path) == [])
  }

  // MARK: Survivors

  @Test func `what survives both deaths is found and ended`() async throws {
    let program = try await HeldProgram(commands: 3)
    await program.kill(program.keeper, program.process)
    #expect(GroupJournal.survivors(in: program.journal).count == 3)
    #expect(GroupJournal.endSurvivors(in: program.journal, atMost: .seconds(30)) == [])
    #expect(program.lifeline.hasEndedNow)
    #expect(GroupJournal.survivors(in: program.journal) == [])
  }

  @Test(.slow) func `a group whose leader has ended is found`() async throws {
    let program = try await HeldProgram(commands: 2)
    await program.kill(program.keeper, program.process)
    // The group that was entered first.
    let record = try String(contentsOfFile: program.journal, encoding: .utf8).split(separator: "\n")
    let entry = try #require(record.first { $0.hasPrefix("+ ") })
    let group = try #require(Int32(entry.split(separator: " ")[1]))
    kill(group, SIGKILL)
    while ProcessStatus.of(group) != nil { try await Task.sleep(for: .milliseconds(2)) }
    #expect(GroupJournal.survivors(in: program.journal).contains(group))
    GroupJournal.endSurvivors(in: program.journal, atMost: .seconds(30))
    #expect(program.lifeline.hasEndedNow)
  }

  @Test func `a process that has the number of an earlier group is not one`() async throws {
    let recorder = CommandRecorder()
    let task = Task {
      await CommandRunner(groups: ProcessGroups(capacity: 1))
        .run(.shell("echo $$; exec sleep 1000"), onLines: recorder.receive)
    }
    let leader = try #require(Int32(await recorder.line { _ in true }))
    let start = try #require(ProcessStatus.of(leader)).startTime
    try "\(GroupRecord.header)\n+ \(leader) \(start - 1)".write(
      toFile: path, atomically: true, encoding: .utf8)
    #expect(GroupJournal.survivors(in: path) == [])
    try "\(GroupRecord.header)\n+ \(leader) \(start)".write(toFile: path, atomically: true, encoding: .utf8)
    #expect(GroupJournal.survivors(in: path) == [leader])
    GroupJournal.endSurvivors(in: path, atMost: .seconds(30))
    await expectEqual(task.value, .signalled(SIGKILL))
  }

  // MARK: What is written

  private func run(_ runner: CommandRunner, _ count: Int) async {
    for _ in 0..<count { _ = await runner.run(.arguments(["true"])) { _ in } }
  }

  @Test func `a command is entered by itself and removed at its end`() async throws {
    let keeper = try Keeper(journal: GroupJournal(path: path))
    await run(CommandRunner(keeper: keeper), 2)
    let lines = try text().split(separator: "\n").dropFirst().map { $0.prefix { $0 != " " } }
    #expect(lines == ["+", "-", "+", "-"])
    #expect(GroupRecord(path: path).groups == [])
  }

  @Test func `a command that does not start is removed`() async throws {
    let keeper = try Keeper(journal: GroupJournal(path: path))
    _ = await CommandRunner(keeper: keeper).run(.arguments(["no-such-program"])) { _ in }
    try expectEqual(text().split(separator: "\n").count, 3)
    #expect(GroupRecord(path: path).groups == [])
  }

  @Test func `the file is rewritten with the present groups`() throws {
    let journal = try GroupJournal(path: path)
    journal.enter(7_000_001, since: 0, error: .ioError)
    for number in Int32(0)..<10_000 { journal.leave(8_000_000 + number) }
    #expect(try text().utf8.count < 300_000)
    #expect(GroupRecord(path: path).groups == [7_000_001])
    #expect(journal.generation == 2)
    // A child that started before has written to an earlier file.
    journal.enter(7_000_002, since: 1, error: nil)
    #expect(GroupRecord(path: path).groups == [7_000_001, 7_000_002])
  }

  @Test func `a file of others is replaced and not followed`() throws {
    let other = try scratch.write("precious", to: "other")
    for link in [path, path + ".new"] {
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: other)
    }
    _ = try GroupJournal(path: path)
    try expectEqual(String(contentsOfFile: other, encoding: .utf8), "precious")
    try expectEqual(text(), GroupRecord.header)
  }

  @Test func `without its directory there is no journal`() {
    #expect(throws: (any Error).self) { try GroupJournal(path: "/no/such/directory/groups") }
  }

  #if os(Linux)
  @Test func `a full disk is reported once and commands start`() async throws {
    let failures = Recorded<Errno>()
    let journal = try GroupJournal(path: path) { failures.append($0) }
    let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
    defer { close(full) }
    try #require(descriptor_replace(journal.file.rawValue, full) == 0)
    let runner = CommandRunner(keeper: try Keeper(journal: journal))
    await expectEqual(runner.run(.shell("exit 3")) { _ in }, .exited(3))
    await expectEqual(runner.run(.shell("exit 4")) { _ in }, .exited(4))
    #expect(failures.values == [.noSpace])
  }
  #endif
}
