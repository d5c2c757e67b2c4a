import Essentials
import TestSupport
import Testing

@testable import Processes

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite(.timeLimit(.minutes(15))) struct DedicatedThreadTests {
  /// Signals its end.
  private final class Token: Sendable {
    let onEnd: @Sendable () -> Void
    init(onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }
    deinit { onEnd() }
  }

  @Test func `the closure runs once on another thread, and is released`() async throws {
    let caller = MonotonicTime.ofThread
    let runs = Recorded<Int>()
    await withCheckedContinuation { continuation in
      let token = Token { continuation.resume() }
      #expect(throws: Never.self) {
        try DedicatedThread.start("test") {
          withExtendedLifetime(token) { runs.append(MonotonicTime.ofThread) }
        }
      }
    }
    #expect(runs.values.count == 1)
    // The processor time of a new thread begins at zero.
    #expect(try #require(runs.values.first) <= max(caller, 10_000_000))
  }

  #if os(Linux)
  @Test func `the system shows the first 15 bytes of the name`() async throws {
    let name = await withCheckedContinuation { continuation in
      #expect(throws: Never.self) {
        try DedicatedThread.start("signalbox.with-a-long-name") {
          let shown = FileManager.default.contents(atPath: "/proc/thread-self/comm")
          continuation.resume(returning: String(decoding: shown ?? Data(), as: UTF8.self))
        }
      }
    }
    #expect(name == "signalbox.with-\n")
  }
  #endif

  @Test(arguments: [true, false]) func `signals are blocked in a thread that takes none`(takesSignals: Bool)
    async
  {
    let blocked = await withCheckedContinuation { continuation in
      #expect(throws: Never.self) {
        try DedicatedThread.start("test", takesSignals: takesSignals) {
          SignalMask.unblock(takesSignals ? SIGPIPE : SIGUSR1)
          var mask = sigset_t()
          pthread_sigmask(SIG_BLOCK, nil, &mask)
          continuation.resume(returning: [SIGPIPE, SIGTERM, SIGSEGV].map { sigismember(&mask, $0) == 1 })
        }
      }
    }
    #expect(blocked[0] == !takesSignals)
    if !takesSignals { #expect(blocked == [true, true, false]) }
  }

  @Test func `a thread that cannot be created is an error, and its closure is released`() async {
    await withCheckedContinuation { continuation in
      let token = Token { continuation.resume() }
      #expect(throws: SystemCallError.self) {
        // No process has so large an address space.
        try DedicatedThread.start("test", stackSize: 1 << 60) { _ = token }
      }
    }
  }
}
