import Foundation
import PseudoTerminal
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

@Suite(.timeLimit(.minutes(15))) struct BackgroundProcessTests {
  private let scratch: Scratch
  private let recorder = CommandRecorder()

  init() throws { scratch = try Scratch() }

  private func start(_ script: String, log: String? = nil) throws -> BackgroundProcess {
    try BackgroundProcess.start(program: "/bin/sh", arguments: ["-c", script], log: log)
  }

  /// Waits until the file has a line, and returns it.
  private func line(of path: String) async throws -> String {
    while true {
      if let text = try? String(contentsOfFile: path, encoding: .utf8), text.hasSuffix("\n") {
        return String(text.dropLast())
      }
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  // MARK: Its report

  @Test(arguments: [
    ("echo ready >&3; exec 3>&-; exec sleep 1000", Readiness.ready),
    ("echo 'the lock is held by 4711' >&3; exec sleep 1000", .failed("the lock is held by 4711")),
    ("printf 're' >&3; printf 'ady\\nmore' >&3; exec sleep 1000", .ready),
    ("exec 3>&-; exec sleep 1000", .ended), ("exit 1", .ended), ("echo >&3", .ended),
    ("printf 'cut off' >&3", .failed("cut off")),
  ])
  func `a report arrives`(_ program: (script: String, readiness: Readiness)) async throws {
    let process = try start(program.script)
    defer { kill(process.identifier, SIGKILL) }
    await expectEqual(process.readiness(atMost: .seconds(60)), program.readiness)
    #expect(process.waitUntilReady(atMost: .zero) == program.readiness)
  }

  @Test func `a program that does not report times out`() async throws {
    let process = try start("exec sleep 1000")
    defer { kill(process.identifier, SIGKILL) }
    await expectEqual(process.readiness(atMost: .milliseconds(50)), .timedOut)
  }

  @Test func `an endless report is a failure`() async throws {
    let process = try start("exec cat /dev/zero >&3")
    defer { kill(process.identifier, SIGKILL) }
    guard case .failed = await process.readiness(atMost: .seconds(60)) else {
      Issue.record("it has a limit")
      return
    }
  }

  @Test func `the report of a Swift program`() throws {
    for (report, readiness) in [
      ({ BackgroundProcess.reportReady($0) }, Readiness.ready),
      ({ BackgroundProcess.reportFailure("no\nspace", to: $0) }, .failed("no space")),
    ] as [((Int32) -> Void, Readiness)] {
      let ends = try PipeEnds()
      report(try Descriptor.duplicate(ends.writeEnd.rawValue))
      var buffer = [UInt8](repeating: 0, count: 100)
      let count = try buffer.withUnsafeMutableBytes { try ends.readEnd.read(into: $0) }
      var received = ReadyReport()
      received.append(buffer[..<count])
      #expect(received.readiness == readiness)
    }
  }

  @Test func `a report for a process that has ended does no harm`() throws {
    var ends: (Int32, Int32) = (-1, -1)
    do {
      let pipe = try PipeEnds()
      ends = (pipe.readEnd.rawValue, try Descriptor.duplicate(pipe.writeEnd.rawValue))
    }
    // SIGPIPE would end the tests.
    BackgroundProcess.reportReady(ends.1)
  }

  @Test func `a program that is not there`() {
    #expect(throws: StartError("/no/such: No such file or directory")) {
      try BackgroundProcess.start(program: "/no/such", arguments: [])
    }
  }

  // MARK: Its surroundings

  @Test func `it starts in the root directory with an environment`() async throws {
    let log = scratch.path + "/log"
    let process = try BackgroundProcess.start(
      program: "/bin/sh", arguments: ["-c", "printf 'x%s ' $(pwd) $A $0 >&2; echo end", "zero"],
      environment: [Array("A=1".utf8)], log: log)
    try await expectEqual(line(of: log), "x/ x1 xzero end")
    await expectEqual(process.readiness(atMost: .seconds(60)), .ended)
  }

  @Test func `the log is appended to`() async throws {
    let log = try scratch.write("earlier ", to: "log")
    _ = try start("echo later", log: log)
    try await expectEqual(line(of: log), "earlier later")
  }

  @Test(arguments: ["/no/such/directory/log", "/"]) func `a log that cannot be opened is none`(log: String)
    async throws
  {
    try await expectEqual(
      start("echo text; echo ready >&3", log: log).readiness(atMost: .seconds(60)), .ready)
  }

  #if os(Linux)
  @Test func `it inherits no other descriptor`() async throws {
    let log = scratch.path + "/log"
    let descriptor = open("/dev/null", O_RDONLY)
    defer { close(descriptor) }
    _ = try start("ls /proc/self/fd | tr '\\n' ' '; readlink /proc/self/fd/0", log: log)
    // The last one is the directory that is listed.
    try await expectEqual(line(of: log), "0 1 2 3 4 /dev/null")
  }
  #endif

  @Test func `it leaves no zombie`() async throws {
    let process = try start("exit 0")
    while kill(process.identifier, 0) == 0 { try await Task.sleep(for: .milliseconds(2)) }
  }

  // MARK: Its starter has gone

  private let lasting = "echo ready >&3; exec 3>&-; echo $$; exec sleep 1000"

  @Test func `it does not hold the output of its starter`() async throws {
    // The shell waits for the end of the pipe, not only for that of the program.
    let script = "out=$(\"$0\" background /dev/null \"$1\"); echo \"$out\""
    let outcome = await CommandRunner(groups: ProcessGroups(capacity: 1))
      .run(.arguments(["sh", "-c", script, HeldProgram.path, lasting]), onLines: recorder.receive)
    #expect(outcome == .exited(0))
    let words = try #require(recorder.lines.first).split(separator: " ")
    let process = try #require(Int32(words[0]))
    #expect(words[1] == "ready")
    // Its starter has ended, and the group of its starter was killed.
    #expect(kill(process, SIGKILL) == 0)
  }

  @Test func `it survives its terminal`() async throws {
    let log = scratch.path + "/log"
    try #require(mkfifo(log + ".pipe", 0o600) == 0)
    let script = "exec 3>&-; echo $$; read line < '\(log).pipe'; echo $line"
    let terminal = try PseudoTerminal(Program(HeldProgram.path, arguments: ["background", log, script]))
    let process = try #require(Int32(try await line(of: log)))
    terminal.hangUp()
    _ = try? terminal.waitForEnd()
    #expect(getsid(process) == process)
    let pipe = open(log + ".pipe", O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(pipe) }
    try Data("alive\n".utf8).withUnsafeBytes { bytes in
      try #require(write(pipe, bytes.baseAddress, bytes.count) == 6)
    }
    while try String(contentsOfFile: log, encoding: .utf8) != "\(process)\nalive\n" {
      try await Task.sleep(for: .milliseconds(5))
    }
  }
}
