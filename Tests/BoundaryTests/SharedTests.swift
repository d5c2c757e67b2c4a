import Testing

@testable import Boundary

/// Values that their copies share.
@Suite(.timeLimit(.minutes(15))) struct SharedTests {
  @Test func `a change of a copy leaves the other copies alone`() {
    let one = ActionStatus(ActionDescription(id: "a", title: "A"))
    var other = one
    #expect(one == other)
    other.description.title = "B"
    #expect(one.description.title == "A")
    #expect(other.description.title == "B")
    #expect(one != other)
    other.description.title = "A"
    #expect(one == other)
  }
}
