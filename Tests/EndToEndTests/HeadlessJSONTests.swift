import Foundation
import Testing

/// Every line of a real run is an object with the fields that Documentation/JSON.md names.
@Suite(.timeLimit(.minutes(15)), .ownThreads, .bothWays) struct HeadlessJSONTests {
  private static let fields: [String: Set<String>] = [
    "end": ["outcome", "refused", "exit", "signal"],
    "action": [
      "state", "enabled", "blocked_by", "progress", "exit", "duration_ms", "locked", "tolerated", "asks",
      "asks_hidden", "on", "waits", "detail",
    ],
    "value": ["value"],
    "output": ["text"],
    "activity": ["loading", "value"],
    "error": ["message", "priority", "resets_in_ms"],
    "network": ["visible", "requests"],
  ]

  @Test func `every line of a run has the fields of its event`() throws {
    let board = """
      network: {start-delay: 0ms}
      actions:
        net: {simulate: {duration: 100ms, steps: 4, value: halfway}}
        broken: {run: "echo oh; exit 5", error: {priority: high, reset: 1m}}
      """
    let result = try HeadlessProgram.run("run", "net", "broken", "--json", board: board)
    #expect(result.status == 1)
    let objects = try parse(result.output)
    for object in objects { expectFields(of: object) }
    let events = Set(objects.compactMap { $0["event"] as? String })
    #expect(events == Set(Self.fields.keys))

    let states = objects.filter { $0["event"] as? String == "action" && $0["action"] as? String == "broken" }
    #expect(states.last?["state"] as? String == "failed")
    #expect(states.last?["exit"] as? Int == 5)
    #expect(states.last?["detail"] as? String == "oh · exit code 5")
    let error = objects.first { $0["event"] as? String == "error" }
    #expect(error?["message"] as? String == "oh · exit code 5")
    #expect(error?["priority"] as? String == "high")
    #expect(error?["resets_in_ms"] as? Int == 60_000)
  }

  @Test func `output comes between the start and the end of its run`() throws {
    let objects = try parse(HeadlessProgram.run("run", "hello", "--json").output)
    let told = objects.compactMap { object -> String? in
      switch object["event"] as? String {
      case "action" where object["action"] as? String == "hello": object["state"] as? String
      case "output": object["text"] as? String
      default: nil
      }
    }
    #expect(told == ["running", "hello", "world", "succeeded"])
  }

  @Test func `every event has the number of its run`() throws {
    let objects = try parse(HeadlessProgram.run("run", "hello", "hello", "seven", "--json").output)
    let runs = objects.filter { $0["action"] as? String == "hello" }.map { object in
      "\(object["event"] as? String ?? "") \(object["state"] as? String ?? "") \(object["run"] as? Int ?? 0)"
    }
    for run in 1...2 {
      #expect(runs.contains("action running \(run)"))
      #expect(runs.count { $0 == "output  \(run)" } == 2)
      #expect(runs.contains("action succeeded \(run)"))
    }
    #expect(runs.firstIndex(of: "action succeeded 1") ?? .max < runs.firstIndex(of: "action running 2") ?? 0)
    for object in objects where object["action"] as? String == "seven" {
      #expect(object["run"] as? Int == 1, "\(object)")
    }
    // What never ran or is no action has no run.
    for object in objects where !["hello", "seven"].contains(object["action"] as? String) {
      #expect(object["run"] is NSNull, "\(object)")
    }
  }

  @Test func `a failure is told once, also when its error has reset`() throws {
    let board = """
      actions:
        fails: {run: exit 7, every: 1h, error: {reset: 100ms}}
        after: {run: "true", every: 100ms, enabled-if: "fails.failed && !errors.any"}
      """
    let program = try HeadlessProgram(["watch", "--json"], board: board)
    var lines: [String] = []
    while lines.last?.contains(#""action":"after","run":1,"state":"running""#) != true {
      lines.append(program.line())
      let last = lines.suffix(2).joined()
      try #require(!last.isEmpty, "the program has ended")
    }
    program.signal(SIGTERM)
    _ = try program.end()
    let failures = try parse(lines.joined(separator: "\n"))
      .filter { $0["event"] as? String == "action" && $0["state"] as? String == "failed" }
    #expect(failures.count == 1)
    #expect(failures.first?["exit"] as? Int == 7)
  }

  @Test func `a refusal is an event`() throws {
    let objects = try parse(HeadlessProgram.run("run", "after", "--json").output)
    #expect(objects.map { $0["event"] as? String } == ["action", "end"])
    #expect(objects.last?["refused"] as? String == "needs hello.succeeded")
    #expect(objects.first?["state"] as? String == "refused")
    #expect(objects.first?["blocked_by"] as? [String] == ["hello.succeeded"])
  }

  @Test func `the list has one object for each action`() throws {
    let objects = try parse(HeadlessProgram.run("list", "--json").output)
    #expect(objects.compactMap { $0["action"] as? String }.prefix(3) == ["hello", "seven", "killed"])
    for object in objects { expectFields(of: object, with: ["description", "work", "left_running"]) }
    let after = try #require(objects.first { $0["action"] as? String == "after" })
    #expect(after["state"] as? String == "idle")
    #expect(after["locked"] as? Bool == true)
    #expect(objects.first?["locked"] as? Bool == false)
  }

  private func parse(_ text: String) throws -> [[String: Any]] {
    try text.split(separator: "\n").map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
      return try #require(object as? [String: Any])
    }
  }

  private func expectFields(of object: [String: Any], with more: Set<String> = []) {
    let event = object["event"] as? String ?? ""
    let keys = Set(object.keys).subtracting(object["again"] as? Bool == true ? ["again"] : [])
    #expect(keys == Self.fields[event]?.union(["v", "at", "event", "action", "run"]).union(more))
    #expect(object["v"] as? Int == 2)
    let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    #expect((try? format.parse(object["at"] as? String ?? "")) != nil)
  }
}
