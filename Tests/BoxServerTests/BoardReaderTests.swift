import BoxServer
import Dispatch
import Synchronization
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@MainActor
@Suite(.timeLimit(.minutes(15))) struct BoardReaderTests {
  /// Waits on its thread for something that only the main actor does.
  @Test func `the main actor is free while a board is read`() async {
    let reader = BoardReader()
    let gate = Gate()
    let reading = Task { await reader.read { gate.waitUntilOpen() } }
    // This is a turn of the main actor.
    await Task { gate.open() }.value
    await expectEqual(reading.value, 1)
  }

  @Test func `boards are read one after the other`() async {
    let reader = BoardReader()
    let present = Present()
    let readings = (1...8).map { _ in Task { await reader.read { present.pass() } } }
    var most = 0
    for reading in readings { most = max(most, await reading.value) }
    #expect(most == 1)
  }
}

/// How many threads are here at once.
private final class Present: Sendable {
  private let count = Mutex(0)

  func pass() -> Int {
    let present = count.withLock {
      $0 += 1
      return $0
    }
    sched_yield()
    count.withLock { $0 -= 1 }
    return present
  }
}

/// A thread waits here until another one opens it.
private final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func open() { semaphore.signal() }

  func waitUntilOpen() -> Int {
    semaphore.wait()
    return 1
  }
}
