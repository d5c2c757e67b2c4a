import Configuration
import Testing

@testable import Board

@Suite(.timeLimit(.minutes(5))) struct EnabledCyclesTests {
  /// Each action with those whose `.enabled` its guard asks for. The place of the nth question is column n.
  private func cycles(_ questions: KeyValuePairs<String, [String]>) -> [[String]] {
    let dependencies = Dictionary(
      uniqueKeysWithValues: questions.map { id, others in
        (
          id,
          others.enumerated().map {
            EnabledCycles.Dependency(id: $0.element, location: TextLocation(line: 1, column: $0.offset))
          }
        )
      })
    return EnabledCycles.find(in: dependencies, from: questions.map(\.key)).map(\.path)
  }

  @Test func aChainIsNoCircle() {
    #expect(cycles(["a": ["b", "c"], "b": ["c"], "c": []]).isEmpty)
  }

  @Test func anActionMayNotAskForItself() {
    #expect(cycles(["a": ["a"]]) == [["a", "a"]])
  }

  @Test func aCircleIsFoundOnceWhereverTheSearchBegins() {
    #expect(cycles(["x": ["a"], "a": ["b"], "b": ["c"], "c": ["a"]]) == [["a", "b", "c", "a"]])
  }

  @Test func everyCircleIsFound() {
    #expect(cycles(["a": ["b", "c"], "b": ["a"], "c": ["a"]]) == [["a", "b", "a"], ["a", "c", "a"]])
  }

  @Test func namesThatDoNotExistEndTheSearch() {
    #expect(cycles(["a": ["nobody"]]).isEmpty)
  }

  @Test func aLongChainNeedsNoDeepRecursion() {
    let count = 50_000
    let dependencies = Dictionary(
      uniqueKeysWithValues: (0..<count).map { number in
        (
          "\(number)",
          [
            EnabledCycles.Dependency(
              id: "\((number + 1) % count)", location: TextLocation(line: 1, column: 1))
          ]
        )
      })

    #expect(EnabledCycles.find(in: dependencies, from: ["0"]).map(\.path.count) == [count + 1])
  }
}
