import Foundation
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

@Suite(.timeLimit(.minutes(15))) struct KeeperTests {
  private let recorder = CommandRecorder()

  private func runner(_ keeper: Keeper) -> CommandRunner {
    CommandRunner(keeper: keeper, groups: ProcessGroups(capacity: 16))
  }

  /// Waits until the condition holds.
  private func until(_ condition: () -> Bool) async throws {
    while !condition() { try await Task.sleep(for: .milliseconds(2)) }
  }

  // MARK: The program is killed

  @Test(arguments: [1, 10]) func `the commands of a killed program end`(count: Int) async throws {
    let program = try await HeldProgram(commands: count)
    await program.kill(program.process)
    #expect(try await program.lifeline.hasEnded())
  }

  @Test func `a keeper that was replaced knows the earlier commands`() async throws {
    let program = try await HeldProgram(commands: 3, mode: "replaced")
    await program.kill(program.process)
    #expect(try await program.lifeline.hasEnded())
  }

  @Test func `the lock is held until the commands have ended`() async throws {
    let program = try await HeldProgram(commands: 10)
    kill(program.keeper, SIGSTOP)
    await program.kill(program.process)
    #expect(program.isLocked)
    #expect(!program.lifeline.hasEndedNow)
    kill(program.keeper, SIGCONT)
    await program.untilUnlocked()
    #expect(program.lifeline.hasEndedNow)
  }

  @Test func `a keeper that the first command has started ends all commands`() async throws {
    let program = try await HeldProgram(commands: 10, mode: "first")
    await program.kill(program.process)
    #expect(try await program.lifeline.hasEnded())
  }

  @Test(.slow, arguments: ["commands", "first"])
  func `a command of a program that is killed during the start ends`(mode: String) async throws {
    for delay in 0..<20 {
      let lifeline = try Lifeline()
      let scratch = try Scratch()
      let arguments = [mode, "50", lifeline.path, scratch.path + "/groups", scratch.path + "/lock"]
      let held = open(lifeline.path, O_WRONLY | O_CLOEXEC)
      let pipe = try FileDescriptor.outputPipe()
      let child = try ChildProcess(
        Launch(invocation: .arguments([HeldProgram.path] + arguments), directory: nil, environment: [:])
          .program(), descriptors: .init(output: pipe.writeEnd))
      for end in [pipe.readEnd, pipe.writeEnd] { try? end.close() }
      try await Task.sleep(for: .milliseconds(5 + delay * 6))
      child.signalGroup(SIGKILL)
      _ = child.reap()
      close(held)
      #expect(try await lifeline.hasEnded())
    }
  }

  // MARK: The keeper is killed

  @Test func `a killed keeper is replaced at once`() async throws {
    let keeper = try Keeper()
    let first = try #require(keeper.processIdentifier)
    kill(first, SIGKILL)
    try await until { keeper.processIdentifier != first && keeper.processIdentifier != nil }
    await expectEqual(runner(keeper).run(.shell("exit 3")) { _ in }, .exited(3))
  }

  @Test func `a start replaces a keeper whose end was not noticed`() async throws {
    let keeper = try Keeper()
    let first = try #require(keeper.processIdentifier)
    kill(first, SIGKILL)
    // Until it has ended, its pipe takes what is written. It may have been reaped, too.
    var information = siginfo_t()
    try await until {
      waitid(P_PID, id_t(first), &information, WEXITED | WNOHANG | WNOWAIT) != 0 || information.si_signo != 0
    }
    // Most of these starts find a pipe without a reader.
    await expectEqual(runner(keeper).run(.shell("exit 3")) { _ in }, .exited(3))
    #expect(keeper.processIdentifier != first)
  }

  @Test func `a keeper that has stopped is replaced when its pipe is full`() async throws {
    let keeper = try Keeper()
    let first = try #require(keeper.processIdentifier)
    kill(first, SIGSTOP)
    var information = siginfo_t()
    try await until {
      waitid(P_PID, id_t(first), &information, WSTOPPED | WNOHANG | WNOWAIT) == 0 && information.si_signo != 0
    }
    while (try? Array("- 2\n".utf8).withUnsafeBytes { try keeper.pipe.write($0) }) != nil {}
    await expectEqual(runner(keeper).run(.shell("exit 3")) { _ in }, .exited(3))
    #expect(keeper.processIdentifier != first)
  }

  @Test func `signals that end a program do not end a keeper`() async throws {
    let keeper = try Keeper()
    // When a command runs, the keeper has had the time to start. It is not sure to have started.
    await expectEqual(runner(keeper).run(.shell("sleep 0.2")) { _ in }, .exited(0))
    let first = try #require(keeper.processIdentifier)
    for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTTOU] { kill(first, signal) }
    await expectEqual(runner(keeper).run(.shell("sleep 0.2")) { _ in }, .exited(0))
    #expect(keeper.processIdentifier == first)
  }

  // MARK: Its end

  @Test func `closing ends the keeper and the commands that it knows`() async throws {
    let keeper = try Keeper()
    let task = Task {
      await runner(keeper).run(.shell("echo started; exec sleep 1000"), onLines: recorder.receive)
    }
    _ = await recorder.line { $0 == "started" }
    keeper.close()
    await expectEqual(task.value, .signalled(SIGKILL))
    try await until { keeper.processIdentifier == nil }
    // Without a keeper, as before.
    await expectEqual(runner(keeper).run(.shell("exit 4")) { _ in }, .exited(4))
  }

  @Test func `a keeper leaves no descriptor and no process`() async throws {
    var keeper: Keeper? = try Keeper()
    let process = try #require(keeper?.processIdentifier)
    keeper = nil
    try await until { kill(process, 0) != 0 }
  }

  // MARK: What it is told

  /// What a child writes to its keeper, which is a pipe.
  private func messages(_ arguments: [String], directory: String = "/") throws -> (Int32?, String) {
    let (output, pipe) = (try FileDescriptor.outputPipe(), try FileDescriptor.outputPipe())
    defer { for end in [output.readEnd, output.writeEnd, pipe.readEnd] { try? end.close() } }
    let program = ChildProcess.Program(
      paths: CStringArray([arguments[0]]), arguments: CStringArray(arguments), environment: CStringArray(),
      directory: directory)
    let child = try? ChildProcess(
      program, descriptors: .init(output: output.writeEnd), records: .init(keeper: pipe.writeEnd.rawValue))
    _ = child?.reap()
    try pipe.writeEnd.close()
    var buffer = [UInt8](repeating: 0, count: 100)
    let count = try buffer.withUnsafeMutableBytes { try pipe.readEnd.read(into: $0) }
    return (child?.identifier, String(decoding: buffer[..<count], as: UTF8.self))
  }

  @Test func `a child writes its group`() throws {
    let (process, text) = try messages(["/bin/true"])
    #expect(text == "+ \(try #require(process))\n")
  }

  @Test(arguments: [(["/no/such"], "/"), (["/bin/true"], "/no/such")])
  func `a child that does not run its program is removed`(_ start: ([String], String)) throws {
    let (process, text) = try messages(start.0, directory: start.1)
    #expect(process == nil)
    let group = text.dropFirst(2).prefix { $0 != "\n" }
    #expect(text == "+ \(group)\n- \(group)\n")
  }

  @Test func `a child without its keeper does not run`() throws {
    let (output, pipe) = (try FileDescriptor.outputPipe(), try FileDescriptor.outputPipe())
    defer { for end in [output.readEnd, output.writeEnd, pipe.writeEnd] { try? end.close() } }
    try pipe.readEnd.close()
    let program = ChildProcess.Program(
      paths: CStringArray(["/bin/true"]), arguments: CStringArray(["true"]), environment: CStringArray())
    #expect(throws: SpawnError(.keeper, .brokenPipe)) {
      try ChildProcess(
        program, descriptors: .init(output: output.writeEnd),
        records: .init(keeper: pipe.writeEnd.rawValue))
    }
  }
}
