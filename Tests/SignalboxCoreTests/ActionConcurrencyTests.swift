import Dispatch
import SignalboxCore
import SignalboxTesting
import Testing

/// Actions on many threads at once.
@Suite(.timeLimit(.minutes(15))) struct ActionConcurrencyTests {

  @Test func `no caller receives the result of another`() async {
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
  func `every caller receives one end with every policy`(_ policy: WhileExecuting) async {
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

  @Test func `executions and cancellations of many threads end`() {
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

  @Test func `a callback may wait for another thread that starts work`() {
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

  @Test func `releasing the action on another thread gives every caller an end`() async {
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
