import SignalboxCore
import SignalboxTesting
import Testing

/// Compares a network indicator with a reference that stores when it is due to be shown and hidden.
private final class NetworkModel: Model {
  indirect enum Event {
    case start(Int)
    case stop(Int)
    case begin
    case end(Int)
    case drop(Int)
    case setEnabled(Bool)
    case setStartDelay(Duration)
    case setCompletionDelay(Duration)
    case setMinimum(Duration)
    case advance(Duration)
    case insideTheNextCallback(Event)
  }

  private let scheduler = TestScheduler()
  private let indicator: NetworkActivityIndicator
  private var tokens: [NetworkRequest] = []
  private var received: [String] = []
  private var receivedCounts: [Int] = []
  private var nested: [Event] = []

  private var inFlight: Set<String> = []
  private var tokenNames: [String] = []
  private var lastToken = 0
  /// The time of the last stop of each request: of those that were in progress then, and of those that were
  /// not.
  private var stops: [String: Duration] = [:]
  private var earlyStops: [String: Duration] = [:]
  private var isEnabled = true
  private var startDelay = Duration.zero
  private var completionDelay = Duration.zero
  private var minimum = Duration.zero
  /// The time at which it is due to be shown, since which it is visible, and at which it is due to be hidden.
  private var showsAt: Duration?
  private var shownSince: Duration?
  private var hidesAt: Duration?
  private var expected: [String] = []
  private var expectedCounts: [Int] = []
  private var isAdvancing = false
  private var isInCallback = false

  private static let delays: [Duration] = [.zero, .milliseconds(200), .seconds(1), .seconds(-1)]

  init(_ random: inout SplitMix) {
    indicator = NetworkActivityIndicator(scheduler: scheduler)
    startDelay = Self.delays[random.below(4)]
    completionDelay = Self.delays[random.below(4)]
    minimum = Self.delays[random.below(4)]
    indicator.startDelay = startDelay
    indicator.completionDelay = completionDelay
    indicator.minimumVisibleTime = minimum
    let here = Unchecked(self)
    indicator.isVisible.observeForever { isVisible in here.object?.hear(isVisible) }
    indicator.activeRequestCount.observeForever { count in here.object?.receivedCounts.append(count) }
  }

  static func event(_ random: inout SplitMix) -> Event {
    if random.oneIn(10) { return .insideTheNextCallback(event(&random)) }
    let which = random.below(3)
    let delay = delays[random.below(4)]
    switch random.below(14) {
    case 0...2: return .start(which)
    case 3...5: return .stop(which)
    case 6: return .begin
    case 7: return .end(which)
    case 8: return random.pick(.drop(which), .setEnabled(true))
    case 9: return random.pick(.setEnabled(false), .setEnabled(true))
    case 10: return random.pick(.setStartDelay(delay), .setCompletionDelay(delay), .setMinimum(delay))
    default: return .advance(.milliseconds(random.pick(0, 1, 100, 200, 800, 1_000, 2_000)))
    }
  }

  func perform(_ event: Event) throws {
    begin(event)
    try compare("the visibility", received, expected)
    try compare("whether it shows", indicator.isVisible.data, shownSince != nil)
    try compare("the requests", indicator.activeRequestCount.data, inFlight.count)
    try compare("the counts", receivedCounts, expectedCounts)
  }

  private func hear(_ isVisible: Bool) {
    received.append("\(isVisible) at \(scheduler.elapsed)")
    // A change that is due at once would come in the middle of an advance, which the reference does not
    // model.
    if nested.isEmpty || (isAdvancing && min(startDelay, completionDelay) <= .zero) { return }
    isInCallback = true
    begin(nested.removeFirst())
    isInCallback = false
  }

  /// The reference is always changed first, because the library can perform an event in a callback.
  private func begin(_ event: Event) {
    switch event {
    case .start(let which):
      start("\(which)")
      indicator.requestDidStart(requestID: "\(which)")
    case .stop(let which):
      stop("\(which)")
      indicator.requestDidStop(requestID: "\(which)")
    case .begin:
      lastToken += 1
      let name = "token \(lastToken)"
      start(name)
      tokens.append(indicator.begin())
      tokenNames.append(name)
    case .end(let which):
      if tokens.isEmpty { return }
      let token = tokens[which % tokens.count]
      end(tokenNames[which % tokens.count])
      token.end()
    case .drop(let which):
      if tokens.isEmpty { return }
      let index = which % tokens.count
      end(tokenNames.remove(at: index))
      _ = tokens.remove(at: index)
    case .setEnabled(let isEnabled):
      setEnabled(isEnabled)
      indicator.isEnabled = isEnabled
    case .setStartDelay(let delay):
      startDelay = delay
      indicator.startDelay = startDelay
    case .setCompletionDelay(let delay):
      completionDelay = delay
      indicator.completionDelay = completionDelay
    case .setMinimum(let time):
      minimum = time
      indicator.minimumVisibleTime = time
    case .advance(let time): if !isInCallback { advance(by: time) }
    case .insideTheNextCallback(let event): nested.append(event)
    }
  }
}

// MARK: The reference

extension NetworkModel {
  private func start(_ name: String) {
    let now = scheduler.elapsed
    if let early = earlyStops.removeValue(forKey: name), now - early < .seconds(1) { return }
    if !inFlight.insert(name).inserted { return }
    expectedCounts.append(inFlight.count)
    if !isEnabled { return }
    if shownSince != nil {
      hidesAt = nil
    } else if showsAt == nil {
      showsAt = now + max(startDelay, .zero)
    }
  }

  private func stop(_ name: String) {
    let now = scheduler.elapsed
    guard inFlight.remove(name) != nil else {
      if let last = stops[name], now - last < .seconds(1) { return }
      earlyStops[name] = now
      return
    }
    stops[name] = now
    expectedCounts.append(inFlight.count)
    if !inFlight.isEmpty { return }
    showsAt = nil
    if let shownSince { hidesAt = max(now, now + completionDelay, shownSince + minimum) }
  }

  private func end(_ name: String) {
    if inFlight.contains(name) { stop(name) }
  }

  private func setEnabled(_ isEnabled: Bool) {
    if isEnabled == self.isEnabled { return }
    self.isEnabled = isEnabled
    if shownSince != nil { expected.append("false at \(scheduler.elapsed)") }
    (showsAt, shownSince, hidesAt) = (nil, nil, nil)
    if isEnabled, !inFlight.isEmpty { showsAt = scheduler.elapsed + max(startDelay, .zero) }
  }

  /// Advances from one change to the next, so that events in callbacks have the same time in both.
  private func advance(by time: Duration) {
    isAdvancing = true
    let end = scheduler.elapsed + time
    while let next = showsAt ?? hidesAt, next <= end {
      shownSince = showsAt
      (showsAt, hidesAt) = (nil, nil)
      expected.append("\(shownSince != nil) at \(next)")
      scheduler.advance(to: .init(offset: next))
    }
    scheduler.advance(to: .init(offset: end))
    isAdvancing = false
  }
}

@Suite(.timeLimit(.minutes(15))) struct NetworkModelTests {
  @Test func `an indicator shows and hides when it is due`() {
    expectAgreement(of: NetworkModel.self, seeds: 2_000, length: 40)
  }
}
