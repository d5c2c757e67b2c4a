import Testing

@testable import SignalboxCore

/// Compares the requests of the last second with a list.
private struct RecentRequestsModel: Model {
  enum Event {
    case insert(String)
    case remove(String)
    case ask(String)
    case advance(Duration)
  }

  private let capacity: Int
  private var requests: RecentRequests
  private var reference: [(name: String, expires: Duration)] = []
  private var now = Duration.zero

  init(_ random: inout SplitMix) {
    capacity = 1 + random.below(5)
    requests = RecentRequests(capacity: capacity)
  }

  static func event(_ random: inout SplitMix) -> Event {
    let name = ["a", "b", "c", "d", "e", "f", "g"][random.below(7)]
    let time = Duration.milliseconds(random.pick(1, 250, 500, 999, 1_000))
    return random.pick(.insert(name), .insert(name), .remove(name), .ask(name), .advance(time))
  }

  mutating func perform(_ event: Event) throws {
    switch event {
    case .insert(let name):
      requests.insert(.name(name), now: now)
      forget()
      reference.removeAll { $0.name == name }
      reference.append((name, now + .seconds(1)))
      if reference.count > capacity { reference.removeFirst() }
    case .remove(let name):
      forget()
      let isKnown = reference.contains { $0.name == name }
      try compare("whether it was there", requests.remove(.name(name), now: now), isKnown)
      reference.removeAll { $0.name == name }
    case .ask(let name):
      forget()
      let isKnown = reference.contains { $0.name == name }
      try compare("whether it is there", requests.contains(.name(name), now: now), isKnown)
    case .advance(let time):
      now += time
    }
  }

  private mutating func forget() { reference.removeAll { $0.expires <= now } }
}

@Suite(.timeLimit(.minutes(15))) struct RecentRequestsModelTests {
  @Test func `they are the latest requests of the last second`() {
    expectAgreement(of: RecentRequestsModel.self, seeds: 3_000, length: 40)
  }

  @Test(.timeLimit(.minutes(15)))
  func `a repeated request takes no additional memory, even behind another one`() {
    var requests = RecentRequests(capacity: 3)
    requests.insert(.name("first"), now: .zero)
    for number in 0..<10_000 { requests.insert(.name("a"), now: .nanoseconds(number)) }
    #expect(requests.orderCount <= 7)
    #expect(requests.contains(.name("first"), now: .milliseconds(1)))
  }
}
