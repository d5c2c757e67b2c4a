import Foundation
import Programs
import TerminalUI
import TestSupport
import Testing

@testable import Processes

#if canImport(System)
import System
#else
import SystemPackage
#endif

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Commands whose output is a pseudo-terminal.
@Suite(.timeLimit(.minutes(15))) struct CommandTerminalTests {
  private let recorder = CommandRecorder()
  private let groups = ProcessGroups(capacity: 256)

  private var runner: CommandRunner {
    CommandRunner(gracePeriod: .milliseconds(50), outputLimit: .milliseconds(300), groups: groups)
  }

  private func run(_ script: String, size: Size = Size(width: 91, height: 17)) async -> CommandOutcome {
    await runner.run(.shell(script), terminal: size, onLines: recorder.receive)
  }

  @Test func `standard output and standard error are a terminal of the size that was asked for`() async {
    await expectEqual(run("test -t 1 && test -t 2 && stty size <&1"), .exited(0))
    #expect(recorder.lines == ["17 91"])
  }

  @Test func `standard input is empty`() async {
    await expectEqual(run("test -t 0; echo $?; read line; echo $?"), .exited(0))
    #expect(recorder.lines == ["1", "1"])
  }

  @Test func `it is no controlling terminal`() async {
    await expectEqual(run("(echo rude > /dev/tty) 2> /dev/null || echo polite"), .exited(0))
    #expect(recorder.lines == ["polite"])
  }

  @Test func `both streams keep their order`() async {
    await expectEqual(run("for i in 1 2 3; do echo out $i; echo err $i >&2; done"), .exited(0))
    #expect(recorder.lines == ["out 1", "err 1", "out 2", "err 2", "out 3", "err 3"])
  }

  @Test func `what a program prints before its end is read to the last byte`() async {
    for count in [1, 700, 70_000] {
      let recorder = CommandRecorder()
      let outcome = await runner.run(
        .shell("seq 1 \(count); printf last"), terminal: Size(width: 80, height: 24),
        onLines: recorder.receive)
      #expect(outcome == .exited(0))
      #expect(recorder.lines.count == count + 1)
      #expect(recorder.lines.last == "last")
    }
  }

  @Test func `a line that is longer than the terminal is one line`() async {
    let text = String(repeating: "0123456789", count: 30)
    await expectEqual(run("echo \(text); echo next"), .exited(0))
    #expect(recorder.lines == [text, "next"])
  }

  @Test func `a command that is killed ends its output`() async {
    await expectEqual(run("printf partial; kill -9 $$"), .signalled(SIGKILL))
    #expect(recorder.lines == ["partial"])
  }

  #if os(Linux)
  @Test func `a process in another session that holds the terminal is named`() async throws {
    let holders = Recorded<OutputHolders>()
    let outcome = await runner.run(
      .shell("setsid sleep 1000 & echo $!; until [ \"$(ps -o sid= -p $!)\" -eq $! ]; do :; done"),
      terminal: Size(width: 80, height: 24), onWait: { holders.append($0) }, onLines: recorder.receive)
    #expect(outcome == .exited(0))
    let process = try #require(Int32(recorder.lines.first ?? ""))
    #expect(holders.values.last?.processes.map(\.process) == [process])
    kill(process, SIGKILL)
  }
  #endif

  @Test func `a held flow stops the program, and loses nothing`() async throws {
    let flow = OutputFlow()
    var runner = runner
    runner.flow = flow
    runner.pauses = false
    flow.hold()
    let scratch = try Scratch()
    let script = "seq 1 20000; touch done"
    async let outcome = runner.run(
      .shell(script), directory: scratch.path, terminal: Size(width: 80, height: 24),
      onLines: recorder.receive)
    // The terminal holds less than that.
    #expect(recorder.lines.isEmpty)
    flow.resume()
    await expectEqual(outcome, .exited(0))
    #expect(recorder.lines.count == 20_000)
  }

  @Test func `a command that prints nothing ends while the flow is held`() async {
    let flow = OutputFlow()
    var runner = runner
    runner.flow = flow
    flow.hold()
    await expectEqual(
      runner.run(
        .shell("exit 3"), terminal: Size(width: 80, height: 24), onLines: recorder.receive), .exited(3))
    #expect(recorder.lines.isEmpty)
  }

  @Test func `what a command has printed before its end waits for the flow`() async {
    let flow = OutputFlow()
    var runner = runner
    runner.flow = flow
    flow.hold()
    async let outcome = runner.run(
      .shell("echo late"), terminal: Size(width: 80, height: 24),
      onStart: { _ in OutputThread.shared?.perform { OutputThread.shared?.perform { flow.resume() } } },
      onLines: recorder.receive)
    await expectEqual(outcome, .exited(0))
    #expect(recorder.lines == ["late"])
  }

  @Test func `a machine without terminals is named as the reason`() {
    let launch = Launch(invocation: .shell("x"), directory: nil, environment: [:])
    #expect(
      launch.reason(for: SpawnError(.terminal, .noSpace))
        == "no pseudo-terminal is available: No space left on device")
    #expect(launch.reason(for: SpawnError(.terminal, .tooManyOpenFiles)).hasPrefix("too many open files"))
  }
}
