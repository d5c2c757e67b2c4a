import SignalboxCore
import Testing

/// Observers in a row that have the same owner.
@Suite(.timeLimit(.minutes(15))) struct HeldOwnerTests {
  private final class Owner: Sendable {}

  @Test func `an observer that releases the common owner is the last one that is called`() {
    let live = LiveData(data: 0)
    let calls = Shared<[String]>([])
    let owner = Shared<Owner?>(Owner())
    if let held = owner.value {
      live.observe(owner: held) { value in
        calls.change { $0.append("first \(value)") }
        if value == 2 { owner.value = nil }
      }
      live.observe(owner: held) { value in calls.change { $0.append("second \(value)") } }
    }
    live.data = 1
    #expect(calls.value == ["first 1", "second 1"])
    live.data = 2
    #expect(calls.value.suffix(1) == ["first 2"])
    live.data = 3
    #expect(calls.value.suffix(1) == ["first 2"])
    #expect(live.observerCount == 0)
  }

  @Test func `owners that take turns are told apart`() {
    let live = LiveData(data: 0)
    let calls = Shared<[String]>([])
    let (one, other) = (Shared<Owner?>(Owner()), Owner())
    if let held = one.value {
      for number in 1...2 {
        live.observe(owner: held) { _ in calls.change { $0.append("one \(number)") } }
        live.observe(owner: other) { _ in calls.change { $0.append("other \(number)") } }
      }
    }
    calls.change { $0 = [] }
    live.data = 1
    #expect(calls.value == ["one 1", "other 1", "one 2", "other 2"])
    calls.change { $0 = [] }
    one.value = nil
    live.data = 2
    #expect(calls.value == ["other 1", "other 2"])
    withExtendedLifetime(other) {}
  }
}
