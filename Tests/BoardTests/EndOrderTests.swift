import Fuzzing
import Testing

@testable import Board

@Suite(.timeLimit(.minutes(15))) struct EndOrderTests {
  /// The ranks in which all actions end, if each rank ends at once.
  private func ranks(_ ids: [String], _ needs: [String: [String]]) -> [[String]] {
    let order = EndOrder(of: ids, needs: needs)
    var present = Set(ids)
    var ranks: [[String]] = []
    while !present.isEmpty {
      let rank = order.next(among: present)
      if rank.isEmpty { return ranks + [["nothing may end of"], present.sorted()] }
      ranks.append(rank.sorted())
      present.subtract(rank)
    }
    return ranks
  }

  @Test func `what is needed ends after what needs it, and one rank at the same time`() {
    let needs = ["web": ["db", "queue"], "worker": ["queue"], "queue": ["db"]]
    #expect(
      ranks(["db", "queue", "web", "worker", "probe"], needs)
        == [["probe", "web", "worker"], ["queue"], ["db"]])
  }

  @Test func `an action is needed through one that is not present`() {
    let order = EndOrder(of: ["a", "b", "c"], needs: ["a": ["b"], "b": ["c"]])
    #expect(order.next(among: ["a", "c"]) == ["a"])
    #expect(order.next(among: ["c"]) == ["c"])
  }

  @Test func `actions that need each other end at the same time, before what they need`() {
    #expect(ranks(["a", "b", "c"], ["a": ["b"], "b": ["a", "c"]]) == [["a", "b"], ["c"]])
    #expect(ranks(["a"], ["a": ["a"]]) == [["a"]])
  }

  @Test func `guards say what is needed to run or to be ready, and nothing else`() throws {
    let guarded = try Guard(
      "(a.ready || b.running) && !c.running && d.succeeded && !(!e.ready) && f.restarts < 3 && other/g.running"
    )
    #expect(guarded.neededActions == ["a", "b", "e", "other/g"])
  }

  @Test func `a chain of any length needs no deep recursion`() {
    let count = 20_000
    let ids = (0..<count).map { "\($0)" }
    let needs = Dictionary(uniqueKeysWithValues: (0..<count).map { ("\($0)", ["\($0 + 1)"]) })
    let order = EndOrder(of: ids, needs: needs)
    #expect(order.next(among: Set(ids)) == ["0"])
    #expect(order.next(among: ["19999"]) == ["19999"])
  }

  /// Any number of the actions that may end do so, in any order, and a model by reachability says whether
  /// they might.
  @Test func `500 random graphs end in an allowed order`() {
    for seed in UInt64(1)...500 {
      var random = SeededGenerator(seed: seed)
      let ids = (0..<1 + random.below(30)).map { "a\($0)" }
      let density = 1 + random.below(3)
      var needs: [String: [String]] = [:]
      for id in ids { needs[id] = (0..<random.below(density + 1)).map { _ in random.pick(ids) } }
      func reached(from id: String) -> Set<String> {
        var found: Set<String> = []
        var rest = needs[id] ?? []
        while let next = rest.popLast() {
          if found.insert(next).inserted { rest += needs[next] ?? [] }
        }
        return found
      }
      let reach = Dictionary(uniqueKeysWithValues: ids.map { ($0, reached(from: $0)) })
      let order = EndOrder(of: ids, needs: needs)
      var present = Set(ids.filter { _ in !random.oneIn(3) })
      while !present.isEmpty {
        let allowed = present.filter { id in
          present.allSatisfy { user in
            user == id || reach[user]?.contains(id) != true || reach[id]?.contains(user) == true
          }
        }
        let next = Set(order.next(among: present))
        guard next == allowed, let first = next.sorted().first else {
          Issue.record("seed \(seed): \(next.sorted()) may end, and not \(allowed.sorted()); \(needs)")
          return
        }
        present.remove(first)
        for id in next.sorted() where random.oneIn(2) { present.remove(id) }
      }
    }
  }
}
