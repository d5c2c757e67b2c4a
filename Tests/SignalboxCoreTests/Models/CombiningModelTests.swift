// Where there is Combine, its own operators are used.
#if !canImport(Combine)
import SignalboxCore
import SignalboxTesting
import Testing

/// `merge` of two to eight publishers and `combineLatest` of two to four, against references that are written
/// without demand that is passed on, locks or threads.
@Suite(.timeLimit(.minutes(15))) struct CombiningModelTests {
  @Test func `merged publishers agree with the reference`() {
    expectAgreement(of: CombiningModel<Merging>.self)
  }

  @Test func `the latest values of publishers agree with the reference`() {
    expectAgreement(of: CombiningModel<CombiningLatest>.self)
  }
}

private typealias Subject = PassthroughSubject<Int, Failure>
private typealias Source = Publishers.HandleEvents<Subject>

/// An operator, and what it has to deliver.
private protocol Combining {
  static var counts: ClosedRange<Int> { get }
  static func combine(_ sources: [Source]) -> AnyPublisher<[Int], Failure>

  init(count: Int)
  /// The subscriber has demanded more.
  mutating func demanded(_ count: Int)
  /// Returns what waits for the subscriber after a value of a source, given what has waited before.
  mutating func receive(_ value: Int, from source: Int, waiting: [[Int]], demand: Int) -> [[Int]]
  /// Whether the end of one of several open sources ends everything.
  func endsAll(_ source: Int) -> Bool
}

private struct CombiningModel<Operator: Combining>: Model {
  enum Event {
    case send(source: Int)
    case finish(source: Int)
    case fail(source: Int)
    case request(Int)
    case cancel
  }

  private let sources: [Subject]
  private let cancelled = Recorder<Int>()
  private var expectedCancelled: Set<Int> = []
  private let subscriber: ManualSubscriber<[Int], Failure>
  private var lastValue = 0

  private var reference: Operator
  private var isOpen: [Bool]
  private var demand = 0
  private var waiting: [[Int]] = []
  private var expected: [[Int]] = []
  private var completion: Subscribers.Completion<Failure>?
  private var expectedCompletion: Subscribers.Completion<Failure>?
  private var isCancelled = false
  /// What each delivered value demands in addition.
  private let demandOfValue: Int

  init(_ random: inout SplitMix) {
    let count = Operator.counts.lowerBound + random.below(Operator.counts.count)
    let sources = (0..<count).map { _ in Subject() }
    self.sources = sources
    let demandOfValue = random.below(2)
    self.demandOfValue = demandOfValue
    subscriber = ManualSubscriber { _ in .max(demandOfValue) }
    reference = Operator(count: count)
    isOpen = Array(repeating: true, count: count)
    let observed = sources.enumerated().map { [cancelled] number, source in
      source.handleEvents(receiveCancel: { cancelled.record(number) })
    }
    Operator.combine(observed).subscribe(subscriber)
  }

  static func event(_ random: inout SplitMix) -> Event {
    let source = random.below(8)
    return switch random.below(30) {
    case 0..<20: .send(source: source)
    case 20..<23: .finish(source: source)
    case 23 where random.oneIn(3): .fail(source: source)
    case 24 where random.oneIn(6): .cancel
    default: .request(1 + random.below(4))
    }
  }

  mutating func perform(_ event: Event) throws {
    switch event {
    case .send(let number):
      let source = number % sources.count
      lastValue += 1
      if isOpen[source], completion == nil {
        waiting = reference.receive(lastValue, from: source, waiting: waiting, demand: demand)
      }
      settle()
      sources[source].send(lastValue)
    case .finish(let number):
      let source = number % sources.count
      if isOpen[source], completion == nil {
        isOpen[source] = false
        if !isOpen.contains(true) || reference.endsAll(source) {
          cancelOpen()
          completion = .finished
        }
      }
      settle()
      sources[source].send(completion: .finished)
    case .fail(let number):
      let source = number % sources.count
      if isOpen[source], completion == nil {
        isOpen[source] = false
        cancelOpen()
        completion = .failure(Failure("\(source)"))
      }
      settle()
      sources[source].send(completion: .failure(Failure("\(source)")))
    case .request(let count):
      demand += count
      reference.demanded(count)
      settle()
      subscriber.subscription?.request(.max(count))
    case .cancel:
      cancelOpen()
      isCancelled = true
      subscriber.subscription?.cancel()
    }
    try compare("values", subscriber.received.values, expected)
    try compare("cancelled sources", cancelled.values.sorted(), expectedCancelled.sorted())
    try compare("end", subscriber.completion, expectedCompletion)
  }

