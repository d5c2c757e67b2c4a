import Board
import Boundary
import Foundation
import Jobs
import Programs
import TestSupport
import Testing

@testable import BoxServer

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The outputs of runs that survive their box.
@Suite(.timeLimit(.minutes(15))) struct KeptOutputsTests {
  private final class Place {
    let directory = NSTemporaryDirectory() + "kept-\(UUID())"
    let outputs: KeptOutputs

    init() {
      outputs = KeptOutputs(directory) { Issue.record("\($0)") }
    }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    func names() -> [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []).sorted()
    }
  }

  private func board(_ options: String = "", work: String = "x") throws -> Board {
    try Board.parse("actions: {a: {run: \(work)\(options)}, b: {run: y}}", file: "test.yml")
  }

  private func event(
    _ outcome: RunOutcome, run number: Int = 1, lines: [String] = ["one"], of action: ActionDefinition
  ) -> RunEvent {
    var history = RunHistory()
    history.begin(number, at: .zero, cause: .person, input: nil, firstLine: 0)
    var ring = OutputRing(lineLimit: 2_000)
    ring.append(lines.map { OutputLine($0) }, arrival: 7)
    history.end(number, outcome, at: .seconds(1))
    let (lines, entry) = (KeptLines(ring, history, from: 0, run: number), history[number])
    return RunEvent(
      action: action,
      run: entry ?? .init(number: 0, start: .zero, cause: .person, starter: nil, input: nil, firstLine: 0),
      value: nil, exitCode: nil, time: .seconds(1), lines: { lines })
  }

  @Test func `a failed run is read as it was`() async throws {
    let (place, board) = (Place(), try board())
    let action = try #require(board["a"])
    let texts = ["one", "", "\u{FFFD} ü \"quoted\"", String(repeating: "x", count: 5_000)]
    place.outputs.take(event(.failed("exit code 3"), run: 4, lines: texts, of: action))
    await place.outputs.flush()
    let kept = try #require(place.outputs.lines(of: action))
    #expect(kept.lines.map(\.line.text) == texts)
    #expect(kept.lines.allSatisfy { $0.run == 4 && $0.line.arrival == 7 })
    #expect(kept.run == 4 && kept.hasEnded && kept.missing == 0 && kept.next == 4)
    var status = stat()
    #expect(stat(place.directory, &status) == 0 && status.st_mode & 0o777 == 0o700)
    #expect(stat(place.directory + "/a", &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(place.names() == ["a"])
  }

  @Test(arguments: [
    ("", [true, false, false, true, false]), (", keep-output: always", [true, true, true, true, true]),
    (", keep-output: never", [false, false, false, false, false]),
    (", keep-output: always, every: 1s", [true, false, false, true, false]),
  ])
  func `the policy decides`(options: String, kept: [Bool]) async throws {
    let outcomes: [RunOutcome] = [.failed("no"), .succeeded, .cancelled, .lost("gone"), .tolerated("no")]
    for (outcome, isKept) in zip(outcomes, kept) {
      let (place, board) = (Place(), try board(options))
      let action = try #require(board["a"])
      place.outputs.take(event(outcome, of: action))
      await place.outputs.flush()
      #expect((place.outputs.lines(of: action) != nil) == isKept, "\(outcome) \(options)")
      #expect(place.names().isEmpty != isKept)
    }
  }

  @Test func `the board can say it for all actions`() throws {
    let board = try Board.parse(
      "keep-output: never\nactions: {a: {run: x}, b: {run: y, keep-output: always}}", file: "test.yml")
    #expect(board.actions.map(\.keepOutput) == [.never, .always])
    try expectEqual(self.board().actions.map(\.keepOutput), [.failed, .failed])
  }

  @Test func `what is not on the board any more, or is other work, is deleted`() async throws {
    let (place, board) = (Place(), try board())
    for action in board.actions { place.outputs.take(event(.failed("no"), of: action)) }
    await place.outputs.flush()
    #expect(place.names() == ["a", "b"])
    place.outputs.take(board)
    await place.outputs.flush()
    #expect(place.names() == ["a", "b"])
    let changed = try self.board(work: "z")
    try expectEqual(place.outputs.lines(of: #require(changed["a"])), nil, "other work is not shown")
    place.outputs.take(changed)
    await place.outputs.flush()
    #expect(place.names() == ["b"])
    let silent = try Board.parse("keep-output: never\nactions: {b: {run: y}}", file: "test.yml")
    try expectEqual(place.outputs.lines(of: #require(silent["b"])), nil, "it is not to be kept any more")
    place.outputs.take(silent)
    while !place.names().isEmpty { await place.outputs.flush() }
    place.outputs.take(event(.failed("no"), of: try #require(board["b"])))
    while place.names() != ["b"] { await place.outputs.flush() }
    place.outputs.take(try .parse("actions: {c: {run: x}}", file: "test.yml"))
    await place.outputs.flush()
    #expect(place.names().isEmpty)
  }

  @Test func `a file that is cut, changed or foreign is none`() async throws {
    let (place, board) = (Place(), try board())
    let action = try #require(board["a"])
    place.outputs.take(event(.failed("no"), lines: ["one", "two"], of: action))
    await place.outputs.flush()
    let whole = try Data(contentsOf: URL(filePath: place.directory + "/a"))
    for count in 0..<whole.count {
      try whole.prefix(count).write(to: URL(filePath: place.directory + "/a"))
      #expect(place.outputs.lines(of: action) == nil, "\(count) of \(whole.count) bytes")
    }
    try (whole + whole).write(to: URL(filePath: place.directory + "/a"))
    #expect(place.outputs.lines(of: action) == nil)
    try whole.write(to: URL(filePath: place.directory + "/a"))
    #expect(place.outputs.lines(of: action)?.lines.count == 2)
    // Not even a link to a file that is one.
    try FileManager.default.moveItem(atPath: place.directory + "/a", toPath: place.directory + "/b")
    symlink(place.directory + "/b", place.directory + "/a")
    #expect(place.outputs.lines(of: action) == nil)
  }

  @Test func `an output takes the place of an earlier one at once`() async throws {
    let (place, board) = (Place(), try board())
    let action = try #require(board["a"])
    let texts = (0..<2_000).map { "line \($0) \(String(repeating: "x", count: 100))" }
    place.outputs.take(event(.failed("no"), lines: texts, of: action))
    while place.names().isEmpty { await place.outputs.flush() }
    let path = place.directory + "/a"
    let size = try #require(
      try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    // The time in it has more or fewer digits.
    let least = size - 100
    let isOver = Recorded<Bool>()
    let reader = Task.detached {
      var missed = 0
      while isOver.values.isEmpty {
        var status = stat()
        if stat(path, &status) != 0 || status.st_size < least { missed += 1 }
      }
      return missed
    }
    for number in 2...50 {
      place.outputs.take(event(.failed("no"), run: number, lines: texts, of: action))
    }
    while place.outputs.lines(of: action)?.run != 50 { await place.outputs.flush() }
    isOver.append(true)
    await expectEqual(reader.value, 0)
    #expect(place.outputs.lines(of: action)?.lines.count == 2_000)
  }

  @Test func `all files of a board have 8 MiB, and the oldest goes first`() async throws {
    let place = Place()
    let names = (0..<40).map { "a\($0)" }
    let board = try Board.parse(
      "actions: {\(names.map { "\($0): {run: x}" }.joined(separator: ", "))}", file: "test.yml")
    let lines = (0..<100).map { _ in String(repeating: "x", count: 2_550) }
    for action in board.actions { place.outputs.take(event(.failed("no"), lines: lines, of: action)) }
    // On a busy machine a flush ends before all is written.
    let last = try #require(board["a39"])
    while place.outputs.lines(of: last) == nil { await place.outputs.flush() }
    while place.names().count == 40 { await place.outputs.flush() }
    let sizes = try place.names().map {
      try FileManager.default.attributesOfItem(atPath: place.directory + "/" + $0)[.size] as? Int ?? 0
    }
    #expect(sizes.reduce(0, +) <= 8 << 20 && sizes.count >= 30, "\(sizes)")
    try expectEqual(place.outputs.lines(of: #require(board["a0"])), nil)
  }
}
