import Foundation
import Testing

@testable import Processes

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Signals that are ignored by default, so that they disturb no other test.
@Suite(.timeLimit(.minutes(15)), .serialized) struct SignalSourceTests {
  @Test @MainActor func `a signal arrives on the main queue`() async throws {
    let source = try SignalSource(signals: [SIGURG])
    defer { source.close() }
    let signal = await withCheckedContinuation { continuation in
      source.onSignal = { continuation.resume(returning: $0) }
      ProcessEnd.raiseUnblocked(SIGURG)
    }
    #expect(signal == SIGURG)
  }

  @Test @MainActor func `a signal arrives while the main queue is blocked`() throws {
    let arrival = DispatchSemaphore(value: 0)
    let source = try SignalSource(signals: [SIGURG]) { _ in arrival.signal() }
    defer { source.close() }
    ProcessEnd.raiseUnblocked(SIGURG)
    #expect(arrival.wait(timeout: .now() + .seconds(60)) == .success)
  }

  @Test @MainActor func `a closed source restores the earlier action`() throws {
    let source = try SignalSource(signals: [SIGURG])
    source.close()
    #expect(SignalAction.current(of: SIGURG).isDefault)
  }

  @Test @MainActor func `a signal that was ignored stays ignored`() throws {
    signal(SIGURG, SIG_IGN)
    defer { signal(SIGURG, SIG_DFL) }
    let source = try SignalSource(signals: [SIGURG])
    defer { source.close() }
    #expect(SignalAction.current(of: SIGURG).isIgnoring)
  }
}
