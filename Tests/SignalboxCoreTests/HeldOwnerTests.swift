import SignalboxCore
import SignalboxTesting
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

  /// An owner that a callback releases, and whose end a later callback can detect.
  private final class Released: Sendable {
    let owner = Shared<Owner?>(Owner())
    let isGone: @Sendable () -> Bool

    init() {
      weak let weakOwner = owner.value
      isGone = { weakOwner == nil }
    }
  }

  @Test func `an owner that an observer releases is gone before an observer without owner is called`() {
    let live = LiveData(data: 0)
    let (released, seen) = (Released(), Recorder<Bool>())
    if let owner = released.owner.value {
      live.observe(owner: owner) { _ in released.owner.value = nil }
    }
    live.observeForever { _ in seen.record(released.isGone()) }
    live.data = 1
    #expect(seen.values == [true])
  }

  @Test func `an owner that an observer releases is gone before a subscriber is called`() {
    let live = LiveData(data: 0)
    let (released, seen) = (Released(), Recorder<Bool>())
    if let owner = released.owner.value {
      live.observe(owner: owner) { _ in released.owner.value = nil }
    }
    let subscription = live.dropFirst().sink { _ in seen.record(released.isGone()) }
    live.data = 1
    #expect(seen.values == [true])
    withExtendedLifetime(subscription) {}
  }

  @Test func `an observer of a released owner is not called behind an observer without owner`() {
    let live = LiveData(data: 0)
    let (released, calls) = (Released(), Recorder<String>())
    if let owner = released.owner.value {
      live.observe(owner: owner) { _ in
        calls.record("first")
        released.owner.value = nil
      }
      live.observeForever { _ in calls.record("without owner") }
      live.observe(owner: owner) { _ in calls.record("second") }
    }
    live.data = 1
    #expect(calls.values == ["first", "without owner"])
  }

  @Test func `an owner that ends with the owner before it is not called`() {
    final class Parent: Sendable {
      let child = Owner()
    }
    let live = LiveData(data: 0)
    let (parent, calls) = (Shared<Parent?>(Parent()), Recorder<String>())
    if let owner = parent.value {
      live.observe(owner: owner) { _ in
        calls.record("parent")
        parent.value = nil
      }
      live.observe(owner: owner.child) { _ in calls.record("child") }
    }
    live.data = 1
    #expect(calls.values == ["parent"])
  }

  @Test func `the closure of an owner that is released in its call goes with the sweep of that delivery`() {
    let live = LiveData(data: 0)
    let (gone, released) = (Shared<Owner?>(Owner()), Released())
    gone.value.map { _ = live.observe(owner: $0) { _ in } }
    var captured: Owner? = Owner()
    weak let weakCaptured = captured
    if let owner = released.owner.value {
      live.observe(owner: owner) { [captured] _ in
        released.owner.value = nil
        withExtendedLifetime(captured) {}
      }
    }
    captured = nil
    gone.value = nil
    live.data = 1
    #expect(weakCaptured == nil)
  }
}
