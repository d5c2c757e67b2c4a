import SignalboxCore
import SignalboxTesting
import Testing

@Suite(.timeLimit(.minutes(15))) struct MergeTests {
  private let first = PassthroughSubject<Int, Never>()
  private let second = PassthroughSubject<Int, Never>()

  @Test func `values come as they are sent`() {
    let received = Recorder(first.merge(with: second))
    first.send(1)
    second.send(2)
    first.send(3)
    #expect(received.values == [1, 2, 3])
  }

  @Test func `live data and events are merged with publishers of other types`() {
    let live = LiveData(data: 0)
    let event = FutureEvent<Int>()
    let received = Recorder(live.merge(with: event, first))
    event.trigger(1)
    live.data = 2
    first.send(3)
    #expect(received.values == [0, 1, 2, 3])
  }

  @Test func `the types are those of Combine, also one by one`() {
    let live = LiveData(data: 0)
    let values = first.map { $0 * 10 }
    typealias Values = Publishers.Map<PassthroughSubject<Int, Never>, Int>
    typealias Subject = PassthroughSubject<Int, Never>
    let three: Publishers.Merge3<LiveData<Int>, Values, Subject> = live.merge(with: values).merge(
      with: second)
    let four: Publishers.Merge4<LiveData<Int>, Values, Subject, Just<Int>> = three.merge(with: Just(1))
    let five: Publishers.Merge5<LiveData<Int>, Values, Subject, Just<Int>, Just<Int>> =
      live.merge(with: values, second, Just(1), Just(2))
    let eight = five.merge(with: Just(3)).merge(with: Just(4)).merge(with: Just(5))
    let received = Recorder(eight)
    let fromFour = Recorder(four)
    first.send(7)
    second.send(8)
    #expect(received.values == [0, 1, 2, 3, 4, 5, 70, 8])
    #expect(fromFour.values == [0, 1, 70, 8])
    #expect(eight.a === live && eight.h == Just(5))
  }

  @Test func `publishers are equal if those that they merge are`() {
    let one = Just(1)
    #expect(one.merge(with: Just(2), Just(3)) == Publishers.Merge3(Just(1), Just(2), Just(3)))
    #expect(one.merge(with: Just(2), Just(3)) != Publishers.Merge3(Just(1), Just(2), Just(4)))
    #expect(Publishers.MergeMany(Just(1), Just(2)) != Publishers.MergeMany(Just(1)))
    #expect(one.combineLatest(Just(2)) == Publishers.CombineLatest(Just(1), Just(2)))
    #expect(one.combineLatest(Just(2)) != Publishers.CombineLatest(Just(1), Just(1)))
  }

  @Test func `any number of publishers of one type are merged`() {
    let subjects = (0..<5_000).map { _ in PassthroughSubject<Int, Never>() }
    let received = Recorder(Publishers.MergeMany(subjects).merge(with: first))
    for (index, subject) in subjects.enumerated() { subject.send(index) }
    first.send(-1)
    #expect(received.values == Array(0..<5_000) + [-1])
  }

  @Test func `without publishers it finishes at once`() {
    let received = Recorder(Publishers.MergeMany([PassthroughSubject<Int, Never>]()))
    guard case .finished = received.ended else { return #expect(received.ended != nil) }
  }

  @Test func `it finishes when all have finished, after the values that wait`() {
    let subscriber = ManualSubscriber<Int, Never>(demand: .max(1))
    first.merge(with: second).subscribe(subscriber)
    first.send(1)
    second.send(2)
    first.send(completion: .finished)
    second.send(completion: .finished)
    #expect(subscriber.received.values == [1])
    #expect(subscriber.completion == nil)
    subscriber.subscription?.request(.max(1))
    #expect(subscriber.received.values == [1, 2])
    #expect(subscriber.completion != nil)
  }

  @Test func `each is asked for what the subscriber demands, and nothing of it is lost`() {
    let subscriber = ManualSubscriber<Int, Never>()
    let requests = Recorder<Int?>()
    (1...10).publisher
      .handleEvents(receiveRequest: { requests.record($0.max) })
      .merge(with: (11...20).publisher).subscribe(subscriber)
    subscriber.subscription?.request(.max(2))
    #expect(subscriber.received.values == [1, 2])
    #expect(requests.values == [2])
    subscriber.subscription?.request(.max(3))
    subscriber.subscription?.request(.unlimited)
    #expect(Set(subscriber.received.values) == Set(1...20))
    #expect(subscriber.received.values.filter { $0 <= 10 } == Array(1...10))
    #expect(subscriber.completion != nil)
  }

  @Test func `a publisher that is subscribed to later is asked for all that was demanded before`() {
    let subscriber = ManualSubscriber<Int, Never>(demand: .max(2))
    let requests = Recorder<Int?>()
    let early = first.handleEvents(receiveSubscription: { _ in subscriber.subscription?.request(.max(1)) })
    early.merge(with: second.handleEvents(receiveRequest: { requests.record($0.max) })).subscribe(subscriber)
    #expect(requests.values == [3])
  }

  @Test func `what waits is released with the cancellation`() {
    weak var sent: Shared<Int>?
    let objects = FutureEvent<Shared<Int>>()
    let subscriber = ManualSubscriber<Shared<Int>, Never>()
    objects.merge(with: Just(Shared(0))).subscribe(subscriber)
    subscriber.subscription?.request(.max(1))
    do {
      let object = Shared(1)
      sent = object
      objects.trigger(object)
    }
    #expect(sent != nil)
    subscriber.subscription?.cancel()
    #expect(sent == nil)
  }

  @Test func `demand that a value returns is passed on`() {
    let subscriber = ManualSubscriber<Int, Never>(demand: .max(1), onInput: { _ in .max(1) })
    (1...3).publisher.append(4).merge(with: second.prefix(0)).subscribe(subscriber)
    #expect(subscriber.received.values == [1, 2, 3, 4])
  }

  @Test func `an endless publisher delivers at once and is cancelled`() {
    let endless = sequence(first: 1) { $0 + 1 }.publisher
    let received = Recorder(endless.merge(with: second).prefix(3))
    #expect(received.values == [1, 2, 3])
    guard case .finished = received.ended else { return #expect(received.ended != nil) }
  }

  @Test func `the first failure ends it at once and cancels the other`() {
    let failing = PassthroughSubject<Int, Failure>()
    let cancellations = Recorder<Bool>()
    let other = second.setFailureType(to: Failure.self)
      .handleEvents(receiveCancel: { cancellations.record(true) })
    let subscriber = ManualSubscriber<Int, Failure>(demand: .max(1))
    failing.merge(with: other).subscribe(subscriber)
    failing.send(1)
    second.send(2)
    failing.send(completion: .failure(Failure("lost")))
    #expect(subscriber.received.values == [1])
    #expect(subscriber.completion == .failure(Failure("lost")))
    #expect(cancellations.values == [true])
  }

  @Test func `a publisher that comes after the cancellation is cancelled`() {
    let cancellations = Recorder<Bool>()
    let subscriber = ManualSubscriber<Int, Never>()
    let late = second.handleEvents(
      receiveSubscription: { _ in subscriber.subscription?.cancel() },
      receiveCancel: { cancellations.record(true) })
    late.merge(with: first.handleEvents(receiveCancel: { cancellations.record(false) })).subscribe(subscriber)
    #expect(cancellations.values == [true, false])
  }

  @Test func `values of many threads come one at a time and each once`() async {
    let (left, right) = (FutureEvent<Int>(), FutureEvent<Int>())
    let inside = Shared(0)
    let received = Recorder<Int>()
    let subscription = left.merge(with: right).sink { value in
      inside.value += 1
      if inside.value != 1 { received.record(-1) }
      received.record(value)
      inside.value -= 1
    }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for value in 0..<1_000 { left.trigger(value) } }
      group.addTask { for value in 1_000..<2_000 { right.trigger(value) } }
    }
    #expect(received.values.sorted() == Array(0..<2_000))
    #expect(received.values.filter { $0 < 1_000 } == Array(0..<1_000))
    withExtendedLifetime(subscription) {}
  }
}
