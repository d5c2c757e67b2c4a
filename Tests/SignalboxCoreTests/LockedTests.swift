import Testing

@testable import SignalboxCore

@Suite(.timeLimit(.minutes(15))) struct LockedTests {
  @Test func `concurrent changes lose nothing`() async {
    final class Counter: Sendable {
      let count = Locked(0)
    }
    let counter = Counter()
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<1_000 { counter.count.withLock { $0 += 1 } }
        }
      }
    }
    #expect(counter.count.withLock { $0 } == 8_000)
  }

  @Test func `the value is released with the lock`() {
    weak var owner: Owner?
    do {
      let new = Owner()
      owner = new
      let locked = Locked(new)
      #expect(locked.withLock { $0 === new })
    }
    #expect(owner == nil)
  }

  @Test func `an error is rethrown and keeps the changes`() {
    let locked = Locked(1)
    #expect(throws: Failure("e")) {
      try locked.withLock { value throws(Failure) in
        value = 2
        throw Failure("e")
      }
    }
    #expect(locked.withLock { $0 } == 2)
  }
}
