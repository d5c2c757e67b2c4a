import SignalboxCore
import SignalboxTesting
import Testing

/// Compares an indicator, its tokens and its tracked publishers with a list of running activities.
///
/// Values are equal when their tens are. Some events happen inside the next callback of the state.
private final class ActivityModel: Model {
  indirect enum Event {
    case begin(Int?)
    case beginWithDefault
    case update(Int, Int?)
    case end(Int)
    case drop(Int)
    case subscribe(initial: Int?, hasProvider: Bool, untilFirst: Bool)
    case element(Int, Int)
    case finish(Int)
    case fail(Int)
    case cancel(Int)
    case observeList, advance
    case insideTheNextCallback(Event)
  }

  /// An activity that was begun: a token, or a subscription to a tracked subject.
  private struct Begun {
    let id: UInt64
    var token: Activity<Int>?
    var subject: PassthroughSubject<Int, Failure>?
    var subscription: AnyCancellable?
    var hasProvider = false
    var untilFirst = false
  }

  private let scheduler = TestScheduler()
  private let indicator: ActivityIndicator<Int>
  private var begun: [Begun] = []
  private var received: [String] = []
  private var receivedLists: [[String]] = []
  private var nested: [Event] = []

  private struct Reference {
    let id: UInt64
    var value: Int?
    let since: Duration
  }

  private var running: [Reference] = []
  private var lastID: UInt64 = 0
  private var stored: (loading: Bool, value: Int?) = (false, nil)
  private var expected: [String] = []
  private var expectedLists: [[String]]?

  init(_ random: inout SplitMix) {
    indicator = ActivityIndicator(
      defaultAssociatedValue: random.pick(nil, 7), equalWhen: { $0 / 10 == $1 / 10 }, scheduler: scheduler)
    let here = Unchecked(self)
    indicator.state.observeForever { [here] state in here.object?.hear(state) }
  }

  static func event(_ random: inout SplitMix) -> Event {
    if random.oneIn(8) { return .insideTheNextCallback(event(&random)) }
    let value = random.oneIn(3) ? nil : random.below(40)
    let which = random.below(8)
    switch random.below(16) {
    case 0, 1: return .begin(value)
    case 2: return .beginWithDefault
    case 3, 4: return .update(which, value)
    case 5, 6: return .end(which)
    case 7: return .drop(which)
    case 8, 9:
      return .subscribe(initial: value, hasProvider: random.oneIn(2), untilFirst: random.oneIn(4))
    case 10, 11: return .element(which, random.below(40))
    case 12: return .finish(which)
    case 13: return .fail(which)
    case 14: return .cancel(which)
    default: return random.pick(.observeList, .advance)
    }
  }

  func perform(_ event: Event) throws {
    begin(event)
    try compare("the events", received, expected)
    try compare("the value", indicator.state.data.associatedValue, stored.value)
    try compare("whether anything runs", indicator.state.data.loading, stored.loading)
    try compare("the list", indicator.activities.data.map(Self.describe), list)
    if let expectedLists { try compare("the lists", receivedLists, expectedLists) }
  }

  private func hear(_ state: ActivityIndicator<Int>.State) {
    received.append(Self.describe(state.loading, state.associatedValue))
    if !nested.isEmpty { begin(nested.removeFirst()) }
  }

