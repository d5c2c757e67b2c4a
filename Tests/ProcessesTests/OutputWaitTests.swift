import Programs
import TestSupport
import Testing

@testable import Processes

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

#if os(Linux)  // macOS has no setsid(1), and does not tell who holds a pipe
/// Commands whose output is held open by a descendant that has left their session.
@Suite(.timeLimit(.minutes(15))) struct OutputWaitTests {
  private let outputs = OpenOutputs()
  private let recorder = CommandRecorder()
  private let waits = Recorded<OutputHolders>()
  /// Starts a descendant, and prints its number once that has a session of its own and its last name.
  private let leaver = """
    setsid sleep 1000 & pid=$!
    until [ "$name" = sleep ]; do read name </proc/$pid/comm; done
    echo $pid
    """

  private func run(_ script: String, gracePeriod: Duration = .milliseconds(200)) async -> CommandOutcome {
    let runner = CommandRunner(
      gracePeriod: gracePeriod, outputLimit: .milliseconds(200), groups: ProcessGroups(capacity: 8),
      outputs: outputs)
    return await runner.run(
      .shell(script), onWait: waits.append, onLines: recorder.receive)
  }

  @Test func `the holders of the output of an ended command are reported once`() async throws {
    await expectEqual(run(leaver), .exited(0))
    let survivor = try #require(recorder.lines.first.flatMap { Int32($0) })
    defer { kill(survivor, SIGKILL) }
    #expect(waits.values.map(\.description) == ["sleep (pid \(survivor))"])
    #expect(waits.values.first?.areOutOfReach == true)
    // It may be a service that the command was meant to start.
    #expect(outputs.survivors == nil)
  }

  @Test func `a process that survives a cancelled command is known until it ends`() async throws {
    let task = Task { await run(leaver + "\nexec sleep 1000") }
    let survivor = try #require(Int32(await recorder.line { _ in true }))
    defer { kill(survivor, SIGKILL) }
    #expect(outputs.survivors?.processes.map(\.process) == [survivor])
    task.cancel()
    await expectEqual(task.value, .signalled(SIGTERM))
    #expect(waits.values.map(\.description) == ["sleep (pid \(survivor))"])
    #expect(outputs.survivors.map { "\($0)" } == "sleep (pid \(survivor))")
    kill(survivor, SIGKILL)
    while outputs.survivors != nil { await Task.yield() }
  }

  @Test func `a group that ends slowly is reported, and can be killed`() async throws {
    let script = "sh -c 'trap \"\" TERM; echo $$; exec sleep 1000'; true"
    let task = Task { await run(script, gracePeriod: .seconds(1_000)) }
    let stubborn = try #require(Int32(await recorder.line { _ in true }))
    task.cancel()
    while waits.values.isEmpty { await Task.yield() }
    let named = try #require(waits.values.first)
    #expect(named.processes.contains { $0.process == stubborn && !$0.isOutOfReach })
    kill(stubborn, SIGKILL)
    await expectEqual(task.value, .signalled(SIGTERM))
    #expect(outputs.survivors == nil)
  }

  @Test func `a command that leaves no process behind does not wait`() async {
    await expectEqual(run("echo done"), .exited(0))
    #expect(waits.values == [])
    #expect(outputs.survivors == nil)
  }
}
#endif
