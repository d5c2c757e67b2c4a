import Board
import Boundary
import Dispatch
import SignalboxCore
import SignalboxTesting
import TestSupport
import Testing

@testable import Inputs
@testable import Jobs

/// A disk may hang.
@Suite(.timeLimit(.minutes(15))) @MainActor struct InputPatienceTests {
  @Test func `a command starts after ten seconds, and nothing is known of its inputs`() async throws {
    let scratch = try Scratch()
    try scratch.write("1", to: "a")
    try scratch.write("actions: { test: { run: 'true', inputs: a } }", to: "board.yml")
    let board = try Board.load(contentsOf: scratch.path + "/board.yml")
    let (scheduler, disk) = (TestScheduler(), DispatchSemaphore(value: 0))
    var environment = JobEnvironment.live()
    environment.scheduler = scheduler
    environment.keptInputs = { _ in
      disk.wait()
      return nil
    }
    let monitor = InputMonitor(Station(scheduler: scheduler), environment)
    monitor.take(board.actions, of: board)
    try expectEqual(#require(await attempt(monitor)).snapshot?.count, 1)

    // The next look waits for the disk.
    _ = monitor.restore("test", key: "k")
    let attempt = await attempt(monitor) {
      scheduler.advance(by: InputMonitor.limit - .milliseconds(1))
      #expect(monitor.attempts.count == 1, "it waits")
      scheduler.advance(by: .milliseconds(1))
    }
    try expectEqual(
      #require(attempt).snapshot?.count, nil, "what was known before says nothing about this attempt")

    // Who is watched starts once more when the files can be read.
    let job = try #require(Interlocking(board, environment: environment)["test"]).inputSubject
    let looks = AsyncStream.makeStream(of: Void.self)
    monitor.onChange = { looks.continuation.yield() }
    disk.signal()
    for await _ in looks.stream where monitor.out.isEmpty { break }
    let change = monitor.change(of: job) { _ in nil }.change
    #expect(change?.isGuess == true, "\(String(describing: change))")
  }

  /// Begins an attempt.
  /// - Parameter meanwhile: Called when the look is out.
  private func attempt(_ monitor: InputMonitor, meanwhile: () -> Void = {}) async -> InputAttempt? {
    let begun = AsyncStream.makeStream(of: UInt64?.self)
    let onEnd = { (ticket: InputTicket?) in
      begun.continuation.yield(ticket?.number)
      begun.continuation.finish()
    }
    monitor.begin("test", onSlow: {}, identity: { _ in .nothing }, onEnd)
    meanwhile()
    for await number in begun.stream { return number.flatMap { monitor.attempts[$0] } }
    return nil
  }
}