  /// The reference is always changed first, because the library can perform an event in a callback.
  private func begin(_ event: Event) {
    switch event {
    case .begin(let value):
      let id = add(value)
      begun.append(Begun(id: id, token: indicator.begin(associatedValue: value)))
    case .beginWithDefault:
      let id = add(indicator.defaultAssociatedValue)
      begun.append(Begun(id: id, token: indicator.begin()))
    case .subscribe(let initial, let hasProvider, let untilFirst):
      let id = add(initial)
      let subject = PassthroughSubject<Int, Failure>()
      let tracked =
        hasProvider
        ? subject.trackActivity(
          in: indicator, initialAssociatedValue: initial, untilFirstElement: untilFirst,
          associatedValueProvider: { Self.provide($0) })
        : subject.trackActivity(in: indicator, associatedValue: initial, untilFirstElement: untilFirst)
      begun.append(
        Begun(
          id: id, subject: subject,
          subscription: tracked.sink(receiveCompletion: { _ in }, receiveValue: { _ in }),
          hasProvider: hasProvider, untilFirst: untilFirst))
    case .drop(let which):
      if begun.isEmpty { return }
      let dropped = begun.remove(at: which % begun.count)
      remove(dropped.id)
      withExtendedLifetime(dropped) {}
    case .observeList:
      if expectedLists != nil { return }
      expectedLists = []
      let here = Unchecked(self)
      indicator.activities.observeForever { list in here.object?.receivedLists.append(list.map(Self.describe))
      }
    case .advance: scheduler.advance(by: .seconds(1))
    case .insideTheNextCallback(let event): nested.append(event)
    case .update(let which, _), .end(let which), .element(let which, _), .finish(let which), .fail(let which),
      .cancel(let which):
      if !begun.isEmpty { perform(event, with: begun[which % begun.count]) }
    }
  }

  private func perform(_ event: Event, with begun: Begun) {
    switch event {
    case .update(_, let value):
      guard let token = begun.token else { return }
      change(begun.id, to: value)
      token.update(value)
    case .end:
      guard let token = begun.token else { return }
      remove(begun.id)
      token.end()
    case .element(_, let element):
      if begun.untilFirst {
        remove(begun.id)
      } else if begun.hasProvider {
        change(begun.id, to: Self.provide(element))
      }
      begun.subject?.send(element)
    case .finish:
      if begun.subject != nil { remove(begun.id) }
      begun.subject?.send(completion: .finished)
    case .fail:
      if begun.subject != nil { remove(begun.id) }
      begun.subject?.send(completion: .failure(Failure("e")))
    case .cancel:
      if begun.subscription != nil { remove(begun.id) }
      begun.subscription?.cancel()
    default: break
    }
  }

  private static func provide(_ element: Int) -> Int? { element % 3 == 0 ? nil : element }
}

// MARK: The reference

extension ActivityModel {
  private func add(_ value: Int?) -> UInt64 {
    lastID += 1
    running.append(Reference(id: lastID, value: value, since: scheduler.elapsed))
    changed()
    return lastID
  }

  private func change(_ id: UInt64, to value: Int?) {
    guard let index = running.firstIndex(where: { $0.id == id }) else { return }
    if running[index].value.map({ $0 / 10 }) == value.map({ $0 / 10 }) { return }
    running[index].value = value
    changed()
  }

  private func remove(_ id: UInt64) {
    guard running.contains(where: { $0.id == id }) else { return }
    running.removeAll { $0.id == id }
    changed()
  }

  private func changed() {
    let new = (loading: !running.isEmpty, value: running.lazy.compactMap(\.value).first)
    if new.loading != stored.loading || new.value.map({ $0 / 10 }) != stored.value.map({ $0 / 10 }) {
      expected.append(Self.describe(new.loading, new.value))
    }
    stored = new
    expectedLists?.append(list)
  }

  private var list: [String] { running.map { Self.describe($0.id, $0.value, $0.since) } }

  private static func describe(_ loading: Bool, _ value: Int?) -> String {
    "\(loading) \(value.map { "\($0)" } ?? "nil")"
  }

  private static func describe(_ activity: ActivityIndicator<Int>.Running) -> String {
    describe(activity.id, activity.value, activity.since)
  }

  private static func describe(_ id: UInt64, _ value: Int?, _ since: Duration) -> String {
    "\(id): \(value.map { "\($0)" } ?? "nil") since \(since.components.seconds)"
  }
}

@Suite(.timeLimit(.minutes(15))) struct ActivityModelTests {
  @Test func `an indicator shows the first value of a list of running activities`() {
    expectAgreement(of: ActivityModel.self, seeds: 1_500, length: 40)
  }
}
