import Board
import Boundary
import Jobs
import TestSupport
import Testing

@testable import BoxServer

/// What the lines of a journal of results say.
@Suite(.timeLimit(.minutes(15))) struct KeptResultsTests {
  private static let text = """
    actions:
      test: { run: make test }
      probe: { run: make probe, failures-before-error: 3 }
      pick: { run: echo $INPUT, buttons: [{key: 1, title: One, input: one}, {key: 2, title: Two, input: two}] }
    """

  private let board: Board

  init() throws { board = try Board.parse(Self.text, file: "signalbox.yml") }

  private func line(
    _ number: Int, _ outcome: RunOutcome? = nil, of action: String = "test", at time: Int = 0,
    input: InputValues? = nil, value: String? = nil
  ) throws -> KeptRun {
    var line = KeptRun()
    line.action = action
    line.work = try #require(board[action]).work.digest
    line.run = RunHistory.Entry(
      number: number, start: .seconds(time), cause: .person, starter: nil, input: input, firstLine: 7)
    line.run.ending = outcome.map { RunHistory.Ending(outcome: $0, time: .seconds(time + 2)) }
    line.value = value
    return line
  }

  private func results(_ lines: [KeptRun]) -> KeptResults {
    var results = KeptResults()
    for line in lines { results.take(line) }
    return results
  }

  private func remembered(
    _ lines: [KeptRun], of action: String = "test", wall: Int = 100, station: Int = 0
  ) -> RememberedResult? {
    results(lines).adapted(to: board).remembered(wall: .seconds(wall), station: .seconds(station))[action]
  }

  // MARK: Results

  @Test func `the last result is that of the run that ended last`() throws {
    let lines = try [line(1), line(2), line(2, .succeeded), line(1, .failed("no"), at: 5, value: "1 of 2")]
    let result = try #require(remembered(lines))
    #expect(result.last.result == .failed("no"))
    #expect(result.value == "1 of 2")
    #expect(result.last.duration == .seconds(2))
    #expect(result.age == .seconds(93))
    #expect(result.history.entries.map(\.number) == [1, 2])
  }

  @Test func `a cancelled run counts, and a tolerated failure does not`() throws {
    try expectEqual(remembered([line(1, .cancelled)])?.last.result, .cancelled)
    let lines = try [line(1, .succeeded, at: 1), line(2, .tolerated("no"), at: 10, value: "late")]
    let result = try #require(remembered(lines))
    #expect(result.last.result == .succeeded)
    #expect(result.age == .seconds(97))
    #expect(result.value == "late")
    try expectEqual(remembered([line(1, .tolerated("no"))])?.last.result, .some(nil))
  }

  @Test func `times are those of the station`() throws {
    let result = try #require(try remembered([line(1, .succeeded, at: 90)], wall: 100, station: 1_000))
    #expect(result.history[1]?.start == .seconds(990))
    #expect(result.history[1]?.ending?.time == .seconds(992))
    #expect(result.history[1]?.firstLine == -1)
  }

  @Test func `a clock that went back makes the age negative, and no run is in the future`() throws {
    let result = try #require(try remembered([line(1, .succeeded, at: 90)], wall: 50, station: 1_000))
    #expect(result.age == .seconds(-42))
    #expect(result.history[1]?.ending?.time == .seconds(1_000))
    #expect(result.history[1]?.duration == .seconds(2))
  }

  // MARK: Runs without an end

  @Test func `a run that its box did not survive has failed`() throws {
    let lines = try [line(1, .succeeded), line(2, at: 10), line(1, .succeeded, of: "probe", at: 30)]
    let result = try #require(remembered(lines))
    #expect(result.last.result == .failed("the box ended"))
    #expect(result.last.duration == nil)
    // The box existed until the end of the last run that it has written.
    #expect(result.age == .seconds(68))
    #expect(result.history[2]?.ending?.outcome == .failed("the box ended"))
  }

  @Test func `a run that its box did not survive is tolerated like other failures`() throws {
    let one = try [line(1, .succeeded, of: "probe"), line(2, .tolerated("no"), of: "probe")]
    let two = try [line(3, of: "probe", at: 5)]
    #expect(remembered(one + two, of: "probe")?.last.result == .succeeded)
    let three = try [line(3, .tolerated("no"), of: "probe"), line(4, of: "probe", at: 5)]
    #expect(remembered(one + three, of: "probe")?.last.result == .failed("the box ended"))
  }

  @Test func `the duration of a run that its box did not survive stays unknown`() throws {
    let once = try results([line(1)]).adapted(to: board)
    let twice = results(once.lines).adapted(to: board)
    #expect(twice.remembered(wall: .seconds(9), station: .zero)["test"]?.last.duration == .some(nil))
    #expect(
      twice.remembered(wall: .seconds(9), station: .zero)["test"]?.last.result == .failed("the box ended"))
  }

  // MARK: Changed boards

  @Test func `a result of other work is forgotten`() throws {
    var other = try line(1, .succeeded)
    other.work = "0"
    #expect(remembered([other]) == nil)
    try expectEqual(remembered([other, line(2)])?.history.entries.map(\.number), [2])
    let renamed = try results([line(1, .succeeded)])
    let changed = try Board.parse("actions: {test: {run: make check}}", file: "signalbox.yml")
    #expect(renamed.adapted(to: changed).runs.isEmpty)
    let titled = try Board.parse("actions: {test: {title: T, run: make test}}", file: "signalbox.yml")
    #expect(renamed.adapted(to: titled).runs["test"]?.count == 1)
  }

  @Test func `a result of an input that no button has is forgotten`() throws {
    #expect(try remembered([line(1, .succeeded, of: "pick", input: "two")], of: "pick") != nil)
    try expectEqual(remembered([line(1, .succeeded, of: "pick", input: "six")], of: "pick"), nil)
    try expectEqual(remembered([line(1, .succeeded, of: "pick")], of: "pick"), nil)
  }

  @Test func `an action that is not on the board is dropped`() throws {
    var line = try line(1, .succeeded)
    line.action = "gone"
    #expect(results([line]).adapted(to: board).lines.isEmpty)
  }

  @Test func `an action that counts from one again has forgotten its earlier runs`() throws {
    let lines = try [line(1, .succeeded), line(2, .failed("no")), line(1, at: 9), line(1, .succeeded, at: 9)]
    #expect(remembered(lines)?.history.entries.map(\.number) == [1])
    #expect(remembered(lines)?.last.result == .succeeded)
  }

  @Test func `the digest of a probe differs with each of its options`() throws {
    let options = [
      "http: http://localhost/", "http: 'http://localhost/?a=1'", "{ url: http://localhost/, method: HEAD }",
      "{ url: http://localhost/, headers: { Accept: a } }",
      "{ url: http://localhost/, headers: { Accept: b } }",
      "{ url: http://localhost/, body: a }", "{ url: http://localhost/, expect: 404 }",
      "{ url: http://localhost/, contains: a }", "{ url: http://localhost/, json: { $.a: 1 } }",
      "{ url: http://localhost/, slower-than: 1s }", "{ url: http://localhost/, timeout: 1s }",
      "{ url: http://localhost/, insecure: true }",
    ]
    let digests = try options.map { option in
      let work = option.hasPrefix("{") ? "http: \(option)" : option
      let board = try Board.parse("title: Test\nactions:\n  probe: { \(work) }\n", file: "test.yml")
      return try #require(board["probe"]).work.digest
    }
    #expect(Set(digests).count == options.count)
  }

  @Test func `the digest of work does not depend on the order of its environment`() throws {
    let names = (0..<20).map { "V\($0)" }
    func digest(_ names: [String]) -> String {
      WorkDefinition.command(
        CommandDefinition(.shell("x"), environment: Dictionary(uniqueKeysWithValues: names.map { ($0, "1") }))
      ).digest
    }
    #expect(digest(names) == digest(names.reversed()))
    #expect(digest(names) != digest(names.dropLast()))
    #expect(
      WorkDefinition.command(CommandDefinition(.shell("x"), directory: "/")).digest
        != WorkDefinition.command(CommandDefinition(.shell("x"))).digest)
    #expect(
      WorkDefinition.command(CommandDefinition(.shell("x"))).digest
        != WorkDefinition.command(CommandDefinition(.arguments(["x"]))).digest)
    let probes = try ["{tcp: \"a:1\"}", "{tcp: \"a:2\"}", "{http: \"http://a\"}", "{http: \"http://b\"}"].map
    {
      try #require(try Board.parse("actions: {p: \($0)}", file: "signalbox.yml")["p"]).work.digest
    }
    #expect(Set(probes).count == 4)
  }

  // MARK: Limits

  @Test func `the number of runs is bounded, and the result that stands remains`() throws {
    let failures = try (2...200).map { try line($0, .tolerated("no"), of: "probe", at: $0) }
    let lines = try [line(1, .succeeded, of: "probe")] + failures
    let kept = results(lines)
    #expect(kept.runs["probe"]?.count == RunHistory.limit)
    #expect(remembered(lines, of: "probe", wall: 500)?.last.result == .succeeded)
    #expect(remembered(lines, of: "probe", wall: 500)?.history.entries.last?.number == 200)
  }

  @Test func `a present run is never dropped`() throws {
    let lines = try [line(1)] + (2...200).map { try line($0, .succeeded) }
    #expect(results(lines).runs["test"]?.first?.run.number == 1)
  }

  @Test func `the lines of results are read as the same results`() throws {
    let lines = try [
      line(1, .succeeded, value: "one"), line(1, .succeeded, of: "probe"),
      line(2, .tolerated("no"), of: "probe"),
      line(3), line(2, .failed("no"), value: "two"), line(3, .cancelled, at: 4),
    ]
    let kept = results(lines)
    #expect(remembered(kept.lines) == remembered(lines))
    #expect(remembered(kept.lines, of: "probe") == remembered(lines, of: "probe"))
    #expect(kept.lines.count == 5)
    #expect(kept.lines.compactMap(\.value) == [])
    #expect(results([lines[0], lines[3]]).lines.compactMap(\.value) == ["one"])
  }
}
