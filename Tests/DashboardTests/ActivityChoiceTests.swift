import Testing

@testable import Dashboard

@Suite(.timeLimit(.minutes(15))) struct ActivityChoiceTests {
  private func running(_ ids: UInt64...) -> [Dashboard.ActivityLine] {
    ids.map { id in
      var line = Dashboard.ActivityLine("\(id)")
      line.id = id
      return line
    }
  }

  @Test func `the choice moves in a circle`() {
    var choice = Dashboard.ActivityChoice()
    choice.move(by: 1, in: running(1, 2, 3))
    #expect(choice.index == nil)
    choice.choose(2, in: running(1, 2, 3))
    choice.move(by: 1, in: running(1, 2, 3))
    #expect(choice.index == 0)
    choice.move(by: -1, in: running(1, 2, 3))
    #expect(choice.index == 2)
  }

  @Test func `the choice follows its activity, then the one in its place`() {
    var choice = Dashboard.ActivityChoice()
    choice.choose(1, in: running(1, 2, 3))
    choice.update(to: running(2, 3))
    #expect(choice.index == 0)
    choice.update(to: running(3))
    #expect(choice.index == 0)
    choice.update(to: running(5, 3))
    #expect(choice.index == 1)
    choice.update(to: [])
    #expect(choice.index == nil)
  }
}
