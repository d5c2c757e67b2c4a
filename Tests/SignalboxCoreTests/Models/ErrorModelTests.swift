import SignalboxCore
import SignalboxTesting
import Testing

/// Compares a tracker with a list of errors. Some events happen inside the next callback.
private final class ErrorModel: Model {
  indirect enum Event {
    case update(source: Int?, ErrorPriority, resetTime: Duration?)
    case cancellation, clearAll
    case clear(Int)
    case dismiss(Int)
    case reset, resetSignal
    case element(Int)
    case failure(Int)
    case observeList
    case advance(Duration)
    case insideTheNextCallback(Event)
  }

  private let scheduler = TestScheduler()
  private let tracker: ErrorTracker
  private let signal = PassthroughSubject<Void, Never>()
  private let sourceCount: Int
  /// Operators that were applied once, each with a reset time and a priority.
  private let origins: [Origin]
  private var received: [String?] = []
  private var receivedLists: [[String]] = []
  private var nested: [Event] = []

  /// The subject of an operator at its next subscription.
  private final class Upstream {
    var subject = PassthroughSubject<Int, Failure>()
  }

  private struct Origin {
    let upstream: Upstream
    let publisher: AnyPublisher<Int, Failure>
    let resetTime: Duration?
    let priority: ErrorPriority
    let name: String
  }

  private struct Reference {
    let source: String
    let priority: ErrorPriority
    var name: String
    var timesSeen = 1
    let since: Duration
    var lastSeen: Duration
    var expires: Duration?
    /// The number of its last report among all reports.
    var turn = 0
  }

  /// The oldest report first.
  private var present: [Reference] = []
  private var lastTurn = 0
  private var isAdvancing = false
  private var expected: [String?] = []
  private var expectedLists: [[String]]?

  init(_ random: inout SplitMix) {
    tracker = ErrorTracker(resetSignal: signal, scheduler: scheduler)
    sourceCount = random.pick(2, 5, 200)
    let tracker = self.tracker
    origins = (0..<3).map { number in
      let upstream = Upstream()
      let (resetTime, priority): (Duration?, ErrorPriority) = [
        (nil, .normal), (.seconds(2), .normal), (.seconds(1), .high),
      ][number]
      return Origin(
        upstream: upstream,
        publisher: Deferred { upstream.subject }
          .trackError(tracker, resetTime: resetTime, priority: priority).eraseToAnyPublisher(),
        resetTime: resetTime, priority: priority, name: "operator \(number)")
    }
    let here = Unchecked(self)
    tracker.current.observeForever { error in here.object?.hear(error) }
  }

  static func event(_ random: inout SplitMix) -> Event {
    if random.oneIn(8) { return .insideTheNextCallback(event(&random)) }
    let which = random.below(200)
    switch random.below(16) {
    case 0...6:
      return .update(
        source: random.oneIn(4) ? nil : which, random.pick(.low, .normal, .normal, .high),
        resetTime: random.pick(nil, nil, .zero, .seconds(1), .seconds(2), .seconds(-1)))
    case 7: return random.pick(.cancellation, .clearAll, .reset, .resetSignal)
    case 8: return .clear(which)
    case 9: return .dismiss(which)
    case 10: return .element(which)
    case 11: return .failure(which)
    case 12: return random.pick(.observeList, .failure(which))
    default: return .advance(random.pick(.zero, .seconds(0.5), .seconds(1), .seconds(1.5), .seconds(3)))
    }
  }

  func perform(_ event: Event) throws {
    begin(event)
    try compare("the events", received, expected)
    try compare("the current error", Self.name(tracker.current.data), ranked.first?.name)
    try compare("the reports", tracker.reports.data.map { describe($0) }, list)
    if let expectedLists { try compare("the reports", receivedLists, expectedLists) }
  }

  private func hear(_ error: (any Error)?) {
    received.append(Self.name(error))
    if !nested.isEmpty { begin(nested.removeFirst()) }
  }

