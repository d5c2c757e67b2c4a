import Testing

@testable import Board

@Suite(.timeLimit(.minutes(15))) struct EnabledOrderTests {
  /// The actions, each with those whose `.enabled` its guard reads.
  private func order(_ questions: KeyValuePairs<String, [String]>) -> EnabledOrder {
    EnabledOrder(
      of: questions.map(\.key), dependencies: Dictionary(uniqueKeysWithValues: questions.map { ($0, $1) }))
  }

  private func cycles(_ questions: KeyValuePairs<String, [String]>) -> [[String]] {
    order(questions).cycles.map(\.path)
  }

  @Test func `a chain is not a cycle`() {
    #expect(cycles(["a": ["b", "c"], "b": ["c"], "c": []]).isEmpty)
  }

  @Test func `an action that depends on itself is a cycle`() {
    #expect(cycles(["a": ["a"]]) == [["a", "a"]])
  }

  @Test func `a cycle is found once, wherever the search starts`() {
    #expect(cycles(["x": ["a"], "a": ["b"], "b": ["c"], "c": ["a"]]) == [["a", "b", "c", "a"]])
  }

  @Test func `every cycle is found`() {
    #expect(cycles(["a": ["b", "c"], "b": ["a"], "c": ["a"]]) == [["a", "b", "a"], ["a", "c", "a"]])
  }

  @Test func `a circle tells which dependency closes it`() {
    #expect(order(["a": ["x", "b"], "x": [], "b": ["x", "x", "a"]]).cycles.map(\.closing) == [2])
  }

  @Test func `unknown names are ignored`() {
    #expect(cycles(["a": ["nobody"]]).isEmpty)
    #expect(order(["a": ["nobody"]]).ids == ["a"])
  }

  @Test func `each action comes once and behind those it depends on`() {
    #expect(order(["a": ["b", "c"], "b": ["c"], "c": [], "d": ["a"]]).ids == ["c", "b", "a", "d"])
    #expect(order(["a": ["b"], "b": ["a"], "c": []]).ids.sorted() == ["a", "b", "c"])
  }

  @Test func `a long chain needs no deep recursion`() {
    let count = 50_000
    let ids = (0..<count).map { "\($0)" }
    let dependencies = Dictionary(
      uniqueKeysWithValues: (0..<count).map { ("\($0)", ["\(($0 + 1) % count)"]) })

    let order = EnabledOrder(of: ids, dependencies: dependencies)

    #expect(order.cycles.map(\.path.count) == [count + 1])
    #expect(order.ids == ids.reversed())
  }
}
