import SignalboxCore
import SignalboxTesting
import Testing

/// The closure of `modify`, which runs while the live data is locked.
@Suite(.timeLimit(.minutes(15))) struct ModificationTests {
  private let live = LiveData<[OnDeinit]>(data: [])
  private let counts = Recorder<Int>()

  /// An element that reads the live data when it is deinitialized.
  private func element() -> OnDeinit {
    OnDeinit { [live, counts] in counts.record(live.data.count) }
  }

  @Test func `a removed element may read the live data when it is deinitialized`() {
    live.data = [element(), element()]
    live.modify { $0.removeAll() }
    #expect(counts.values == [0, 0])
  }

  @Test func `elements of a modification that throws may read the live data when they are deinitialized`() {
    live.data = [element()]
    let added = Shared<OnDeinit?>(element())
    #expect(throws: Failure("half")) {
      try live.modify { value in
        value = [added.value].compactMap { $0 }
        added.value = nil
        throw Failure("half")
      }
    }
    #expect(counts.values == [1])
    live.data = []
  }

  @Test func `another live data may be read in a modification`() {
    let other = LiveData(data: 5)
    let number = LiveData(data: 1)
    number.modify { $0 += other.data }
    #expect(number.data == 6)
  }
}
