import Testing

@testable import Processes

@Suite(.timeLimit(.minutes(15))) struct ConditionTests {
  private let condition = Condition()

  @Test func `a wait ends with its time`() {
    condition.withLock {
      #expect(!condition.wait(atMost: .zero))
      #expect(!condition.wait(atMost: .seconds(-1)))
      let begin = ContinuousClock.now
      while condition.wait(atMost: .milliseconds(20)) {}
      #expect(begin.duration(to: .now) >= .milliseconds(20))
    }
  }

  @Test func `a broadcast wakes all that wait, and each has the lock`() async {
    let state = Locked()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask {
          await withCheckedContinuation { continuation in
            #expect(throws: Never.self) {
              try DedicatedThread.start("test") {
                condition.withLock {
                  state.waiting += 1
                  condition.broadcast()
                  while !state.isOpen { _ = condition.wait(atMost: .seconds(600)) }
                  state.woken += 1
                }
                continuation.resume()
              }
            }
          }
        }
      }
      group.addTask {
        await withCheckedContinuation { continuation in
          #expect(throws: Never.self) {
            try DedicatedThread.start("test") {
              condition.withLock {
                while state.waiting < 2 { _ = condition.wait(atMost: .seconds(600)) }
                state.isOpen = true
                condition.broadcast()
              }
              continuation.resume()
            }
          }
        }
      }
    }
    #expect(state.woken == 2)
  }

  /// `@unchecked Sendable`: used under the lock of the condition.
  private final class Locked: @unchecked Sendable {
    var waiting = 0
    var woken = 0
    var isOpen = false
  }
}
