import Board
import Boundary
import Fuzzing
import TestSupport
import Testing

@testable import Wire

/// Situations as differences between two of them.
@Suite(.timeLimit(.minutes(15))) struct SituationTests {
  private func apply(_ difference: [UInt8], to situation: Situation) throws -> Situation {
    var situation = situation
    try situation.apply(JSONParser.parse(difference))
    return situation
  }

  @Test func `a difference leads from one situation to any other`() throws {
    for seed in Seeds(5_000) {
      var random = SeededGenerator(seed: seed)
      let old = random.situation()
      let new = random.oneIn(2) ? random.situation() : random.next(after: old)
      guard let difference = new.difference(from: old) else {
        #expect(old == new, "seed \(seed)")
        continue
      }
      #expect(!difference.contains(10), "seed \(seed)")
      try expectEqual(apply(difference, to: old), new, "seed \(seed)")
    }
  }

  @Test func `a series of differences leads from nothing to the last situation`() throws {
    for seed in Seeds(200) {
      var random = SeededGenerator(seed: seed)
      var (sent, received) = (Situation(title: ""), Situation(title: ""))
      var present = random.situation()
      for _ in 0..<20 {
        if let difference = present.difference(from: sent) { received = try apply(difference, to: received) }
        sent = present
        #expect(received == present, "seed \(seed)")
        present = random.next(after: present)
      }
    }
  }

  @Test func `equal situations have no difference`() {
    var random = SeededGenerator(seed: 1)
    let situation = random.situation()
    #expect(situation.difference(from: situation) == nil)
  }

  @Test func `only what has changed is sent`() {
    var old = Situation(title: "Test")
    old.actions = ["a", "b", "c"].map { ActionStatus(ActionDescription(id: $0, title: $0)) }
    var new = old
    new.actions[1].isRunning = true
    new.network.requests = 1
    #expect(
      new.difference(from: old).map { String(decoding: $0, as: UTF8.self) }
        == #"{"network":{"requests":1},"actions":[{"id":"b","running":true}]}"#)
    new = old
    new.actions.swapAt(0, 2)
    #expect(
      new.difference(from: old).map { String(decoding: $0, as: UTF8.self) }
        == #"{"order":["c","b","a"]}"#)
  }

  @Test func `what many actions have in common is sent once`() throws {
    var old = Situation(title: "Test")
    old.actions = "abcdefg".map { ActionStatus(ActionDescription(id: "\($0)", title: "\($0)")) }
    var new = old
    for place in [1, 2, 3, 5, 6] { new.actions[place].verdict = .blocked(by: ["!a.running"]) }
    new.actions[3].runs.count = 1
    new.actions[6].verdict = .blocked(by: ["!b.running"])
    let expected =
      #"{"actions":[{"id":"b","through":"c","needs":["!a.running"]},{"id":"d","needs":["!a.running"],"runs":1},"#
      + #"{"id":"f","needs":["!a.running"]},{"id":"g","needs":["!b.running"]}]}"#
    let difference = try #require(new.difference(from: old))
    #expect(String(decoding: difference, as: UTF8.self) == expected)
    try expectEqual(apply(difference, to: old), new)
    let back = try #require(old.difference(from: new))
    try expectEqual(apply(back, to: new), old)
  }

  @Test func `a change of many actions ends at the last of them, whatever comes before it`() throws {
    var old = Situation(title: "Test")
    old.actions = ["a", "b", "c"].map { ActionStatus(ActionDescription(id: $0, title: $0)) }
    let back = #"{"actions":[{"id":"c","runs":1},{"id":"a","through":"b","runs":2}]}"#
    try expectEqual(apply(Array(back.utf8), to: old).actions.map(\.runs.count), [2, 2, 1])
    for last in ["a", "d"] {
      let difference = #"{"actions":[{"id":"b","through":"\#(last)","runs":1}]}"#
      #expect(throws: WireError("actions: unknown action")) { _ = try apply(Array(difference.utf8), to: old) }
    }
  }

  @Test func `fields can come in any order, unknown ones among them`() throws {
    var old = Situation(title: "Test")
    old.actions = [ActionStatus(ActionDescription(id: "a", title: "A"))]
    let difference = #"{"actions":[{"id":"a","runs":2,"later":1,"running":true,"value":"x"}],"title":"New"}"#
    let new = try apply(Array(difference.utf8), to: old)
    #expect(new.title == "New")
    #expect(new["a"]?.runs.count == 2)
    #expect(new["a"]?.isRunning == true)
    #expect(new["a"]?.runs.value == "x")
  }

  @Test func `a difference of an unknown action is refused`() throws {
    let difference = #"{"actions":[{"id":"a","running":true}]}"#
    #expect(throws: WireError("actions: unknown action")) {
      _ = try apply(Array(difference.utf8), to: Situation(title: ""))
    }
  }

  @Test func `unknown fields of a difference are ignored`() throws {
    let difference = #"{"title":"Test","mood":"good","order":["a"],"actions":[{"id":"a","mood":1,"runs":2}]}"#
    let situation = try apply(Array(difference.utf8), to: Situation(title: ""))
    #expect(situation.title == "Test")
    #expect(situation["a"]?.runs.count == 2)
  }

  @Test func `random differences never crash`() throws {
    for seed in Seeds(500) {
      var random = SeededGenerator(seed: seed)
      var difference = random.situation().difference(from: random.situation()) ?? []
      for _ in 0..<random.within(1...3) {
        guard !difference.isEmpty else { break }
        difference[random.below(difference.count)] = random.pick(Array(#"0-.e"[]{},:\9"#.utf8))
      }
      _ = try? apply(difference, to: random.situation())
    }
  }
}
