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

@Suite(.timeLimit(.minutes(15))) struct ChildProcessTests {
  private let recorder = CommandRecorder()

  private func run(_ script: String) async -> CommandOutcome {
    await CommandRunner(groups: ProcessGroups(capacity: 4)).run(.shell(script), onLines: recorder.receive)
  }

  /// Why a program did not start; nil if it did.
  private func failure(
    _ paths: [String], arguments: [String] = ["program"], directory: String? = nil,
    output: FileDescriptor? = nil
  ) throws -> SpawnError? {
    let pipe = try FileDescriptor.outputPipe()
    defer { for end in [pipe.readEnd, pipe.writeEnd] { try? end.close() } }
    let program = ChildProcess.Program(
      paths: CStringArray(paths), arguments: CStringArray(arguments), environment: CStringArray(),
      directory: directory)
    do throws(SpawnError) {
      _ = try ChildProcess(program, descriptors: .init(output: output ?? pipe.writeEnd)).reap()
      return nil
    } catch {
      return error
    }
  }

  @Test func `each failure says which step failed and why`() throws {
    let scratch = try Scratch()
    let text = try scratch.write("echo hello", to: "text", permissions: 0o755)
    let locked = try scratch.write("#!/bin/sh", to: "locked")
    let huge = String(repeating: "x", count: 8 << 20)
    try expectEqual(failure(["/bin/sh"], arguments: ["sh", "-c", ":"]), nil)
    try expectEqual(failure([]), SpawnError(.program, .noSuchFileOrDirectory))
    try expectEqual(failure(["/no/such", "/nor/such"]), SpawnError(.program, .noSuchFileOrDirectory))
    try expectEqual(failure([text + "/x"]), SpawnError(.program, .notDirectory))
    try expectEqual(failure([text]), SpawnError(.program, .execFormatError))
    try expectEqual(failure([locked]), SpawnError(.program, .permissionDenied))
    try expectEqual(failure(["/bin/sh"], arguments: ["sh", huge]), SpawnError(.program, .argListTooLong))
    try expectEqual(
      failure(["/bin/sh"], directory: "/no/such"), SpawnError(.directory, .noSuchFileOrDirectory))
    try expectEqual(failure(["/bin/sh"], directory: text), SpawnError(.directory, .notDirectory))
    try expectEqual(
      failure(["/bin/sh"], output: FileDescriptor(rawValue: 1_000_000_000)),
      SpawnError(.descriptors, .badFileDescriptor))
  }

  @Test func `a file that may not be executed does not hide one that may`() throws {
    let scratch = try Scratch()
    let locked = try scratch.write("#!/bin/sh", to: "sh")
    try expectEqual(failure([locked, "/bin/sh"], arguments: ["sh", "-c", ":"]), nil)
    try expectEqual(failure([locked, "/no/such"]), SpawnError(.program, .permissionDenied))
  }

  #if os(Linux)
  @Test func `a child inherits no descriptor`() async throws {
    // A descriptor without close-on-exec, such as a library may have opened.
    let descriptor = open("/dev/null", O_RDONLY)
    defer { close(descriptor) }
    await expectEqual(run("ls /proc/self/fd; readlink /proc/self/fd/0"), .exited(0))
    // The last one is the directory that is listed.
    #expect(recorder.lines == ["0", "1", "2", "3", "/dev/null"])
  }

  @Test func `a child blocks and ignores no signal`() async throws {
    // It is ignored by default, so that other tests are not affected.
    signal(SIGWINCH, SIG_IGN)
    defer { signal(SIGWINCH, SIG_DFL) }
    await expectEqual(run("sed -n 's/^Sig\\(Blk\\|Ign\\):.//p' /proc/self/status"), .exited(0))
    // The two signals after SIGSYS belong to the C library.
    let signals = recorder.lines.compactMap { UInt64($0, radix: 16) }.map { $0 & ~(0b11 << 31) }
    #expect(signals == [0, 0])
  }
  #endif

  @Test func `a child that has ended is not signalled after it was reaped`() async throws {
    let pipe = try FileDescriptor.outputPipe()
    defer { for end in [pipe.readEnd, pipe.writeEnd] { try? end.close() } }
    let child = try ChildProcess(
      try Launch(invocation: .shell("exit 3"), directory: nil, environment: [:]).program(),
      descriptors: .init(output: pipe.writeEnd))
    let thread = try #require(OutputThread.shared)
    await thread.waitForExit(of: child)
    #expect(child.hasEnded)
    // Its number is not reused yet.
    #expect(kill(child.identifier, 0) == 0)
    #expect(child.reap() == .exited(3))
    #expect(kill(child.identifier, 0) == -1)
    child.signalGroup(SIGKILL)
    child.terminate(killingAt: 0)
  }
}
