import CAllocations
import Dispatch
import SignalboxCore

/// Many operations of each kind must not increase the memory in use. Otherwise the program fails.
enum BoundsRows {
  /// The number of operations of each kind. From 50,000 on, six bytes that each leaves behind are noticed.
  nonisolated(unsafe) static var count = 1_000_000
  /// The tolerance for tables that have grown in the meantime.
  private static let tolerance: Int64 = 256 * 1_024
  nonisolated(unsafe) private(set) static var hasFailed = false

  static func report(_ report: Report) {
    count_allocated_bytes(1)
    defer { count_allocated_bytes(0) }

    let live = LiveData(data: 0)
    live.observeForever { blackHole($0) }
    check("live data: set") { live.data = $0 }
    check("live data: observe + remove") { _ in live.remove(observer: live.observeForever { blackHole($0) }) }
    check("live data: observe, owner gone") { _ in live.observe(owner: Owner()) { blackHole($0) } }
    let derived = live.map { $0 + 1 }
    check("derived live data: observe + remove") { _ in
      derived.remove(observer: derived.observeForever { blackHole($0) })
    }
    reportOperators()
    let event = FutureEvent<Int>()
    check("event: subscribe, trigger, cancel") { index in
      let subscription = event.sink { blackHole($0) }
      event.trigger(index)
      subscription.cancel()
    }

    let indicator = ActivityIndicator<Int>()
    indicator.state.observeForever { blackHole($0) }
    let longest = indicator.begin(associatedValue: 0)
    check("activity: token") { indicator.begin(associatedValue: $0).end() }
    check("activity: child with a share") { _ in
      let child = longest.child(share: 0.000_001)
      child.fraction = 0.5
      child.end()
    }
    check("activity: tracked subscription") { index in
      blackHole(
        Just(index).trackActivity(in: indicator, associatedValueProvider: { $0 }).sink { blackHole($0) })
    }
    withExtendedLifetime(longest) {}

    let tracker = ErrorTracker()
    tracker.current.observeForever { blackHole($0 == nil) }
    check("error: update") { _ in tracker.update(with: NoElementError(), resetTime: .seconds(3_600)) }
    check("error: sources without number") { index in
      tracker.update(with: NoElementError(), source: ErrorSource("\(index)"))
    }

    check("error: tracked publisher") { index in
      blackHole(Just(index).trackError(tracker).sink { blackHole($0) })
    }

    let network = NetworkActivityIndicator()
    check("network: names without number") { index in
      network.requestDidStart(requestID: "\(index)")
      network.requestDidStop(requestID: "\(index)")
    }
    check("network: stops without a start") { network.requestDidStop(requestID: "\($0)") }
    check("network: token") { _ in network.begin().end() }
    check("network: tracked publisher") { index in
      blackHole(Just(index).trackNetworkActivity(in: network).sink { blackHole($0) })
    }

    let action = Action<Int, Int> { Just($0) }
    check("action: execute") { index in
      blackHole(action.execute(index).sink(receiveCompletion: { _ in }, receiveValue: { blackHole($0) }))
    }
    let closed = Action<Int, Int>(enabledIf: Just(false)) { Just($0) }
    check("action: refused") { blackHole(closed.execute($0)) }
  }

  /// Observers of live data that is derived in the same expression from sources that never change. Their
  /// owners are released at once.
  private static func reportOperators() {
    let live = LiveData(data: 0)
    let others = (0..<3).map { LiveData(data: $0) }
    let all = [live] + others
    func check<Value>(_ name: String, _ derive: () -> ReadOnlyLiveData<Value>) {
      Self.check("\(name): observe, owner gone") { _ in derive().observe(owner: Owner()) { blackHole($0) } }
    }
    check("map") { live.map { $0 + 1 } }
    check("map with a key path") { live.map(\.magnitude) }
    check("removeDuplicates") { live.removeDuplicates() }
    check("removeDuplicates by a predicate") { live.removeDuplicates { $0 > $1 } }
    check("combineLatest of 2") { live.combineLatest(others[0]) }
    check("combineLatest of 3") { live.combineLatest(others[0], others[1]) }
    check("combineLatest of 4") { live.combineLatest(others[0], others[1], others[2]) }
    check("combineLatest of an array") { all.combineLatest() }
    check("a chain of operators") {
      live.map { $0 + 1 }.combineLatest(others[0]).map(\.0).removeDuplicates()
    }
    Self.check("map: observe on the main actor, owner gone") { _ in
      live.map { $0 + 1 }.observeOnMain(owner: Owner()) { blackHole($0) }
    }
  }

  private static func check(_ name: String, _ operation: (Int) -> Void) {
    for index in 0..<10_000 { operation(index) }
    let before = allocated_bytes()
    for index in 0..<count { operation(index) }
    let grown = allocated_bytes() - before
    let isBounded = grown <= tolerance
    if !isBounded { hasFailed = true }
    print(
      "| \(count) of: \(name) | \(max(0, grown) / 1_024) KiB more\(isBounded ? "" : " ✗") | 256 KiB | | |")
  }
}