  /// The reference is always changed first, because the library can perform an event in a callback.
  private func begin(_ event: Event) {
    switch event {
    case .update(let source, let priority, var resetTime):
      // An error that expires at once would do so in the middle of an advance, which the reference does not
      // model.
      if isAdvancing { resetTime = resetTime.map { max($0, .seconds(1)) } }
      let source = source.map { "source \($0 % sourceCount)" }
      let name = record(source ?? "update", priority, resetTime)
      tracker.update(
        with: Failure(name), resetTime: resetTime, priority: priority, source: source.map { ErrorSource($0) })
    case .cancellation: tracker.update(with: CancellationError(), priority: .high)
    case .clearAll:
      remove { _ in true }
      tracker.update(with: nil)
    case .clear(let which):
      let source = "source \(which % sourceCount)"
      remove { $0.source == source }
      tracker.clear(ErrorSource(source))
    case .dismiss(let which):
      let reports = tracker.reports.data
      if reports.isEmpty { return }
      let index = which % reports.count
      let gone = ranked[index]
      remove { $0.source == gone.source && $0.priority == gone.priority }
      tracker.dismiss(reports[index])
      tracker.dismiss(reports[index])
    case .reset:
      remove { _ in true }
      tracker.reset()
    case .resetSignal:
      remove { _ in true }
      signal.send()
    case .element(let which):
      send(which) { subject, origin in
        remove { $0.source == origin.name }
        subject.send(1)
      }
    case .failure(let which):
      send(which) { subject, origin in
        let name = record(origin.name, origin.priority, origin.resetTime)
        subject.send(completion: .failure(Failure(name)))
      }
    case .observeList:
      if expectedLists != nil { return }
      expectedLists = []
      let here = Unchecked(self)
      tracker.reports.observeForever { list in
        guard let model = here.object else { return }
        model.receivedLists.append(list.map { model.describe($0) })
      }
    case .advance(let time): if !isAdvancing { advance(by: time) }
    case .insideTheNextCallback(let event): nested.append(event)
    }
  }

  /// Subscribes to an operator again and sends an event to its subject.
  private func send(_ which: Int, _ body: (PassthroughSubject<Int, Failure>, Origin) -> Void) {
    let origin = origins[which % origins.count]
    let subject = PassthroughSubject<Int, Failure>()
    origin.upstream.subject = subject
    let subscription = origin.publisher.sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    body(subject, origin)
    subscription.cancel()
  }

  private static func name(_ error: (any Error)?) -> String? { (error as? Failure)?.name }
}

// MARK: The reference

extension ErrorModel {
  private func record(_ source: String, _ priority: ErrorPriority, _ resetTime: Duration?) -> String {
    let now = scheduler.elapsed
    let before = ranked.first?.turn
    lastTurn += 1
    let name = "\(source) #\(lastTurn)"
    var report = Reference(source: source, priority: priority, name: name, since: now, lastSeen: now)
    if let index = present.firstIndex(where: { $0.source == source && $0.priority == priority }) {
      let old = present.remove(at: index)
      report = Reference(
        source: source, priority: priority, name: name, timesSeen: old.timesSeen + 1, since: old.since,
        lastSeen: now)
    }
    report.expires = resetTime.map { now + max($0, .zero) }
    report.turn = lastTurn
    present.append(report)
    if present.count > 100, let least = ranked.last {
      present.removeAll { $0.turn == least.turn }
    }
    changed(from: before)
    return name
  }

  private func remove(where isGone: (Reference) -> Bool) {
    let before = ranked.first?.turn
    if !present.contains(where: isGone) { return }
    present.removeAll(where: isGone)
    changed(from: before)
  }

  private func changed(from before: Int?) {
    if ranked.first?.turn != before { expected.append(ranked.first?.name) }
    expectedLists?.append(list)
  }

  /// Advances from one expiration to the next, so that events in callbacks have the same time in both.
  private func advance(by time: Duration) {
    isAdvancing = true
    let end = scheduler.elapsed + time
    while let next = present.compactMap(\.expires).min(), next <= end {
      remove { $0.expires == next }
      scheduler.advance(to: .init(offset: next))
    }
    scheduler.advance(to: .init(offset: end))
    isAdvancing = false
  }

  /// By priority, then the newest first.
  private var ranked: [Reference] {
    present.sorted { ($0.priority.rawValue, $0.turn) > ($1.priority.rawValue, $1.turn) }
  }

  private var list: [String] {
    ranked.map { describe($0.name, $0.priority, $0.timesSeen, $0.since, $0.lastSeen, $0.expires) }
  }

  private func describe(_ report: ErrorReport) -> String {
    describe(
      Self.name(report.error) ?? "", report.priority, report.timesSeen, report.since, report.lastSeen,
      report.expires)
  }

  private func describe(
    _ name: String, _ priority: ErrorPriority, _ count: Int, _ since: Duration, _ last: Duration,
    _ expires: Duration?
  ) -> String {
    "\(name) \(priority) ×\(count) \(since) \(last) \(expires.map { "\($0)" } ?? "for good")"
  }
}

@Suite(.timeLimit(.minutes(15))) struct ErrorModelTests {
  @Test func `a tracker shows the first of a list of errors`() {
    expectAgreement(of: ErrorModel.self, seeds: 1_500, length: 40)
  }

  @Test(.slow) func `it does so when there are more than a hundred`() {
    expectAgreement(of: ErrorModel.self, seeds: 6, length: 800)
  }
}
