import Board
import Boundary
import Foundation
import Fuzzing
import Jobs
import TestSupport
import Testing

@testable import BoxServer

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The journal of results as a file.
@Suite(.timeLimit(.minutes(15))) struct ResultJournalTests {
  private let scratch: Scratch
  private let path: String
  private let board: Board
  private let troubles = Recorded<String>()

  init() throws {
    scratch = try Scratch()
    path = scratch.path + "/results"
    board = try Board.parse(
      "actions: {test: {run: make test}, probe: {run: make probe}}", file: "signalbox.yml")
  }

  private func journal() -> ResultJournal {
    ResultJournal(path, for: board) { [troubles] in troubles.append($0) }
  }

  private func event(
    _ number: Int, _ outcome: RunOutcome? = nil, of action: String = "test",
    at time: Duration = .zero,
    value: String = "v"
  ) throws -> RunEvent {
    var run = RunHistory.Entry(
      number: number, start: time, cause: .person, starter: "run", input: nil, firstLine: 0)
    run.ending = outcome.map { RunHistory.Ending(outcome: $0, time: time) }
    return RunEvent(
      action: try #require(board[action]), run: run, value: value, exitCode: outcome == .succeeded ? 0 : nil,
      time: time)
  }

  private var text: String { get throws { try String(contentsOfFile: path, encoding: .utf8) } }
  private func results() -> [String: RunOutcome] {
    ResultJournal.remembered(in: path, for: board, at: .zero).compactMapValues(\.last.result)
  }

  private var valid: String {
    get throws {
      let journal = journal()
      try journal.take(event(1, .succeeded))
      try journal.take(event(1, .failed("no"), of: "probe"))
      return try text
    }
  }

  // MARK: Life

  @Test func `results survive their process`() throws {
    let first = journal()
    #expect(first.remembered(at: .zero).isEmpty)
    try first.take(event(1))
    try first.take(event(1, .succeeded))
    let second = journal()
    let result = try #require(second.remembered(at: .zero)["test"])
    #expect(result.last.result == .succeeded)
    #expect(result.value == "v")
    #expect(result.last.exitCode == 0)
    #expect(result.age >= .zero && result.age < .seconds(60))
    #expect(result.history[1]?.starter == "run")
    #expect(troubles.values == [])
  }

  @Test func `a run is in the file when it begins`() throws {
    let journal = journal()
    try journal.take(event(1))
    #expect(results() == ["test": .failed("the box ended")])
    try journal.take(event(1, .succeeded))
    #expect(results() == ["test": .succeeded])
  }

  @Test func `changed work of the same action forgets its result`() throws {
    let journal = journal()
    try journal.take(event(1, .succeeded))
    let changed = try Board.parse("actions: {test: {run: make check}}", file: "signalbox.yml")
    let begin = try event(1)
    journal.take(
      RunEvent(
        action: try #require(changed["test"]), run: begin.run, value: nil, exitCode: nil, time: begin.time))
    #expect(results().isEmpty)
    #expect(
      ResultJournal.remembered(in: path, for: changed, at: .zero)["test"]?.last.result
        == .failed("the box ended"))
  }

  @Test func `the file is for this user only`() throws {
    _ = journal()
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test func `a file that has grown is replaced by a shorter one`() throws {
    let journal = journal()
    let value = String(repeating: "v", count: 4_000)
    var sizes: [Int] = []
    for number in 1...800 {
      try journal.take(event(number, .succeeded, at: .seconds(number), value: value))
      var status = stat()
      #expect(stat(path, &status) == 0)
      sizes.append(Int(status.st_size))
    }
    #expect(try #require(sizes.max()) < 1_100_000)
    #expect(sizes.filter { $0 < 20_000 }.count > 5)
    let kept = ResultJournal.remembered(in: path, for: board, at: .zero)["test"]
    #expect(kept?.history.entries.count == RunHistory.limit)
    #expect(kept?.history.entries.last?.number == 800)
    #expect(kept?.value == value)
    #expect(troubles.values == [])
  }

  @Test func `a new box begins with a short file`() throws {
    let first = journal()
    for number in 1...200 { try first.take(event(number, .succeeded)) }
    _ = journal()
    try expectEqual(text.split(separator: "\n").count, RunHistory.limit + 1)
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: scratch.path), ["results"])
  }

  @Test func `events of several threads are all written`() async throws {
    let journal = journal()
    let events = try (1...40).map { try event($0) } + (1...40).map { try event($0, .succeeded) }
    await withTaskGroup(of: Void.self) { group in
      for event in events where event.run.ending == nil { group.addTask { journal.take(event) } }
      await group.waitForAll()
      for event in events where event.run.ending != nil { group.addTask { journal.take(event) } }
    }
    #expect(ResultJournal.remembered(in: path, for: board, at: .zero)["test"]?.history.entries.count == 40)
    try expectEqual(ResultFile(path).unreadableLines, 0)
  }

  // MARK: Bad files

  @Test func `a file that is cut anywhere gives its whole lines`() throws {
    let whole = Array(try valid.utf8)
    let lineEnds = whole.indices.filter { whole[$0] == UInt8(ascii: "\n") }
    for length in 1..<whole.count {
      try Data(whole[..<length]).write(to: URL(filePath: path))
      guard length > lineEnds[0] else {
        #expect(throws: ResultFile.Refusal.foreign) { try ResultFile(path) }
        continue
      }
      let file = try ResultFile(path)
      // A line is whole if only its end is missing.
      let whole = lineEnds.filter { $0 <= length }
      #expect(file.results.runs.values.joined().count == whole.count - 1)
      #expect(file.unreadableLines == ((whole.last ?? 0) + 1 < length ? 1 : 0))
    }
  }

  @Test func `an empty file has no results`() throws {
    try Data().write(to: URL(filePath: path))
    #expect(journal().remembered(at: .zero).isEmpty)
    #expect(troubles.values == [])
  }

  @Test func `a box continues a file that is cut`() throws {
    let whole = try valid
    try String(whole.dropLast(10)).write(toFile: path, atomically: false, encoding: .utf8)
    let journal = journal()
    #expect(troubles.values == ["1 lines of \(path) cannot be read"])
    try journal.take(event(2, .succeeded, of: "probe"))
    #expect(results() == ["test": .succeeded, "probe": .succeeded])
    try expectEqual(ResultFile(path).unreadableLines, 0)
  }

  /// As the version before wrote them: failures had no kinds.
  private static let earlierLines = [
    ResultFile.header,
    #"{"action":"test","work":"5a786628d42836b9","run":{"run":1,"start":1764000000.5,"starter":"panel on pts/3","first_line":4,"attempts":1,"attempt_start":1764000000.5,"ending":{"outcome":"succeeded","time":1764000002.25}},"value":"12 passed","exit":0}"#,
    #"{"action":"probe","work":"d60f4459f23ad337","run":{"run":6,"start":1764000001,"cause":"clock","attempts":1,"attempt_start":1764000001,"ending":{"outcome":{"tolerated":"exit code 3"},"time":1764000002}},"exit":3}"#,
    #"{"action":"probe","work":"d60f4459f23ad337","run":{"run":7,"start":1764000003,"cause":"clock","attempts":2,"attempt_start":1764000004,"ending":{"outcome":{"failed":"exit code 3"},"time":1764000005}},"value":"3 lost","exit":3}"#,
    #"{"action":"test","work":"5a786628d42836b9","run":{"run":2,"start":1764000006,"cause":"board"}}"#,
    #"{"action":"test","work":"5a786628d42836b9","run":{"run":2,"start":1764000006,"cause":"board","attempts":1,"attempt_start":1764000006,"ending":{"outcome":"cancelled","time":1764000007}}}"#,
  ]

  private func write(_ bytes: some Sequence<UInt8>) throws { try Data(bytes).write(to: URL(filePath: path)) }

  @Test func `a file of the version before has its results`() throws {
    try write(Self.earlierLines.map { $0 + "\n" }.joined().utf8)
    // That version was killed while it wrote a shorter one.
    try scratch.write("{\"signalbox_results\":1}\n{\"action\":\"te", to: "results.new")
    for _ in 1...2 {
      let kept = journal().remembered(at: .zero)
      let test = try #require(kept["test"])
      #expect(test.last.result == .cancelled && test.last.duration == .seconds(1))
      #expect(test.history.entries.map(\.number) == [1, 2])
      #expect(test.history[1]?.starter == "panel on pts/3")
      #expect(test.history[1]?.ending?.outcome == .succeeded)
      #expect(test.history[1]?.duration == .milliseconds(1_750))
      #expect(test.history[2]?.cause == .board)
      let probe = try #require(kept["probe"])
      #expect(probe.last.result == .failed("exit code 3") && probe.last.exitCode == 3)
      #expect(probe.value == "3 lost")
      #expect(probe.history[6]?.ending?.outcome == .tolerated("exit code 3"))
      #expect(probe.history[7]?.cause == .clock && probe.history[7]?.attempts == 2)
    }
    #expect(troubles.values == [])
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: scratch.path), ["results"])
  }

  @Test
  func
    `a file of the version before that is cut anywhere gives its whole lines, and is complained about once`()
    throws
  {
    let whole = Array(Self.earlierLines.map { $0 + "\n" }.joined().utf8)
    let ends = whole.indices.filter { whole[$0] == UInt8(ascii: "\n") }
    // The runs whose ends are whole, after each line.
    let runs = [[], ["test 1"], ["probe 6", "test 1"], ["probe 6", "probe 7", "test 1"]]
    for length in 1...whole.count {
      try write(whole[..<length])
      let troubles = Recorded<String>()
      let journal = ResultJournal(path, for: board) { troubles.append($0) }
      let entries = journal.remembered(at: .zero).flatMap { action, result in
        result.history.entries.map { (name: "\(action) \($0.number)", outcome: $0.ending?.outcome) }
      }
      let names = entries.map(\.name).sorted()
      guard length > ends[0] else {
        #expect(
          troubles.values == ["\(path) is not of this version of signalbox and is now called \(path).unknown"]
        )
        try expectEqual(Data(contentsOf: URL(filePath: path + ".unknown")), Data(whole[..<length]))
        #expect(names == [])
        continue
      }
      // A line is whole if only its end is missing.
      let lines = ends.count { $0 <= length }
      let isCut = ends[lines - 1] + 1 < length
      #expect(troubles.values == (isCut ? ["1 lines of \(path) cannot be read"] : []), "\(length) bytes")
      #expect(names == (lines <= 4 ? runs[lines - 1] : ["probe 6", "probe 7", "test 1", "test 2"]))
      if lines >= 5 {
        let last = entries.first { $0.name == "test 2" }?.outcome
        #expect(last == (lines == 5 ? .failed("the box ended") : .cancelled), "\(length) bytes")
      }
      // The next one has the same, and nothing to complain of.
      let next = ResultJournal(path, for: board) { Issue.record("\($0)") }
      #expect(
        next.remembered(at: .zero).values.flatMap(\.history.entries).count == names.count, "\(length) bytes")
    }
  }

  @Test(arguments: ["{\"signalbox_results\":2}\n{}\n", "\0\0\0\0", "{\"signalbox_results\":1} \n"])
  func `a file of another version is moved away`(text: String) throws {
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    #expect(results().isEmpty)
    let journal = journal()
    try expectEqual(String(contentsOfFile: path + ".unknown", encoding: .utf8), text)
    #expect(troubles.values.count == 1)
    #expect(troubles.values.first?.contains("not of this version") == true)
    try journal.take(event(1, .succeeded))
    #expect(results() == ["test": .succeeded])
  }

  @Test(arguments: Array(Seeds(200)))
  func `random bytes are skipped`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var bytes = Array(try valid.utf8)
    for _ in 0..<Int.random(in: 1...20, using: &random) {
      let index = Int.random(in: (ResultFile.header.utf8.count + 1)..<bytes.count, using: &random)
      bytes[index] = .random(in: 0...255, using: &random)
    }
    try Data(bytes).write(to: URL(filePath: path))
    let remembered = journal().remembered(at: .zero)
    for result in remembered.values { _ = JobRecord(result, at: .zero, isKnownToGuards: true) }
    try expectEqual(ResultFile(path).unreadableLines, 0)
  }

  @Test(arguments: [
    #"{"action":"test","work":"W","run":{"run":9223372036854775807}}"#,
    #"{"action":"test","work":"W","run":{"run":0}}"#,
    #"{"action":"test","work":"W","run":{"run":1,"start":9,"ending":{"time":8}}}"#,
    #"{"action":"test","work":"W","run":{"run":1,"start":9,"attempt_start":8}}"#,
    #"{"action":"test","work":"W","run":{"run":1,"attempts":-1}}"#,
    #"{"work":"W","run":{"run":1}}"#, "[]", "1", "\"\u{FFFD}",
  ])
  func `a line that no box writes is skipped`(line: String) throws {
    try "\(ResultFile.header)\n\(line)\n".write(toFile: path, atomically: false, encoding: .utf8)
    let file = try ResultFile(path)
    #expect(file.unreadableLines == 1)
    #expect(file.results.runs.isEmpty)
  }

  @Test func `a file of a gigabyte is read from its end`() throws {
    let lines = try valid.split(separator: "\n")
    let file = open(path, O_RDWR)
    defer { close(file) }
    #expect(ftruncate(file, 1 << 30) == 0)
    try #require(FileHandle(forWritingAtPath: path)).closeAfter {
      try $0.seekToEnd()
      try $0.write(contentsOf: Data("\n\(lines[1])\n".utf8))
    }
    #expect(results() == ["test": .succeeded])
    let started = ContinuousClock.now
    _ = journal()
    #expect(ContinuousClock.now - started < .seconds(60))
    #expect(try text.utf8.count < 1_000)
  }

  @Test func `a directory in the place of the file stays, and that is reported once`() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    try expectNothingIsKept(because: "it is not a file")
  }

  @Test func `a link in the place of the file stays, and that is reported once`() throws {
    let other = try scratch.write("mine", to: "other")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: other)
    try expectNothingIsKept(because: "it is a symbolic link")
    try expectEqual(String(contentsOfFile: other, encoding: .utf8), "mine")
  }

  @Test func `a pipe in the place of the file stays, and nothing waits for it`() throws {
    #expect(mkfifo(path, 0o600) == 0)
    try expectNothingIsKept(because: "it is not a file")
  }

  private func expectNothingIsKept(because reason: String) throws {
    var (before, after) = (stat(), stat())
    #expect(lstat(path, &before) == 0)
    let journal = journal()
    for number in 1...3 { try journal.take(event(number, .succeeded, at: .seconds(number * 10))) }
    #expect(journal.remembered(at: .zero).isEmpty == false)
    #expect(lstat(path, &after) == 0 && before.st_ino == after.st_ino)
    #expect(troubles.values == ["results are not kept, because \(path) cannot be used: \(reason)"])
    #expect(results().isEmpty)
  }

  @Test func `a file that cannot be written is reported once, and is complete when it can be`() throws {
    // A directory that cannot be replaced stands in the way of every new file.
    let journal = journal()
    try journal.take(event(1, .succeeded))
    let temporary = path + ".new"
    try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: false)
    let value = String(repeating: "v", count: 4_000)
    for number in 2...300 {
      try journal.take(event(number, .succeeded, at: .seconds(number), value: value))
    }
    #expect(troubles.values.count == 1)
    #expect(
      troubles.values.first?.hasPrefix("results are not kept, because \(path) cannot be written: ") == true)
    try FileManager.default.removeItem(atPath: temporary)
    try journal.take(event(9_001, .cancelled, at: .seconds(10_000)))
    #expect(results() == ["test": .cancelled])
    #expect(troubles.values.count == 1)
    try expectEqual(ResultFile(path).unreadableLines, 0)
  }

  @Test func `without a directory the runs go on`() throws {
    try FileManager.default.removeItem(atPath: scratch.path)
    let journal = journal()
    try journal.take(event(1, .succeeded, at: .seconds(10)))
    #expect(troubles.values.count == 1)
  }
}

extension FileHandle {
  fileprivate func closeAfter(_ body: (FileHandle) throws -> Void) throws {
    defer { try? close() }
    try body(self)
  }
}
