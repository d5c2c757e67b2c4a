import SignalboxCore
import SignalboxTesting
import Testing

/// Observers whose owners were released, while no source changes.
@Suite(.timeLimit(.minutes(15))) struct ObserverSweepTests {
  enum Operator: CaseIterable {
    case none, map, keyPath, removeDuplicates, removeDuplicatesByPredicate
    case combineLatestOfTwo, combineLatestOfThree, combineLatestOfFour, combineLatestOfAnArray, chain
  }

  private let live = LiveData(data: 0)
  private let others = (1...3).map { LiveData(data: $0) }
  /// The number of observers' closures that are not released.
  private let closureCount = Shared(0)

  /// Observes live data that an operator derives from `live`, with an owner that is released afterwards.
  private func observeBriefly(_ which: Operator) {
    switch which {
    case .none: observeBriefly(live)
    case .map: observeBriefly(live.map { $0 + 1 })
    case .keyPath: observeBriefly(live.map(\.description))
    case .removeDuplicates: observeBriefly(live.removeDuplicates())
    case .removeDuplicatesByPredicate: observeBriefly(live.removeDuplicates { $0 > $1 })
    case .combineLatestOfTwo: observeBriefly(others[0].combineLatest(live))
    case .combineLatestOfThree: observeBriefly(live.combineLatest(others[0], others[1]))
    case .combineLatestOfFour: observeBriefly(live.combineLatest(others[0], others[1], others[2]))
    case .combineLatestOfAnArray: observeBriefly(([live] + others).combineLatest())
    case .chain:
      observeBriefly(live.map { $0 + 1 }.combineLatest(others[0]).map(\.0).removeDuplicates().map { -$0 })
    }
  }

  private func observeBriefly<Value>(_ liveData: ReadOnlyLiveData<Value>) {
    closureCount.change { $0 += 1 }
    let captured = OnDeinit { [closureCount] in closureCount.change { $0 -= 1 } }
    liveData.observe(owner: Owner()) { _ in withExtendedLifetime(captured) {} }
  }

  @Test(arguments: Operator.allCases)
  func `observing the source sweeps the observers of released owners behind every operator`(_ which: Operator)
  {
    for _ in 0..<2_000 { observeBriefly(which) }
    #expect(closureCount.value <= 33)
  }

  @Test func `observing one source also sweeps the observers behind the others`() {
    for _ in 0..<15 { observeBriefly(.combineLatestOfFour) }
    #expect(closureCount.value == 15)
    for _ in 0..<100 { others[2].observe(owner: Owner()) { _ in } }
    #expect(closureCount.value == 0)
  }

  @Test func `observing shared derived live data sweeps the chains behind it`() {
    let shared = live.map { $0 + 1 }
    for _ in 0..<2_000 { observeBriefly(shared.map { $0 + 1 }.removeDuplicates()) }
    #expect(closureCount.value <= 33)
  }

  @Test(arguments: Operator.allCases)
  func `a sweep keeps the observers of existing owners`(_ which: Operator) {
    let owner = Owner()
    let received = Recorder<Int>()
    let derived = live.map { $0 + 1 }
    derived.map { $0 + 1 }.observe(owner: owner) { received.record($0) }
    for _ in 0..<100 {
      observeBriefly(which)
      observeBriefly(derived.map { $0 + 1 })
    }
    live.data = 5
    #expect(received.values == [7])
    withExtendedLifetime(owner) {}
  }

  @Test func `observers on the main actor are swept behind an operator`() {
    for _ in 0..<2_000 {
      closureCount.change { $0 += 1 }
      let captured = OnDeinit { [closureCount] in closureCount.change { $0 -= 1 } }
      live.map { $0 + 1 }.observeOnMain(owner: Owner()) { _ in withExtendedLifetime(captured) {} }
    }
    #expect(closureCount.value <= 33)
  }

  @Test func `an object that a swept closure releases may observe the source`() {
    let observationCount = Shared(0)
    for _ in 0..<200 {
      let captured = OnDeinit { [live] in
        observationCount.change { $0 += 1 }
        live.map { $0 }.observe(owner: Owner()) { _ in }
      }
      live.map { $0 + 1 }.observe(owner: Owner()) { _ in withExtendedLifetime(captured) {} }
    }
    #expect(observationCount.value > 100)
  }
}
