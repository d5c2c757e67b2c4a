import CAllocations
import SignalboxCore

enum MemoryRows {
  private static let count = 20_000

  static func report(_ report: Report) {
    count_allocated_bytes(1)
    defer { count_allocated_bytes(0) }

    let indicator = ActivityIndicator<Int>()
    report.size("memory: activity token", each { _ in indicator.begin(associatedValue: 1) }, budget: 130)

    let subjects = (0..<count).map { _ in PassthroughSubject<Int, Never>() }
    let untracked = each { subjects[$0].sink { _ in } }
    let tracked = each { subjects[$0].trackActivity(in: indicator, associatedValue: 1).sink { _ in } }
    let silent = Empty<Int, Never>(completeImmediately: false)
    report.size(
      "memory: tracked subscription, to a publisher without memory",
      each { _ in silent.trackActivity(in: indicator, associatedValue: 1).sink { _ in } }, budget: 350)
    report.size("memory: tracked subscription over the untracked", tracked - untracked, budget: 190)

    let live = LiveData(data: 0)
    report.size("memory: observer", each { _ in live.observeForever { blackHole($0) } }, budget: 110)
    let network = NetworkActivityIndicator()
    report.size("memory: open request", each { _ in network.begin() }, budget: 110)
    let named = NetworkActivityIndicator()
    let names = (0..<count).map(identifier)
    report.size(
      "memory: open request with a name of 36 characters",
      each { named.requestDidStart(requestID: names[$0]) }, budget: 110)
    withExtendedLifetime(names) {}

    report.size("memory: idle action", each { _ in Action<Int, Int> { Just($0) } }, budget: 1_200)

    let action = Action<Int, Int> { Just($0) }
    for index in 0..<1_000 { action.execute(index) }
    let before = allocated_bytes()
    for index in 0..<count { action.execute(index) }
    let kept = Double(allocated_bytes() - before) / Double(count)
    report.size("memory: kept after each finished execute", max(0, kept.rounded()), budget: 0)
  }

  /// A name of 36 characters.
  private static func identifier(_ index: Int) -> String {
    let digits = "\(index)"
    return "F47AC10B-58CC-4372-A567-" + String(repeating: "0", count: 12 - digits.count) + digits
  }

  /// The memory of each of many objects that exist at the same time.
  private static func each<Object>(_ make: (Int) -> Object) -> Double {
    var objects: [Object] = []
    objects.reserveCapacity(count)
    let before = allocated_bytes()
    for index in 0..<count { objects.append(make(index)) }
    let after = allocated_bytes()
    return withExtendedLifetime(objects) { Double(after - before) / Double(count) }
  }
}
