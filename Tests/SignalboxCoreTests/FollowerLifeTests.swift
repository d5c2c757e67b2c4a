import SignalboxTesting
import Testing

@testable import SignalboxCore

/// How long live data lives that stores its value.
@Suite(.timeLimit(.minutes(15))) struct FollowerLifeTests {
  /// One of the operators that store.
  struct Operator: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let apply: @Sendable (ReadOnlyLiveData<Int>) -> ReadOnlyLiveData<Int>
  }

  static let operators = [
    Operator(testDescription: "filter") { $0.filter(startingWith: 0) { _ in true } },
    Operator(testDescription: "compactMap") { $0.compactMap(startingWith: 0) { $0 } },
    Operator(testDescription: "scan") { $0.scan(startingWith: 0) { $1 } },
    Operator(testDescription: "throttle") { $0.throttle(every: .zero) },
    Operator(testDescription: "switchToLatest") { live in
      let other = LiveData(data: 0)
      return live.switchToLatest { value in other.map { $0 + value } }
    },
    Operator(testDescription: "zip") { $0.zip(with: $0).map(\.1) },
    Operator(testDescription: "behind map") {
      $0.map { $0 }.filter(startingWith: 0) { _ in true }.map { $0 }
    },
    Operator(testDescription: "twice") {
      $0.scan(startingWith: 0) { $1 }.map { $0 }.compactMap(startingWith: 0) { $0 }
    },
    Operator(testDescription: "combined") {
      $0.filter(startingWith: 0) { _ in true }.combineLatest($0).map { min($0.0, $0.1) }.removeDuplicates()
    },
  ]

  @Test(arguments: operators) func `observed in one expression it lives as long as its root`(
    operation: Operator
  ) {
    let live = LiveData(data: 1)
    let owner = Owner()
    let received = Recorder<Int>()
    operation.apply(live).observe(owner: owner) { received.record($0) }
    live.data = 2
    live.data = 3
    #expect(received.values == [2, 3])
  }

  @Test(arguments: operators) func `it holds its sources`(operation: Operator) {
    var live: LiveData<Int>? = LiveData(data: 1)
    weak let weakLive = live?.source
    var derived = live.map { operation.apply($0) }
    live?.data = 2
    live = nil
    #expect(derived?.data == 2)
    #expect(weakLive != nil)
    derived = nil
    #expect(weakLive == nil)
  }

  @Test(arguments: operators) func `an observation does not keep its root alive`(operation: Operator) {
    var live: LiveData<Int>? = LiveData(data: 1)
    weak let weakLive = live?.source
    var captured: Shared<Int>? = Shared(1)
    weak let weakCaptured = captured
    if let live, let captured { operation.apply(live).observeForever { _ in _ = captured } }
    captured = nil
    live?.data = 2
    #expect(weakCaptured != nil)
    live = nil
    #expect(weakLive == nil)
    #expect(weakCaptured == nil)
  }

  @Test(arguments: operators) func `the last removal of an observer releases what nobody holds`(
    operation: Operator
  ) {
    let live = LiveData(data: 1)
    var captured: Shared<Int>? = Shared(1)
    weak let weakCaptured = captured
    var derived: ReadOnlyLiveData<Int>?
    var observer: Observer<Int>?
    if let captured {
      let root = live.map { value in
        _ = captured
        return value
      }
      derived = operation.apply(root)
      observer = derived?.observeForever { _ in }
    }
    captured = nil
    live.data = 2
    #expect(weakCaptured != nil)
    if let observer { derived?.remove(observer: observer) }
    (derived, observer) = (nil, nil)
    #expect(weakCaptured == nil)
    live.data = 3
  }

  @Test(arguments: operators) func `observers of owners that were released are swept`(operation: Operator) {
    let live = LiveData(data: 1)
    let captured = Shared<Shared<Int>?>(Shared(1))
    weak let weakCaptured = captured.value
    var owner: Owner? = Owner()
    if let owner {
      operation.apply(live).observe(owner: owner) { [captured = captured.value] _ in _ = captured }
    }
    captured.value = nil
    owner = nil
    live.data = 2
    #expect(weakCaptured == nil)
  }

  @Test(arguments: operators) func `a subscription keeps it alive and its end releases it`(
    operation: Operator
  ) {
    var live: LiveData<Int>? = LiveData(data: 1)
    weak let weakLive = live?.source
    let received = Recorder<Int>()
    var subscription = live.map { live in operation.apply(live).sink { received.record($0) } }
    live?.data = 2
    #expect(received.values == [1, 2])
    live = nil
    #expect(weakLive != nil)
    subscription?.cancel()
    subscription = nil
    #expect(weakLive == nil)
  }

  @Test(arguments: operators) func `an iteration of its values goes on and ends with its root`(
    operation: Operator
  ) async {
    var live: LiveData<Int>? = LiveData(data: 1)
    var iterator = live.map { operation.apply($0).values.makeAsyncIterator() }
    #expect(await iterator?.next() == 1)
    live?.data = 2
    #expect(await iterator?.next() == 2)
    live = nil
    #expect(await iterator?.next() == nil)
  }

  @Test(arguments: operators) func `1,000 of them leave nothing behind`(operation: Operator) {
    let live = LiveData(data: 0)
    for value in 1...1_000 {
      let derived = operation.apply(live)
      let observer = derived.observeForever { _ in }
      live.data = value
      #expect(derived.data == value)
      derived.remove(observer: observer)
    }
    let broadcast = live.source.broadcast
    #expect(broadcast.outbox.lock.withLock { broadcast.isUnobserved })
  }
}
