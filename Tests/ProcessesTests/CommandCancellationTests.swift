import Fuzzing
import TestSupport
import Testing

@testable import Processes

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite(.timeLimit(.minutes(15))) struct CommandCancellationTests {
  private let groups = ProcessGroups(capacity: 256)
  private let recorder = CommandRecorder()

  /// A shell runs a trap at once only during `wait`; otherwise it runs it after the end of the present
  /// command.
  private static let interruptibleSleep = "sleep 1000 >/dev/null 2>&1 & echo ready; wait"

  /// Starts the script, cancels it when it has printed "ready", and waits for its outcome.
  private func cancel(_ script: String, gracePeriod: Duration) async -> CommandOutcome {
    let runner = CommandRunner(gracePeriod: gracePeriod, groups: groups)
    let task = Task { await runner.run(.shell(script), onLines: recorder.receive) }
    _ = await recorder.line { $0 == "ready" }
    task.cancel()
    return await task.value
  }

  @Test func `a command ends by SIGTERM`() async {
    await expectEqual(cancel("echo ready; exec sleep 1000", gracePeriod: .seconds(60)), .signalled(SIGTERM))
  }

  @Test func `a command may clean up and end with its own code`() async {
    let script = "trap 'echo cleaned up; exit 7' TERM; \(Self.interruptibleSleep)"
    await expectEqual(cancel(script, gracePeriod: .seconds(60)), .exited(7))
    #expect(recorder.lines.contains("cleaned up"))
  }

  @Test func `a command that ignores SIGTERM is killed after the grace period`() async throws {
    let lifeline = try Lifeline()
    let script = """
      exec 9>"\(lifeline.path)"
      trap '' TERM; echo ready; while :; do sleep 1000; done
      """
    await expectEqual(cancel(script, gracePeriod: .milliseconds(50)), .signalled(SIGKILL))
    #expect(try await lifeline.hasEnded())
  }

  @Test func `the whole group ends`() async throws {
    let lifeline = try Lifeline()
    let script = """
      exec 9>"\(lifeline.path)"
      sleep 1000 & (sleep 1000 & sleep 1000) & sleep 1000 | sleep 1000 &
      echo ready; wait
      """
    await expectEqual(cancel(script, gracePeriod: .seconds(60)), .signalled(SIGTERM))
    #expect(try await lifeline.hasEnded())
  }

  @Test func `a grandchild has the grace period to clean up when the leader has none`() async {
    let script = """
      sh -c 'trap "echo cleaned up; exit" TERM; \(Self.interruptibleSleep)'
      true
      """
    await expectEqual(cancel(script, gracePeriod: .seconds(60)), .signalled(SIGTERM))
    #expect(recorder.lines.contains("cleaned up"))
  }

  @Test func `a grandchild that ignores SIGTERM is killed when the leader has ended`() async throws {
    let lifeline = try Lifeline()
    let script = """
      exec 9>"\(lifeline.path)"
      sh -c 'trap "" TERM; echo ready; while :; do sleep 1000; done'
      true
      """
    await expectEqual(cancel(script, gracePeriod: .milliseconds(50)), .signalled(SIGTERM))
    #expect(try await lifeline.hasEnded())
  }

  @Test(.timeLimit(.minutes(15))) func `a stopped command ends by SIGTERM`() async throws {
    let lifeline = try Lifeline()
    let script = "exec 9>\"\(lifeline.path)\"; trap 'echo cleaned up; exit 7' TERM; echo $$; kill -STOP 0"
    let runner = CommandRunner(gracePeriod: .seconds(30), groups: groups)
    let task = Task { await runner.run(.shell(script), onLines: recorder.receive) }
    let leader = try #require(Int32(await recorder.line { _ in true }))
    var information = siginfo_t()
    #expect(waitid(P_PID, id_t(leader), &information, WSTOPPED | WNOWAIT) == 0)
    task.cancel()
    await expectEqual(task.value, .exited(7))
    #expect(recorder.lines.contains("cleaned up"))
    #expect(try await lifeline.hasEnded())
  }

  @Test(.timeLimit(.minutes(15))) func `a cancelled command has ten seconds to end by itself`() {
    #expect(CommandRunner().gracePeriod == .seconds(10))
  }

  @Test(.timeLimit(.minutes(15)))
  func `the rest of a group has only the remaining grace period`() async throws {
    let script = """
      sh -c 'trap "" TERM; echo $$; while :; do sleep 1000; done' &
      trap 'read line <"$GATE"; exit 3' TERM; wait
      """
    let scratch = try Scratch()
    let gate = scratch.path + "/gate"
    try #require(mkfifo(gate, 0o600) == 0)
    let runner = CommandRunner(gracePeriod: .milliseconds(500), groups: groups)
    let task = Task {
      await runner.run(.shell(script), environment: ["GATE": gate], onLines: recorder.receive)
    }
    _ = await recorder.line { Int32($0) != nil }
    let start = ContinuousClock.now
    task.cancel()
    await expectEqual(task.value, .signalled(SIGKILL))
    #expect(ContinuousClock.now - start >= .milliseconds(450))
  }

  @Test func `a command that prints without end is cancelled`() async throws {
    let lifeline = try Lifeline()
    let outcome = await cancel("exec 9>\"\(lifeline.path)\"; echo ready; exec yes", gracePeriod: .seconds(60))
    #expect(outcome == .signalled(SIGTERM))
    #expect(try await lifeline.hasEnded())
  }

  @Test func `a command that has closed its output is cancelled`() async {
    let script = "echo ready; exec >&- 2>&-; exec sleep 1000"
    await expectEqual(cancel(script, gracePeriod: .seconds(60)), .signalled(SIGTERM))
  }

  @Test func `killAll ends commands at once`() async throws {
    let lifeline = try Lifeline()
    let script = """
      exec 9>"\(lifeline.path)"
      trap '' TERM; sleep 1000 & echo ready; while :; do sleep 1000; done
      """
    let runner = CommandRunner(gracePeriod: .seconds(60), groups: groups)
    let task = Task { await runner.run(.shell(script), onLines: recorder.receive) }
    _ = await recorder.line { $0 == "ready" }

    groups.killAll()

    await expectEqual(task.value, .signalled(SIGKILL))
    #expect(try await lifeline.hasEnded())
    #expect(groups.identifiers == [])
  }

  @Test func `a second interrupt does not wait for the grace period`() async {
    let script = "trap 'echo stubborn; exec sleep 1000' TERM; \(Self.interruptibleSleep)"
    let runner = CommandRunner(gracePeriod: .seconds(600), groups: groups)
    let task = Task { await runner.run(.shell(script), onLines: recorder.receive) }
    _ = await recorder.line { $0 == "ready" }
    task.cancel()
    _ = await recorder.line { $0 == "stubborn" }

    groups.killAll()

    await expectEqual(task.value, .signalled(SIGKILL))
  }

  @Test(.slow) func `cancelling at any moment leaves nothing behind`() async throws {
    let lifeline = try Lifeline()
    let runner = CommandRunner(gracePeriod: .milliseconds(20), groups: groups)
    var random = SeededGenerator(seed: 1)
    for _ in 0..<10 {
      let tasks = (0..<20).map { _ in
        Task {
          await runner.run(.shell("exec 9>\"\(lifeline.path)\"; sleep 1000 & echo ready; wait")) { _ in }
        }
      }
      for task in tasks.shuffled(using: &random) {
        for _ in 0..<Int.random(in: 0...50, using: &random) { await Task.yield() }
        task.cancel()
      }
      for task in tasks {
        let outcome = await task.value
        #expect(outcome == .signalled(SIGTERM) || outcome == .cannotStart("cancelled before it started"))
      }
      #expect(groups.identifiers == [])
    }
    #expect(try await lifeline.hasEnded())
  }
}
