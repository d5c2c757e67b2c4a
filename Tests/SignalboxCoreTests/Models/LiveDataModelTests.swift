import SignalboxCore
import Testing

/// An event of live data or its listeners. The value counts how often it was set.
private indirect enum LiveDataEvent {
  case set, modify, modifyAndThrow
  case observe(owner: Int?, initial: Bool)
  case observeAgain(Int, owner: Int?)
  case remove(Int)
  case dropOwner(Int)
  case subscribe
  case cancel(Int)
  case dispatch
  case dispatchTo(Int)
  case insideTheNextCallback(LiveDataEvent)

  static let ownerCount = 3

  init(_ random: inout SplitMix) {
    let which = random.below(8)
    let owner = random.oneIn(2) ? nil : random.below(Self.ownerCount)
    switch random.below(20) {
    case 0...2: self = .set
    case 3: self = random.pick(.modify, .modifyAndThrow)
    case 4...6: self = .observe(owner: owner, initial: random.oneIn(3))
    case 7: self = .observeAgain(which, owner: owner)
    case 8, 9: self = .remove(which)
    case 10: self = .dropOwner(which % Self.ownerCount)
    case 11: self = .subscribe
    case 12: self = random.pick(.subscribe, .cancel(which))
    case 13: self = .dispatch
    case 14: self = .dispatchTo(which)
    default: self = .insideTheNextCallback(LiveDataEvent(&random))
    }
  }
}

/// A subscriber that can be cancelled as soon as its first callback begins.
private final class Listening: Subscriber {
  private(set) var subscription: (any Subscription)?
  private let update: (Int) -> Void

  init(_ update: @escaping (Int) -> Void) { self.update = update }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    subscription.request(.unlimited)
  }

  func receive(_ value: Int) -> Subscribers.Demand {
    update(value)
    return .none
  }

  func receive(completion: Subscribers.Completion<Never>) {}
}

/// The library's live data, and a log of the received values and of results.
private final class LiveDataSubject {
  private(set) var log: [String] = []
  private let live = LiveData(data: 0)
  private var owners: [Owner?] = Array(repeating: nil, count: LiveDataEvent.ownerCount)
  private var observers: [Observer<Int>] = []
  private var subscribers: [Listening] = []
  private var script: [LiveDataEvent] = []

  var value: Int { live.data }

  func perform(_ event: LiveDataEvent) {
    switch event {
    case .set: live.data = live.data + 1
    case .modify: live.modify { $0 += 1 }
    case .modifyAndThrow:
      _ = try? live.modify { value throws(Failure) in
        value += 1
        throw Failure("e")
      }
    case .observe(let owner, let initial):
      let observer = Observer(update: listen("observer \(observers.count)"))
      observers.append(observer)
      _ = observe(observer, owner)
      if initial { live.dispatch(initiator: observer) }
    case .observeAgain(let which, let owner):
      if !observers.isEmpty { log.append("\(observe(observers[which % observers.count], owner))") }
    case .remove(let which):
      if !observers.isEmpty { log.append("\(live.remove(observer: observers[which % observers.count]))") }
    case .dropOwner(let which): owners[which] = nil
    case .subscribe:
      let subscriber = Listening(listen("subscription \(subscribers.count)"))
      subscribers.append(subscriber)
      live.subscribe(subscriber)
    case .cancel(let which):
      if !subscribers.isEmpty { subscribers[which % subscribers.count].subscription?.cancel() }
    case .dispatch: log.append("\(live.dispatch())")
    case .dispatchTo(let which):
      if !observers.isEmpty { log.append("\(live.dispatch(initiator: observers[which % observers.count]))") }
    case .insideTheNextCallback(let event): script.append(event)
    }
  }

  private func observe(_ observer: Observer<Int>, _ owner: Int?) -> Bool {
    guard let owner else { return live.observeForever(observer: observer) }
    let object = owners[owner] ?? Owner()
    owners[owner] = object
    return live.observe(owner: object, observer: observer)
  }

  private func listen(_ name: String) -> @Sendable (Int) -> Void {
    { [here = Unchecked(self)] value in
      guard let subject = here.object else { return }
      subject.log.append("\(name) receives \(value)")
      if !subject.script.isEmpty { subject.perform(subject.script.removeFirst()) }
    }
  }
}

/// A number, a list of listeners, and a queue of values to deliver.
private final class LiveDataReference {
  private final class Listener {
    let name: String
    let ownerLife: Int?
    let since: Int
    var lastHeard = 0
    /// A subscription receives one value after the other; an observer is called only by the queue.
    var arrived: [Int] = []
    var isBusy = false

