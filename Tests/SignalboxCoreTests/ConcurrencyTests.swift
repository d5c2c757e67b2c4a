import Dispatch
import SignalboxCore
import SignalboxTesting
import Testing

/// What holds on many threads at once. Nothing here waits for time to pass, only for conditions.
@Suite struct ConcurrencyTests {
  // MARK: Live data

  @Test func concurrentSetsAreEachHeardOnceAndTheLastIsTheStoredOne() {
    for _ in 0..<50 {
      let live = LiveData(data: -1)
      let first = Recorder<Int>()
      let second = Recorder<Int>()
      live.observeForever { first.record($0) }
      live.observeForever { second.record($0) }
      DispatchQueue.concurrentPerform(iterations: 50) { live.data = $0 }
      #expect(first.values.sorted() == Array(0..<50))
      #expect(first.values == second.values)
      #expect(first.values.last == live.data)
    }
  }

  @Test func concurrentModificationsLoseNothing() {
    let live = LiveData(data: 0)
    let heard = Recorder<Int>()
    live.observeForever { heard.record($0) }
    DispatchQueue.concurrentPerform(iterations: 50) { _ in
      for _ in 0..<100 { live.modify { $0 += 1 } }
    }
    #expect(live.data == 5_000)
    #expect(heard.values == Array(1...5_000))
  }

  @Test func subscribersThatComeMeanwhileMissNothingAndEndOnTheLast() {
    for _ in 0..<50 {
      let live = LiveData(data: 0)
      let recorders = Shared<[Recorder<Int>]>([])
      DispatchQueue.concurrentPerform(iterations: 8) { index in
        if index.isMultiple(of: 2) {
          for _ in 0..<50 { live.modify { $0 += 1 } }
        } else {
          let recorder = Recorder(live)
          recorders.change { $0.append(recorder) }
        }
      }
      for recorder in recorders.value {
        let values = recorder.values
        #expect(values.last == 200)
        #expect(values == Array((values.first ?? 0)...200))
      }
    }
  }

  @Test func derivedLiveDataEndOnTheLastWhoeverSubscribesWhen() {
    for _ in 0..<100 {
      let left = LiveData(data: 0)
      let right = LiveData(data: 0)
      let sum = left.combineLatest(right).map { $0.0 + $0.1 }
      let recorders = Shared<[Recorder<Int>]>([])
      let distinct = Shared<[Recorder<Int>]>([])
      DispatchQueue.concurrentPerform(iterations: 6) { index in
        switch index % 3 {
        case 0: for value in 1...20 { left.data = value }
        case 1: for value in 1...20 { right.data = value }
        default:
          let recorder = Recorder(sum)
          recorders.change { $0.append(recorder) }
          let other = Recorder(left.combineLatest(right).map(\.1).removeDuplicates())
          distinct.change { $0.append(other) }
        }
      }
      left.data = 20
      right.data = 20
      #expect(recorders.value.map(\.values.last) == [40, 40])
      #expect(distinct.value.map(\.values.last) == [20, 20])
      for recorder in distinct.value {
        #expect(zip(recorder.values, recorder.values.dropFirst()).allSatisfy { $0 != $1 })
      }
    }
  }

  @Test func derivedLiveDataWithoutAFinalSetEndOnTheLastToo() {
    for round in 0..<300 {
      let left = LiveData(data: 0)
      let right = LiveData(data: 0)
      let pair = left.combineLatest(right).map { [$0.0, $0.1] }
      let early = Recorder(pair)
      let late = Shared<Recorder<[Int]>?>(nil)
      DispatchQueue.concurrentPerform(iterations: 3) { index in
        switch index {
        case 0: for value in 1...3 { left.data = value }
        case 1: for value in 1...3 { right.data = value }
        default: late.value = Recorder(round.isMultiple(of: 2) ? pair : pair.removeDuplicates())
        }
      }
      #expect(early.values.last == [3, 3])
      #expect(late.value?.values.last == [3, 3])
    }
  }

  @Test func observersComeAndGoWhileOthersSet() {
    let live = LiveData(data: 0)
    DispatchQueue.concurrentPerform(iterations: 8) { index in
      for value in 0..<200 {
        if index < 2 { live.data = value }
        let owner = Owner()
        let observer = live.observe(owner: owner) { _ in }
        live.map { $0 + 1 }.observe(owner: owner) { _ in }
        if value.isMultiple(of: 2) { live.remove(observer: observer) }
      }
    }
    let heard = Recorder(live)
    live.data = 7
    #expect(heard.values.last == 7)
  }

  @Test func aRemovedObserverIsSilentWhileOthersSet() {
    let live = LiveData(data: 0)
    let isRemoved = Shared(false)
    let late = Shared(0)
    DispatchQueue.concurrentPerform(iterations: 2) { index in
      if index == 0 { for value in 0..<2_000 { live.data = value } }
      if index == 1 {
        for _ in 0..<200 {
          isRemoved.value = false
          let observer = live.observeForever { _ in if isRemoved.value { late.change { $0 += 1 } } }
          live.remove(observer: observer)
        }
      }
    }
    // A call that had begun may still be under way at the removal; none begins later.
    live.observeForever { _ in }
    isRemoved.value = true
    late.value = 0
    live.data = -1
    #expect(late.value == 0)
  }

