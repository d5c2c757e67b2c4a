import Foundation
import Testing

/// Every line of a real run is an object with the fields that Documentation/JSON.md names.
@Suite(.timeLimit(.minutes(5)), .ownThreads) struct HeadlessJSONTests {
  private static let fields: [String: Set<String>] = [
    "action": ["state", "enabled", "blocked_by", "progress", "exit", "duration_ms", "locked", "tolerated"],
    "value": ["value"],
    "output": ["text"],
    "activity": ["loading", "value"],
    "error": ["message", "priority", "resets_in_ms"],
    "network": ["visible", "requests"],
  ]

  @Test func everyLineOfARunHasTheFieldsOfItsEvent() throws {
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
    let error = objects.first { $0["event"] as? String == "error" }
    #expect(error?["message"] as? String == "exit code 5")
    #expect(error?["priority"] as? String == "high")
    #expect(error?["resets_in_ms"] as? Int == 60_000)
  }

  @Test func outputStandsBetweenTheBeginningAndTheEndOfItsRun() throws {
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

  @Test func aRefusalIsAnEvent() throws {
    let objects = try parse(HeadlessProgram.run("run", "after", "--json").output)
    #expect(objects.count == 1)
    #expect(objects.first?["state"] as? String == "refused")
    #expect(objects.first?["blocked_by"] as? [String] == ["hello.succeeded"])
  }

  @Test func theListHasOneObjectForEachAction() throws {
    let objects = try parse(HeadlessProgram.run("list", "--json").output)
    #expect(objects.compactMap { $0["action"] as? String }.prefix(3) == ["hello", "seven", "killed"])
    for object in objects { expectFields(of: object) }
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

  private func expectFields(of object: [String: Any]) {
    let event = object["event"] as? String ?? ""
    #expect(Set(object.keys) == Self.fields[event]?.union(["v", "at", "event", "action"]))
    #expect(object["v"] as? Int == 1)
    let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    #expect((try? format.parse(object["at"] as? String ?? "")) != nil)
  }
}
