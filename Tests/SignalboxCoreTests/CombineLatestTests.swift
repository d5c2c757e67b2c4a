import SignalboxCore
import SignalboxTesting
import Testing

@Suite(.timeLimit(.minutes(15))) struct CombineLatestTests {
  private let live = LiveData(data: 0)
  private let subject = PassthroughSubject<String, Never>()

  private func text(_ left: Int, _ right: String) -> String { "\(left)\(right)" }

  @Test func `live data and a publisher are combined from when both have a value`() {
    let received = Recorder(live.combineLatest(subject).map { text($0, $1) })
    live.data = 1
    #expect(received.values == [])
    subject.send("a")
    live.data = 2
    subject.send("b")
    #expect(received.values == ["1a", "2a", "2b"])
  }

  @Test func `an event stream is combined with live data`() {
    let event = FutureEvent<String>()
    let received = Recorder(event.combineLatest(live) { text($1, $0) })
    event.trigger("a")
    live.data = 1
    #expect(received.values == ["0a", "1a"])
  }

  @Test func `three publishers are combined`() {
    let third = CurrentValueSubject<Bool, Never>(true)
    let received = Recorder(live.combineLatest(subject, third) { "\($0)\($1)\($2)" })
    let tuples = Recorder(live.combineLatest(subject, third).map { "\($0.0)\($0.1)\($0.2)" })
    subject.send("a")
    third.send(false)
    live.data = 1
    #expect(received.values == ["0atrue", "0afalse", "1afalse"])
    #expect(tuples.values == received.values)
  }

  @Test func `four publishers are combined, in the types of Combine`() {
    let (third, event) = (CurrentValueSubject<Bool, Never>(true), FutureEvent<Int>())
    typealias Subject = PassthroughSubject<String, Never>
    let three: Publishers.CombineLatest3<LiveData<Int>, Subject, CurrentValueSubject<Bool, Never>> =
      live.combineLatest(subject, third)
    let four:
      Publishers.CombineLatest4<LiveData<Int>, Subject, CurrentValueSubject<Bool, Never>, FutureEvent<Int>> =
        live.combineLatest(subject, third, event)
    let received = Recorder(four.map { "\($0.0)\($0.1)\($0.2)\($0.3)" })
    let transformed = Recorder(live.combineLatest(subject, third, event) { "\($0)\($1)\($2)\($3)" })
    let ofThree = Recorder(three.map { "\($0.0)\($0.1)\($0.2)" })
    subject.send("a")
    event.trigger(7)
    third.send(false)
    live.data = 1
    event.trigger(8)
    #expect(received.values == ["0atrue7", "0afalse7", "1afalse7", "1afalse8"])
    #expect(transformed.values == received.values)
    #expect(ofThree.values == ["0atrue", "0afalse", "1afalse"])
  }

  @Test func `live data combined with live data is live data`() {
    let combined: ReadOnlyLiveData<(Int, Int)> = live.combineLatest(live)
    #expect(combined.data == (0, 0))
    let four: ReadOnlyLiveData<(Int, Int, Int, Int)> = live.combineLatest(live, live, live)
    #expect(four.data == (0, 0, 0, 0))
  }

  @Test func `without demand only the latest pair waits`() {
    let subscriber = ManualSubscriber<String, Never>()
    live.combineLatest(subject) { text($0, $1) }.subscribe(subscriber)
    subject.send("a")
    live.data = 1
    #expect(subscriber.received.values == [])
    subscriber.subscription?.request(.max(1))
    live.data = 2
    live.data = 3
    #expect(subscriber.received.values == ["1a"])
    subscriber.subscription?.request(.max(2))
    live.data = 4
    live.data = 5
    #expect(subscriber.received.values == ["1a", "3a", "4a"])
  }

  @Test func `it finishes when both have finished`() {
    let other = PassthroughSubject<Int, Never>()
    let received = Recorder(subject.combineLatest(other) { text($1, $0) })
    subject.send("a")
    subject.send(completion: .finished)
    other.send(1)
    #expect(received.values == ["1a"])
    #expect(received.ended == nil)
    other.send(completion: .finished)
    guard case .finished = received.ended else { return #expect(received.ended != nil) }
  }

  @Test func `it finishes when one has finished without a value`() {
    let cancellations = Recorder<Bool>()
    let endless = live.handleEvents(receiveCancel: { cancellations.record(true) })
    let received = Recorder(subject.combineLatest(endless) { text($1, $0) })
    subject.send(completion: .finished)
    guard case .finished = received.ended else { return #expect(received.ended != nil) }
    #expect(cancellations.values == [true])
  }

  @Test func `the first failure ends it and cancels the other`() {
    let failing = PassthroughSubject<Int, Failure>()
    let cancellations = Recorder<Bool>()
    let other = live.setFailureType(to: Failure.self)
      .handleEvents(receiveCancel: { cancellations.record(true) })
    let received = Recorder(failing.combineLatest(other) { $0 + $1 })
    failing.send(1)
    failing.send(completion: .failure(Failure("lost")))
    live.data = 2
    #expect(received.values == [1])
    #expect(received.ended?.failureName == "lost")
    #expect(cancellations.values == [true])
  }

  @Test func `cancelling cancels both and releases what they have sent`() {
    weak var sent: Shared<Int>?
    let objects = PassthroughSubject<Shared<Int>, Never>()
    var received: Recorder<Int>? = Recorder(objects.combineLatest(live) { $0.value + $1 })
    do {
      let object = Shared(1)
      sent = object
      objects.send(object)
    }
    #expect(sent != nil)
    received?.cancel()
    received = nil
    #expect(sent == nil)
  }

  /// Runs a closure when it is released.
  private final class Ending: Sendable {
    let onEnd: @Sendable () -> Void
    init(_ onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }
    deinit { onEnd() }
  }

  @Test(arguments: [false, true])
  func `values that are replaced are released without a lock`(haveBothAValue: Bool) {
    let objects = PassthroughSubject<Ending, Never>()
    let other = PassthroughSubject<Int, Never>()
    let subscriber = ManualSubscriber<Int, Never>()
    let ended = Shared(0)
    objects.combineLatest(other) { $1 }.subscribe(subscriber)
    if haveBothAValue { other.send(0) }
    for _ in 1...3 {
      objects.send(
        Ending { [weak subscriber] in
          // This locks the subscription.
          subscriber?.subscription?.request(.none)
          ended.change { $0 += 1 }
        })
    }
    #expect(ended.value == 2)
    subscriber.subscription?.cancel()
    #expect(ended.value == 3)
  }

  @Test func `pairs of many threads come one at a time and end on the last values`() async {
    for _ in 0..<50 {
      let (left, right) = (LiveData(data: 0), LiveData(data: 0))
      // `prefix` makes it a publisher, so that this is not live data.
      let received = Recorder(left.prefix(10_000).combineLatest(right) { [$0, $1] })
      await withTaskGroup(of: Void.self) { group in
        group.addTask { for value in 1...100 { left.data = value } }
        group.addTask { for value in 1...100 { right.data = value } }
      }
      #expect(received.values.last == [100, 100])
      #expect(received.values.count == 201)
      for (earlier, later) in zip(received.values, received.values.dropFirst()) {
        #expect(earlier[0] <= later[0] && earlier[1] <= later[1])
      }
    }
  }
}
