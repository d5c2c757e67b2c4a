import Testing

@testable import Dashboard

@Suite(.timeLimit(.minutes(15))) struct ActivityListTests {
  private func running(_ ids: UInt64...) -> [Dashboard.ActivityLine] {
    ids.map { id in
      var line = Dashboard.ActivityLine("\(id)")
      line.id = id
      return line
    }
  }

  @Test func `the choice moves in a circle, or to the ends`() throws {
    var list = try #require(Dashboard.ActivityList(running(1, 2, 3)))
    list.move(by: -1, wraps: true, in: running(1, 2, 3))
    #expect(list.focus == 2)
    list.move(by: 1, wraps: true, in: running(1, 2, 3))
    #expect(list.focus == 0)
    list.move(by: 7, wraps: false, in: running(1, 2, 3))
    #expect(list.focus == 2)
    list.move(by: -7, wraps: false, in: running(1, 2, 3))
    #expect(list.focus == 0)
  }

  @Test func `the choice follows its activity, then the one in its place`() throws {
    #expect(Dashboard.ActivityList([]) == nil)
    var list = try #require(Dashboard.ActivityList(running(1, 2, 3)))
    list.choose(1, in: running(1, 2, 3))
    let steps: [([Dashboard.ActivityLine], Int?)] = [
      (running(2, 3), 0), (running(3), 0), (running(5, 3), 1), ([], nil),
    ]
    for (now, focus) in steps {
      let isOpen = list.update(to: now)
      #expect((isOpen ? list.focus : nil) == focus, "\(now)")
    }
  }
}