  /// The sources that have not ended are cancelled, each once.
  private mutating func cancelOpen() {
    if isCancelled || completion != nil { return }
    expectedCancelled = Set(isOpen.indices.filter { isOpen[$0] })
  }

  /// Delivers what the demand allows, and the end.
  private mutating func settle() {
    if isCancelled || expectedCompletion != nil { return }
    if case .failure = completion {
      expectedCompletion = completion
      return
    }
    while demand > 0, !waiting.isEmpty {
      expected.append(waiting.removeFirst())
      demand += demandOfValue - 1
      reference.demanded(demandOfValue)
    }
    if waiting.isEmpty { expectedCompletion = completion }
  }
}

private struct Merging: Combining {
  static let counts = 2...8

  static func combine(_ sources: [Source]) -> AnyPublisher<[Int], Failure> {
    let all = sources.map { $0.map { [$0] } }
    return switch all.count {
    case 2: all[0].merge(with: all[1]).eraseToAnyPublisher()
    case 3: all[0].merge(with: all[1], all[2]).eraseToAnyPublisher()
    case 4: all[0].merge(with: all[1], all[2], all[3]).eraseToAnyPublisher()
    case 5: all[0].merge(with: all[1], all[2], all[3], all[4]).eraseToAnyPublisher()
    case 6: all[0].merge(with: all[1], all[2], all[3], all[4], all[5]).eraseToAnyPublisher()
    case 7: all[0].merge(with: all[1], all[2], all[3], all[4], all[5], all[6]).eraseToAnyPublisher()
    default:
      all[0].merge(with: all[1], all[2], all[3], all[4], all[5], all[6], all[7]).eraseToAnyPublisher()
    }
  }

  /// How many values each source may still send.
  private var open: [Int]

  init(count: Int) { open = Array(repeating: 0, count: count) }

  mutating func demanded(_ count: Int) { for source in open.indices { open[source] += count } }

  mutating func receive(_ value: Int, from source: Int, waiting: [[Int]], demand: Int) -> [[Int]] {
    // A subject drops what was not demanded.
    guard open[source] > 0 else { return waiting }
    open[source] -= 1
    return waiting + [[value]]
  }

  func endsAll(_ source: Int) -> Bool { false }
}

private struct CombiningLatest: Combining {
  static let counts = 2...4

  static func combine(_ sources: [Source]) -> AnyPublisher<[Int], Failure> {
    let all = sources
    return switch all.count {
    case 2: all[0].combineLatest(all[1]).map { [$0.0, $0.1] }.eraseToAnyPublisher()
    case 3: all[0].combineLatest(all[1], all[2]) { [$0, $1, $2] }.eraseToAnyPublisher()
    default: all[0].combineLatest(all[1], all[2], all[3]) { [$0, $1, $2, $3] }.eraseToAnyPublisher()
    }
  }

  private var latest: [Int?]

  init(count: Int) { latest = Array(repeating: nil, count: count) }

  mutating func demanded(_ count: Int) {}

  mutating func receive(_ value: Int, from source: Int, waiting: [[Int]], demand: Int) -> [[Int]] {
    latest[source] = value
    let values = latest.compactMap(\.self)
    return values.count == latest.count ? [values] : waiting
  }

  func endsAll(_ source: Int) -> Bool { latest[source] == nil }
}
#endif
