import Programs
import TestSupport
import Testing

@testable import Processes

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What a command leaves in its process group when its program has ended.
@Suite(.timeLimit(.minutes(15))) struct GroupRestTests {
  private let groups = ProcessGroups(capacity: 256)
  private let recorder = CommandRecorder()
  private let ended = Recorded<OutputHolders>()
  private let left = Recorded<LeftGroup>()

  /// A grace period that no test waits for.
  private static let long = Duration.seconds(600)

  private func run(
    _ script: String, grace: Duration = Self.long, stop: StopSequence = StopSequence(), leaves: Bool = false
  ) async -> CommandOutcome {
    var runner = CommandRunner(gracePeriod: grace, outputLimit: .seconds(100), groups: groups)
    runner.pauses = false
    return await runner.run(
      .shell(script), stop: stop, onRest: ended.append, onLeft: leaves ? left.append : nil,
      onLines: recorder.receive)
  }

  /// Whether a process exists and has not ended.
  private func lives(_ process: Int32) -> Bool {
    ProcessStatus.of(process).map { !$0.isZombie } ?? (kill(process, 0) == 0)
  }

  private func process(at line: Int = 0) throws -> Int32 { try #require(Int32(recorder.lines[line])) }

  @Test func `a command that leaves nothing behind is reported as before`() async {
    await expectEqual(run("sleep 0.01"), .exited(0))
    #expect(ended.values.isEmpty)
    #expect(groups.identifiers.isEmpty)
  }

  @Test(arguments: ["", "exec >/dev/null 2>&1; "])
  func `what it leaves behind is ended and named`(prefix: String) async throws {
    await expectEqual(run("(\(prefix)exec sleep 600) & echo $!"), .exited(0))
    let process = try process()
    #expect(!lives(process))
    #expect(ended.values.map { $0.processes.map(\.process) } == [[process]])
    #expect(groups.identifiers.isEmpty)
  }

  @Test func `its own signal is used`() async throws {
    let outcome = await run(
      "sh -c 'trap \"echo asked; exit 0\" USR1; trap \"\" TERM; echo ready; while :; do sleep 0.01; done' & "
        + "read line < /dev/null; sleep 0.2",
      stop: StopSequence(signal: SIGUSR1))
    #expect(outcome == .exited(0))
    #expect(recorder.lines.contains("asked"))
  }

  @Test func `what ignores the signal is killed after the grace period`() async throws {
    let outcome = await run(
      "sh -c 'trap \"\" TERM; while :; do sleep 1; done' & echo $!; sleep 0.1", grace: .milliseconds(50))
    #expect(outcome == .exited(0))
    #expect(try !lives(process()))
    #expect(ended.values.count == 1)
  }

  @Test func `what ends within a moment is not mentioned`() async throws {
    await expectEqual(run("sleep 0.02 & exit 3"), .exited(3))
    #expect(ended.values.isEmpty)
  }

  @Test func `hastening kills it at once`() async throws {
    let steps = Recorded<StopSequence.Event>()
    let stop = StopSequence(onEvent: steps.append)
    async let outcome = run(
      "sh -c 'trap \"\" TERM; while :; do sleep 1; done' & echo $!; sleep 0.1", stop: stop)
    while steps.values.isEmpty { await Task.yield() }
    stop.hasten()
    await expectEqual(outcome, .exited(0))
    #expect(try !lives(process()))
  }

  @Test func `a cancelled command has ended when its whole group has`() async throws {
    let task = Task {
      await run(
        "trap 'exit 0' TERM; (trap '' TERM; exec >/dev/null 2>&1; while :; do sleep 1; done) & echo $!; "
          + "while :; do sleep 0.01; done")
    }
    _ = await recorder.line { !$0.isEmpty }
    task.cancel()
    _ = await task.value
    #expect(try !lives(process()))
    #expect(ended.values.isEmpty)
    #expect(groups.identifiers.isEmpty)
  }

  @Test func `what has left the group goes on`() async throws {
    let command = """
      f=$(mktemp -u); setsid sh -c 'echo $$; exec >/dev/null 2>&1; touch "$0"; exec sleep 600' "$f" &
      while [ ! -e "$f" ]; do sleep 0.01; done; rm "$f"
      """
    await expectEqual(run(command), .exited(0))
    #expect(ended.values.isEmpty)
    let process = try process()
    #expect(lives(process))
    kill(process, SIGKILL)
  }

  // MARK: Left running

  @Test func `it goes on if that is wanted, and may print`() async throws {
    await expectEqual(
      run("sh -c 'while :; do echo more; sleep 0.01; done' & echo $!; exit 4", leaves: true), .exited(4))
    let count = recorder.lines.count
    let group = try #require(left.values.first)
    let process = try #require(Int32(recorder.lines.first { $0 != "more" } ?? ""))
    #expect(group.processes.processes.contains { $0.process == process })
    #expect(groups.identifiers.count == 1)
    // Longer than a pipe that nobody reads would let it live.
    for _ in 0..<20 {
      try await Task.sleep(for: .milliseconds(10))
      #expect(lives(process))
    }
    #expect(recorder.lines.count == count)
    async let end: Void = group.waitUntilEnded()
    await group.end()
    #expect(!lives(process))
    await end
    #expect(groups.identifiers.isEmpty)
    #expect(ended.values.isEmpty)
  }

  @Test func `its end is noticed`() async throws {
    let scratch = try Scratch()
    let path = scratch.path + "/gate"
    #expect(mkfifo(path, 0o600) == 0)
    await expectEqual(run("(read line < \(path)) & exit 0", leaves: true), .exited(0))
    let group = try #require(left.values.first)
    async let end: Void = group.waitUntilEnded()
    let gate = open(path, O_WRONLY | O_CLOEXEC)
    #expect(gate >= 0)
    close(gate)
    await end
    #expect(groups.identifiers.isEmpty)
  }
}
