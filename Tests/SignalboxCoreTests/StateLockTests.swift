import Foundation
import Testing

@testable import SignalboxCore

/// The detection of a misuse of `modify`. The end of the program is not tested here.
@Suite(.timeLimit(.minutes(15))) struct StateLockTests {
  /// A lock that closures can share.
  private final class Shared: Sendable {
    let lock = StateLock()
    var isModifyingHere: Bool { lock.isModifyingOnThisThread() }
  }

  @Test func `only the thread that runs the closure of a modification is in it`() {
    let shared = Shared()
    var value = 0
    #expect(!shared.isModifyingHere)
    shared.lock.modify(&value) { value in
      value = 1
      #expect(shared.isModifyingHere)
      let isOver = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        #expect(!shared.isModifyingHere)
        isOver.signal()
      }
      isOver.wait()
    }
    #expect(value == 1)
    #expect(!shared.isModifyingHere)
  }

  @Test func `a modification that throws has ended`() {
    let shared = Shared()
    var value = 0
    #expect(throws: CancellationError.self) {
      try shared.lock.modify(&value) { _ in throw CancellationError() }
    }
    #expect(!shared.isModifyingHere)
  }
}
