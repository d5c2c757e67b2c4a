#if !canImport(Combine)
import Dispatch
import Foundation
import SignalboxCore
import SignalboxTesting
import Testing

/// Behaviour of OpenCombine that may be unexpected. The library depends on these facts. If a version
/// changes one of them, these tests fail.
@Suite(.timeLimit(.minutes(15))) struct OpenCombineFactsTests {
  @Test func `prefix finishes only at the element after the last`() {
    let source = PassthroughSubject<Int, Never>()
    let recorder = Recorder(source.prefix(2))
    source.send(1)
    source.send(2)
    #expect(recorder.ended == nil)
    source.send(3)
    #expect(recorder.values == [1, 2])
    #expect(recorder.ended != nil)
  }

  @Test func `first finishes at once`() {
    let source = PassthroughSubject<Int, Never>()
    let recorder = Recorder(source.first())
    source.send(1)
    #expect(recorder.values == [1])
    #expect(recorder.ended != nil)
  }

  @Test func `flatMap passes its subscription down before it subscribes upstream`() {
    let steps = Recorder<String>()
    let upstream = Deferred {
      steps.record("upstream is subscribed")
      return Just(1)
    }
    let subscription = upstream.flatMap { Just($0) }
      .handleEvents(receiveSubscription: { _ in steps.record("downstream has its subscription") })
      .sink { _ in }
    #expect(steps.values == ["downstream has its subscription", "upstream is subscribed"])
    subscription.cancel()
  }

  @Test func `map passes its subscription down after it subscribes upstream`() {
    let steps = Recorder<String>()
    let upstream = Deferred {
      steps.record("upstream is subscribed")
      return Just(1)
    }
    let subscription = upstream.map { $0 }
      .handleEvents(receiveSubscription: { _ in steps.record("downstream has its subscription") })
      .sink { _ in }
    #expect(steps.values == ["upstream is subscribed", "downstream has its subscription"])
    subscription.cancel()
  }

  @Test func `a subject notifies its subscribers in no particular order`() {
    let source = PassthroughSubject<Int, Never>()
    let steps = Recorder<Int>()
    let subscriptions = (0..<50).map { index in source.sink { _ in steps.record(index) } }
    source.send(0)
    #expect(steps.values.sorted() == Array(0..<50))
    #expect(steps.values != Array(0..<50))
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test func `a subject sends recursively`() {
    let source = PassthroughSubject<Int, Never>()
    let steps = Recorder<String>()
    let subscription = source.sink { value in
      steps.record("\(value) begins")
      if value == 1 { source.send(2) }
      steps.record("\(value) ends")
    }
    source.send(1)
    #expect(steps.values == ["1 begins", "2 begins", "2 ends", "1 ends"])
    subscription.cancel()
  }

  @Test func `a subject drops elements for which there is no demand`() {
    let source = PassthroughSubject<Int, Never>()
    let subscriber = ManualSubscriber<Int, Never>()
    source.subscribe(subscriber)
    source.send(1)
    subscriber.subscription?.request(.max(1))
    source.send(2)
    source.send(3)
    #expect(subscriber.received.values == [2])
  }

  @Test func `a publisher of a sequence that is cancelled in an element delivers nothing more`() {
    let subscriber = ManualSubscriber<Int, Never>(demand: .unlimited) { subscriber in
      subscriber.subscription?.cancel()
      return .none
    }
    [1, 2, 3].publisher.subscribe(subscriber)
    #expect(subscriber.received.values == [1])
    #expect(subscriber.completion == nil)
  }

  @Test func `a dropped cancellable cancels`() {
    let cancellations = Recorder<Bool>()
    let source = PassthroughSubject<Int, Never>()
    var subscription: AnyCancellable? = source.handleEvents(receiveCancel: { cancellations.record(true) })
      .sink { _ in }
    #expect(cancellations.values.isEmpty)
    withExtendedLifetime(subscription) {}
    subscription = nil
    #expect(cancellations.values == [true])
  }

  @MainActor @Test(.timeLimit(.minutes(15)))
  func `a sink made on the main actor is called unchecked on the thread that delivers`() {
    let source = UncheckedBox(PassthroughSubject<Int, Never>())
    var values: [Int] = []
    let isOnMain = Recorder<Bool>()
    // The compiler infers that this closure is isolated to the main actor, and neither it nor the runtime
    // checks that.
    let subscription = source.value.sink { value in
      isOnMain.record(Thread.isMainThread)
      values.append(value)
    }
    let isDelivered = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      source.value.send(1)
      isDelivered.signal()
    }
    isDelivered.wait()
    #expect(isOnMain.values == [false])
    #expect(values == [1])
    subscription.cancel()
  }

  @Test func `a subject completes for a subscriber that comes after its completion`() {
    let source = PassthroughSubject<Int, Never>()
    source.send(completion: .finished)
    let recorder = Recorder(source)
    #expect(recorder.values.isEmpty)
    #expect(recorder.ended != nil)
  }
}
#endif
