import TestSupport
import Testing

@testable import Processes

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite(.timeLimit(.minutes(15))) struct CommandRunnerTests {
  private let groups = ProcessGroups(capacity: 256)
  private let recorder = CommandRecorder()

  private var runner: CommandRunner {
    CommandRunner(gracePeriod: .milliseconds(50), outputLimit: .milliseconds(50), groups: groups)
  }

  private func run(_ script: String) async -> CommandOutcome {
    await runner.run(.shell(script), onLines: recorder.receive)
  }

  // MARK: Its end

  @Test(arguments: [Int32(0), 1, 77, 255])
  func `the exit code is the outcome`(code: Int32) async {
    await expectEqual(run("exit \(code)"), .exited(code))
  }

  @Test(arguments: [SIGKILL, SIGTERM, SIGHUP, SIGUSR1])
  func `the signal is the outcome`(signal: Int32) async {
    await expectEqual(run("kill -\(signal) $$"), .signalled(signal))
  }

  @Test func `a command that the shell does not find has the exit code of the shell`() async {
    await expectEqual(run("no-such-command"), .exited(127))
    #expect(recorder.lines.count == 1)
  }

  // MARK: Its surroundings

  @Test func `arguments arrive unchanged`() async {
    let arguments = ["printf", "%s\n", "a b", "$HOME", "", "*", "ü"]
    await expectEqual(runner.run(.arguments(arguments), onLines: recorder.receive), .exited(0))
    #expect(recorder.lines == ["a b", "$HOME", "", "*", "ü"])
  }

  @Test func `it runs in its directory`() async throws {
    let scratch = try Scratch()
    let outcome = await runner.run(.shell("pwd -P"), directory: scratch.path, onLines: recorder.receive)
    #expect(outcome == .exited(0))
    #expect(recorder.lines == [scratch.path])
  }

  @Test func `a relative program is looked up in its directory`() async throws {
    let scratch = try Scratch()
    try scratch.write("#!/bin/sh\necho \"$0 $1\"\n", to: "tool", permissions: 0o755)
    let outcome = await runner.run(
      .arguments(["./tool", "x"]), directory: scratch.path, onLines: recorder.receive)
    #expect(outcome == .exited(0))
    #expect(recorder.lines.first?.hasSuffix("/tool x") == true)
  }

  @Test func `the environment is added to`() async {
    let outcome = await runner.run(
      .shell("echo \"$GREETING $PATH\""), environment: ["GREETING": "hello", "PATH": "/bin"],
      onLines: recorder.receive)
    #expect(outcome == .exited(0))
    #expect(recorder.lines == ["hello /bin"])
  }

  @Test func `the rest of the environment is inherited`() async throws {
    let path = try #require(getenv("PATH").map { String(cString: $0) })
    await expectEqual(run("echo \"$PATH\""), .exited(0))
    #expect(recorder.lines == [path])
  }

  @Test func `its input is empty`() async {
    await expectEqual(run("cat; test ! -t 0 && echo end"), .exited(0))
    #expect(recorder.lines == ["end"])
  }

  @Test func `it leads a session of its own`() async throws {
    let script = "echo $$; exec sleep 1000"
    let task = Task { await run(script) }
    let leader = try #require(Int32(await recorder.line { _ in true }))
    #expect(getsid(leader) == leader)
    #expect(groups.identifiers == [leader])
    task.cancel()
    await expectEqual(task.value, .signalled(SIGTERM))
    #expect(groups.identifiers == [])
  }

  // MARK: Its output

  @Test func `both streams arrive in the order of writing`() async {
    await expectEqual(run("for i in 1 2 3 4 5 6 7 8; do echo out $i; echo error $i >&2; done"), .exited(0))
    #expect(recorder.lines == (1...8).flatMap { ["out \($0)", "error \($0)"] })
  }

  @Test func `the last line needs no newline`() async {
    await expectEqual(run("printf 'one\\ntwo'"), .exited(0))
    #expect(recorder.lines == ["one", "two"])
  }

  @Test func `a long line is truncated`() async {
    var runner = runner
    runner.lineByteLimit = 10
    await expectEqual(runner.run(.shell("printf 1234567890123"), onLines: recorder.receive), .exited(0))
    #expect(recorder.lines == ["1234567890"])
  }

  @Test func `closing the output is not the end`() async {
    await expectEqual(run("echo one; exec >&- 2>&-; exit 3"), .exited(3))
    #expect(recorder.lines == ["one"])
  }

  // MARK: What it leaves behind

  @Test func `the rest of its group is killed`() async throws {
    let lifeline = try Lifeline()
    let script = """
      exec 9>"\(lifeline.path)"
      sleep 1000 & (sleep 1000 & trap '' TERM; sleep 1000) & sleep 1000 >&- 2>&- &
      echo done
      """
    await expectEqual(run(script), .exited(0))
    #expect(recorder.lines == ["done"])
    #expect(try await lifeline.hasEnded())
  }

  @Test func `it is reaped`() async throws {
    await expectEqual(run("echo $$"), .exited(0))
    let leader = try #require(recorder.lines.first.flatMap { Int32($0) })
    // Another process may have its number by now.
    #expect(ProcessStatus.of(leader)?.isZombie != true)
  }

  #if os(Linux)  // macOS has no setsid(1)
  @Test func `a descendant with a session of its own delays the end no longer than the limit`() async throws {
    let scratch = try Scratch()
    let script = """
      mkfifo out
      setsid sh -c 'echo $$ >out; exec sleep 1000' &
      read pid <out
      echo $pid
      """
    let outcome = await runner.run(.shell(script), directory: scratch.path, onLines: recorder.receive)
    #expect(outcome == .exited(0))
    let survivor = try #require(recorder.lines.first.flatMap { Int32($0) })
    #expect(kill(survivor, SIGKILL) == 0)
  }
  #endif

  @Test func `many at once all end`() async {
    await withTaskGroup(of: CommandOutcome.self) { tasks in
      for number in Int32(0)..<100 {
        tasks.addTask { [runner] in await runner.run(.shell("exit \(number)")) { _ in } }
      }
      var codes: Set<Int32> = []
      for await outcome in tasks {
        if case .exited(let code) = outcome { codes.insert(code) }
      }
      #expect(codes == Set(0..<100))
    }
    #expect(groups.identifiers == [])
  }
}