  @Test func aCallbackMayWaitForAnotherThreadThatUsesTheSameObject() {
    let live = LiveData(data: 0)
    let heard = Recorder<Int>()
    live.observeForever { value in
      heard.record(value)
      guard value == 1 else { return }
      let done = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        live.data = 2
        let observer = live.observeForever { _ in }
        _ = Recorder(live)
        live.remove(observer: observer)
        done.signal()
      }
      done.wait()
    }
    live.data = 1
    #expect(heard.values == [1, 2])
  }

  @Test func aSingleEventIsHeardOnceByEverybody() {
    for _ in 0..<100 {
      let event = SingleEvent<Int>()
      let counts = Shared([Int](repeating: 0, count: 8))
      DispatchQueue.concurrentPerform(iterations: 12) { index in
        if index < 8 {
          event.observeForever { _ in counts.change { $0[index] += 1 } }
        } else {
          event.trigger(index)
        }
      }
      #expect(counts.value == [Int](repeating: 1, count: 8))
    }
  }

  // MARK: Activities

  @Test func manyActivitiesLeaveTheIndicatorIdle() {
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

  @Test func trackedPublishersOfManyThreadsLeaveTheIndicatorIdle() {
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

  @Test func errorsOfManyThreadsAreCountedAndCleared() {
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

  @Test func aTimerOfAnotherThreadResetsAnError() {
    let tracker = ErrorTracker()
    let gone = DispatchSemaphore(value: 0)
    tracker.current.observeForever { if $0 == nil { gone.signal() } }
    tracker.update(with: Failure("e"), resetTime: .milliseconds(1))
    gone.wait()
    #expect(tracker.reports.data.isEmpty)
  }

  @Test func requestsOfManyThreadsAreCounted() {
    let indicator = NetworkActivityIndicator()
    DispatchQueue.concurrentPerform(iterations: 1_000) { number in
      indicator.requestDidStart(requestID: "\(number)")
      let token = indicator.begin()
      indicator.requestDidStop(requestID: "\(number)")
      token.end()
    }
    #expect(indicator.activeRequestCount.data == 0)
  }

  // MARK: Actions

  @Test func nobodyGetsTheResultOfAnother() async {
    let action = Action<Int, Int>(whileExecuting: .concurrent()) { input in
      await Task.yield()
      return input
    }
    let wrong = await withTaskGroup(of: Int.self) { group in
      for thread in 0..<4 {
        group.addTask {
          var wrong = 0
          for number in 0..<300 {
            let input = thread * 1_000 + number
            if (try? await action.execute(input).value) != input { wrong += 1 }
          }
          return wrong
        }
      }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
    #expect(action.state.data == ActionState(enabled: true, executing: false, running: 0, waiting: 0))
  }

  @Test(arguments: [WhileExecuting.reject, .queue(), .restart, .concurrent(limit: 2)])
  func everyCallerGetsOneEndWhateverThePolicy(_ policy: WhileExecuting) async {
    let action = Action<Int, Int>(whileExecuting: policy) { input in
      await Task.yield()
      return input
    }
    let outcomes = await withTaskGroup(of: String.self) { group in
      for number in 0..<1_200 {
        group.addTask {
          do {
            return try await action.execute(number).value == number ? "own" : "other"
          } catch {
            return (error as? ActionError)?.name ?? "?"
          }
        }
      }
      return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
    #expect(outcomes.values.reduce(0, +) == 1_200)
    #expect(Set(outcomes.keys).isSubset(of: ["own", "notEnabled", "cancelled"]))
    #expect((outcomes["own"] ?? 0) > 0)
    #expect(action.state.data == ActionState(enabled: true, executing: false, running: 0, waiting: 0))
  }

  @Test func executionsAndCancellationsOfManyThreadsEnd() {
    let ends = Shared(0)
    let all = Kept()
    do {
      let action = Action<Int, Int>(whileExecuting: .queue()) { _ in PassthroughSubject<Int, Never>() }
      DispatchQueue.concurrentPerform(iterations: 8) { index in
        for number in 0..<100 {
          let execution = action.execute(number)
          all.keep(
            execution.sink(
              receiveCompletion: { _ in ends.change { $0 += 1 } }, receiveValue: { _ in }))
          if number.isMultiple(of: 3) { execution.cancel() }
          if number.isMultiple(of: 50) { action.cancel() }
        }
        if index == 0 { action.cancel() }
      }
    }
    #expect(ends.value == 800)
    all.removeAll()
  }

  @Test func aCallbackMayWaitForAnotherThreadThatStartsWork() {
    let action = Action<Int, Int>(whileExecuting: .queue()) { Just($0) }
    let elements = Recorder<Int>()
    action.elements.observeForever { element in
      elements.record(element)
      guard element == 1 else { return }
      let done = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        action.execute(2)
        done.signal()
      }
      done.wait()
    }
    action.execute(1)
    #expect(elements.values == [1, 2])
  }

  @Test func releasingTheActionOnAnotherThreadGivesEveryCallerAnEnd() async {
    for _ in 0..<50 {
      let action = Shared<Action<Int, Int>?>(
        Action(whileExecuting: .queue()) { input in
          await Task.yield()
          return input
        })
      let executions = (0..<10).compactMap { action.value?.execute($0) }
      async let release: Void = Task.detached { action.value = nil }.value
      for execution in executions { _ = try? await execution.finished() }
      await release
    }
  }
}

extension Publisher where Failure == Never, Output == Int {
  /// A publisher that needs a closure for each element, like most chains.
  fileprivate func merge(with number: Int) -> some Publisher<Int, Never> {
    flatMap { Just($0 + number) }
  }
}
