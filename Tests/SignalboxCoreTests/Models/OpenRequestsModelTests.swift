import Testing

@testable import SignalboxCore

/// Compares the requests with a set of those in progress and a list of all stops.
private struct OpenRequestsModel: Model {
  enum Event {
    case start(String)
    case stop(String)
    case advance(Duration)
  }

  private struct Stop {
    let name: String
    let time: Duration
    let isEarly: Bool
  }

  private let capacity: Int
  private var requests: OpenRequests
  private var inProgress: Set<String> = []
  /// The stops of the last second, at most as many as the capacity; nil for one that has swallowed a start,
  /// or that was ignored.
  private var stops: [Stop?] = []
  private var now = Duration.zero

  init(_ random: inout SplitMix) {
    capacity = 1 + random.below(5)
    requests = OpenRequests(capacity: capacity)
  }

  static func event(_ random: inout SplitMix) -> Event {
    let name = ["a", "b", "c", "d", "e", "f", "g"][random.below(7)]
    let time = Duration.milliseconds(random.pick(1, 250, 500, 999, 1_000))
    return random.pick(.start(name), .start(name), .stop(name), .stop(name), .advance(time))
  }

  mutating func perform(_ event: Event) throws {
    switch event {
    case .start(let name):
      try compare("whether it starts", requests.start(name, now: now), start(name))
    case .stop(let name):
      try compare("whether it ends", requests.stop(name, now: now), stop(name))
    case .advance(let time):
      now += time
    }
    try compare("the count", requests.count, inProgress.count)
    let isBounded = requests.placeCount - inProgress.count <= 2 * capacity + 1
    try compare("whether the memory is bounded", isBounded, true)
  }

  private mutating func start(_ name: String) -> Bool {
    if inProgress.contains(name) { return false }
    if let last = lastStop(of: name), stops[last]?.isEarly == true {
      for index in stops.indices where stops[index]?.name == name { stops[index] = nil }
      return false
    }
    inProgress.insert(name)
    return true
  }

  private mutating func stop(_ name: String) -> Bool {
    let isEnd = inProgress.remove(name) != nil
    let last = lastStop(of: name)
    let isRepetition = !isEnd && last.map { stops[$0]?.isEarly == false } == true
    stops.append(isRepetition ? nil : Stop(name: name, time: now, isEarly: !isEnd))
    if stops.count > capacity { stops.removeFirst() }
    return isEnd
  }

  private func lastStop(of name: String) -> Int? {
    stops.lastIndex { stop in stop.map { $0.name == name && now - $0.time < .seconds(1) } ?? false }
  }
}

@Suite(.timeLimit(.minutes(15))) struct OpenRequestsModelTests {
  @Test func `the last stops of the last second are remembered`() {
    expectAgreement(of: OpenRequestsModel.self, seeds: 3_000, length: 40)
  }

  @Test func `ended requests take no additional memory, even behind one in progress`() {
    var requests = OpenRequests(capacity: 3)
    _ = requests.start("first", now: .zero)
    for number in 0..<10_000 {
      _ = requests.start("\(number)", now: .zero)
      _ = requests.stop("\(number)", now: .zero)
    }
    #expect(requests.count == 1)
    #expect(requests.placeCount <= 8)
  }
}
