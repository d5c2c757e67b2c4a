import Dispatch
import SignalboxCore
import SignalboxTesting
import Testing

/// Activities, errors and requests on many threads at once.
@Suite(.timeLimit(.minutes(15)), .slow) struct TrackerConcurrencyTests {
  // MARK: Activities

  @Test func `many activities leave the indicator idle`() {
    let indicator = ActivityIndicator<Int>()
    let shown = Recorder(indicator.state.map(\.loading))
    for _ in 0..<100 {
      DispatchQueue.concurrentPerform(iterations: 2_000) { number in
        let activity = indicator.begin(associatedValue: number % 3 == 0 ? nil : number)
        activity.update(number + 1)
        activity.end()
      }
      #expect(indicator.state.data == .init(loading: false, associatedValue: nil))
      #expect(shown.values.last == false)
    }
    #expect(indicator.activities.data.isEmpty)
  }

  @Test func `tracked publishers of many threads leave the indicator idle`() {
    let indicator = ActivityIndicator<Int>()
    DispatchQueue.concurrentPerform(iterations: 2_000) { number in
      let subject = PassthroughSubject<Int, Never>()
      let subscription = subject.trackActivity(in: indicator, associatedValue: number)
        .merge(with: number)
        .trackActivity(in: indicator, associatedValueProvider: { $0 }).sink { _ in }
      subject.send(number)
      if number.isMultiple(of: 2) { subject.send(completion: .finished) } else { subscription.cancel() }
    }
    #expect(!indicator.state.data.loading)
    #expect(indicator.activities.data.isEmpty)
  }

  // MARK: Errors and requests

  @Test func `errors of many threads are counted and cleared`() {
    let tracker = ErrorTracker()
    DispatchQueue.concurrentPerform(iterations: 50) { number in
      for _ in 0..<20 {
        tracker.update(with: Failure("e"), resetTime: .seconds(1_000 + number), source: "\(number % 10)")
      }
    }
    #expect(tracker.reports.data.count == 10)
    #expect(tracker.reports.data.map(\.timesSeen).reduce(0, +) == 1_000)
    tracker.reset()
    #expect(tracker.current.data == nil)
  }

  @Test func `a timer of another thread resets an error`() {
    let tracker = ErrorTracker()
    let gone = DispatchSemaphore(value: 0)
    tracker.current.observeForever { if $0 == nil { gone.signal() } }
    tracker.update(with: Failure("e"), resetTime: .milliseconds(1))
    gone.wait()
    #expect(tracker.reports.data.isEmpty)
  }

  @Test func `requests of many threads are counted`() {
    let indicator = NetworkActivityIndicator()
    DispatchQueue.concurrentPerform(iterations: 1_000) { number in
      indicator.requestDidStart(requestID: "\(number)")
      let token = indicator.begin()
      indicator.requestDidStop(requestID: "\(number)")
      token.end()
    }
    #expect(indicator.activeRequestCount.data == 0)
  }

}

extension Publisher where Failure == Never, Output == Int {
  /// A publisher that calls a closure for each element, like most chains.
  fileprivate func merge(with number: Int) -> some Publisher<Int, Never> {
    flatMap { Just($0 + number) }
  }
}