    init(name: String, ownerLife: Int?, since: Int) {
      (self.name, self.ownerLife, self.since) = (name, ownerLife, since)
    }
  }

  private enum Telling {
    case change(Int)
    case dispatch(Int)
    case dispatchTo(Listener, Int)
  }

  private(set) var log: [String] = []
  private(set) var value = 0
  private var listeners: [Listener] = []
  private var queue: [Telling] = []
  private var isTelling = false
  private var script: [LiveDataEvent] = []
  private var observerCount = 0
  private var subscriptionCount = 0
  private var ownerLives: [Int?] = Array(repeating: nil, count: LiveDataEvent.ownerCount)
  private var lastLife = 0

  /// The first value counts as a version.
  private var version: Int { value + 1 }

  func perform(_ event: LiveDataEvent) {
    switch event {
    case .set, .modify:
      value += 1
      queue.append(.change(version))
      tell()
    case .modifyAndThrow: break
    case .observe(let owner, let initial):
      let name = "observer \(observerCount)"
      observerCount += 1
      _ = observe(name, owner)
      if initial { _ = dispatch(to: name) }
    case .observeAgain(let which, let owner):
      if observerCount > 0 { log.append("\(observe("observer \(which % observerCount)", owner))") }
    case .remove(let which):
      if observerCount > 0 { log.append("\(remove("observer \(which % observerCount)"))") }
    case .dropOwner(let which): ownerLives[which] = nil
    case .subscribe:
      let listener = Listener(name: "subscription \(subscriptionCount)", ownerLife: nil, since: version)
      subscriptionCount += 1
      listeners.append(listener)
      hand(version, to: listener)
    case .cancel(let which):
      if subscriptionCount > 0 { _ = remove("subscription \(which % subscriptionCount)") }
    case .dispatch:
      queue.append(.dispatch(version))
      tell()
      log.append("true")
    case .dispatchTo(let which):
      if observerCount > 0 { log.append("\(dispatch(to: "observer \(which % observerCount)"))") }
    case .insideTheNextCallback(let event): script.append(event)
    }
  }

  private func isPresent(_ listener: Listener) -> Bool {
    listeners.contains { $0 === listener } && (listener.ownerLife.map { ownerLives.contains($0) } ?? true)
  }

  private func find(_ name: String) -> Listener? { listeners.first { $0.name == name && isPresent($0) } }

  private func observe(_ name: String, _ owner: Int?) -> Bool {
    if let owner, ownerLives[owner] == nil {
      lastLife += 1
      ownerLives[owner] = lastLife
    }
    if find(name) != nil { return false }
    listeners.append(Listener(name: name, ownerLife: owner.flatMap { ownerLives[$0] }, since: version))
    return true
  }

  private func remove(_ name: String) -> Bool {
    guard let listener = find(name) else { return false }
    listeners.removeAll { $0 === listener }
    return true
  }

  private func dispatch(to name: String) -> Bool {
    guard let listener = find(name) else { return false }
    queue.append(.dispatchTo(listener, version))
    tell()
    return true
  }

  private func tell() {
    if isTelling { return }
    isTelling = true
    while !queue.isEmpty {
      switch queue.removeFirst() {
      case .change(let version):
        for listener in listeners where version > listener.since { hand(version, to: listener) }
      case .dispatch(let version): for listener in listeners { hand(version, to: listener) }
      case .dispatchTo(let listener, let version): hand(version, to: listener)
      }
    }
    isTelling = false
  }

  private func hand(_ version: Int, to listener: Listener) {
    guard isPresent(listener), version > listener.lastHeard else { return }
    listener.lastHeard = version
    listener.arrived.append(version)
    if listener.isBusy, listener.name.hasPrefix("subscription") { return }
    listener.isBusy = true
    while !listener.arrived.isEmpty {
      let version = listener.arrived.removeFirst()
      if !isPresent(listener) { break }
      log.append("\(listener.name) receives \(version - 1)")
      if !script.isEmpty { perform(script.removeFirst()) }
    }
    listener.isBusy = false
  }
}

private struct LiveDataModel: Model {
  private let subject = LiveDataSubject()
  private let reference = LiveDataReference()

  init(_ random: inout SplitMix) {}

  static func event(_ random: inout SplitMix) -> LiveDataEvent { LiveDataEvent(&random) }

  func perform(_ event: LiveDataEvent) throws {
    subject.perform(event)
    reference.perform(event)
    try compare("what was received", subject.log, reference.log)
    try compare("the value", subject.value, reference.value)
  }
}

@Suite(.timeLimit(.minutes(15))) struct LiveDataModelTests {
  @Test func `live data delivers a list in order`() {
    expectAgreement(of: LiveDataModel.self, seeds: 2_000, length: 40)
  }
}
