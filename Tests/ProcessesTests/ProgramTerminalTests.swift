import TerminalUI
import TestSupport
import Testing

@testable import Processes

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Programs whose terminal is theirs, and people who enter them.
@Suite(.timeLimit(.minutes(15))) struct ProgramTerminalTests {
  private let recorder = CommandRecorder()
  private let entrance = ProgramTerminal(name: "xterm-256color")
  private let runner = CommandRunner(gracePeriod: .milliseconds(50), outputLimit: .milliseconds(300))

  private func run(_ script: String, size: Size = Size(width: 91, height: 17)) async -> CommandOutcome {
    await runner.run(.shell(script), terminal: size, entrance: entrance, onLines: recorder.receive)
  }

  /// Starts a script, and calls a body when it has printed a line with this text.
  private func run(
    _ script: String, until ready: String, _ body: () async throws -> Void
  ) async throws -> CommandOutcome {
    async let outcome = run(script)
    _ = await recorder.line { $0.contains(ready) }
    try await body()
    return await outcome
  }

  private func enter(_ visitor: Visitor, screenful: String = "") {
    entrance.enter(visitor.visit) { _ in Array(screenful.utf8) }
  }

  /// Returns when the program waits for its visitor.
  private func waitUntilHeld() async {
    while !entrance.flow.isHeld { try? await Task.sleep(for: .milliseconds(2)) }
  }

  // MARK: The terminal of a program

  @Test func `it is standard input and the controlling terminal`() async {
    await expectEqual(run("test -t 0 && test -t 1 && test -t 2 && echo own > /dev/tty"), .exited(0))
    #expect(recorder.lines == ["own"])
  }

  @Test func `a newline is converted, as on other terminals`() async {
    await expectEqual(run("stty -a | tr ' ' '\\n' | grep -x opost"), .exited(0))
    #expect(recorder.lines == ["opost"])
  }

  @Test func `the program is in the foreground, so that keys send signals`() async throws {
    let outcome = try await run("echo ready; read line", until: "ready") {
      let visitor = try Visitor()
      enter(visitor)
      visitor.type("\u{3}")
    }
    #expect(outcome == .signalled(SIGINT))
  }

  // MARK: Visits

  @Test func `what a visitor types arrives, and what the program prints is shown`() async throws {
    let outcome = try await run("echo ready; read line; echo \"<$line>\"", until: "ready") {
      let visitor = try Visitor()
      enter(visitor)
      visitor.type("hello\r")
      #expect(await visitor.read(until: "<hello>\r\n"))
      await visitor.readToEnd()
      await expectEqual(visitor.end(), .programEnded)
    }
    #expect(outcome == .exited(0))
    #expect(recorder.lines.last == "<hello>")
  }

  @Test func `a program that ends at once is shown to its last byte`() async throws {
    _ = try await run("echo ready; read line; seq 1 20000; printf last", until: "ready") {
      let visitor = try Visitor()
      enter(visitor)
      visitor.type("\r")
      await visitor.readToEnd()
      #expect(visitor.text.hasSuffix("20000\r\nlast"))
    }
  }

  @Test func `the program goes on when its visitor leaves`() async throws {
    let outcome = try await run("echo ready; read a; read b; echo $a$b", until: "ready") {
      let first = try Visitor()
      enter(first)
      first.type("one\r")
      await first.read(until: "one")
      entrance.leave(first.visit)
      await expectEqual(first.end(), .left)
      #expect(!entrance.isVisited)
      let second = try Visitor()
      enter(second)
      second.type("two\r")
      await second.readToEnd()
    }
    #expect(outcome == .exited(0))
    #expect(recorder.lines.last == "onetwo")
  }

  @Test func `a visitor who vanishes has left`() async throws {
    _ = try await run("echo ready; read line", until: "ready") {
      let visitor = try Visitor()
      enter(visitor)
      visitor.hangUp()
      await expectEqual(visitor.end(), .left)
      let next = try Visitor()
      enter(next)
      next.type("\r")
      await expectEqual(next.end(), .programEnded)
    }
  }

  @Test func `the last one who enters owns the program, and the other is told who that is`() async throws {
    _ = try await run("echo ready; read line; echo $line", until: "ready") {
      let first = try Visitor(name: "panel on pts/1")
      enter(first)
      let second = try Visitor(name: "panel on pts/2")
      enter(second)
      await expectEqual(first.end(), .replaced(by: "panel on pts/2"))
      first.type("nobody\r")
      second.type("mine\r")
      await second.readToEnd()
    }
    #expect(recorder.lines.last == "mine")
  }

  @Test func `a program that has ended cannot be entered`() async throws {
    await expectEqual(run("true"), .exited(0))
    let visitor = try Visitor()
    enter(visitor)
    await expectEqual(visitor.end(), .programEnded)
    #expect(!visitor.hasStarted)
  }

  // MARK: What is shown first

  @Test func `the last screenful and the modes are shown to one who comes from elsewhere`() async throws {
    _ = try await run("printf '\\033[?2004h'; echo ready; read line", until: "ready") {
      let visitor = try Visitor(clearsScreen: true)
      enter(visitor, screenful: "before\r\n")
      #expect(await visitor.read(until: "before\r\n\u{1B}[?2004h"))
      visitor.type("\r")
      await visitor.readToEnd()
    }
  }

  @Test func `lines are not shown of a program on the whole screen`() async throws {
    _ = try await run("printf '\\033[?1049h'; echo; echo ready; read line", until: "whole screen") {
      let visitor = try Visitor(clearsScreen: true)
      enter(visitor, screenful: "before")
      #expect(await visitor.read(until: "\u{1B}[?1049h"))
      #expect(!visitor.text.contains("before"))
      visitor.type("\r")
      await visitor.readToEnd()
    }
  }

  @Test func `a terminal of another kind is named`() async throws {
    _ = try await run("echo ready; read line", until: "ready") {
      let visitor = try Visitor(terminal: "linux", clearsScreen: true)
      enter(visitor)
      #expect(
        await visitor.read(
          until: "started for a terminal of the kind xterm-256color, and this is linux."))
      visitor.type("\r")
      await visitor.readToEnd()
    }
  }

  // MARK: Size

  @Test func `the program has the size of its visitor`() async throws {
    let script = "trap 'stty size' WINCH; echo ready; while :; do read line; done"
    async let outcome = run(script)
    _ = await recorder.line { $0 == "ready" }
    let visitor = try Visitor(size: Size(width: 132, height: 43))
    enter(visitor)
    await visitor.read(until: "43 132")
    entrance.resize(to: Size(width: 100, height: 30), for: visitor.visit)
    await visitor.read(until: "30 100")
    visitor.type("\u{3}")
    await expectEqual(outcome, .signalled(SIGINT))
  }

  @Test func `a program of the same size draws again when it is entered`() async throws {
    let script = "trap 'echo drawn' WINCH; echo ready; while :; do read line; done"
    async let outcome = run(script, size: Size(width: 80, height: 24))
    _ = await recorder.line { $0 == "ready" }
    let visitor = try Visitor(size: Size(width: 80, height: 24), clearsScreen: true)
    enter(visitor)
    #expect(await visitor.read(until: "drawn"))
    visitor.type("\u{3}")
    await expectEqual(outcome, .signalled(SIGINT))
  }

  // MARK: Questions of a program to its terminal

  @Test func `questions are answered while nobody has entered`() async {
    let script = """
      stty raw -echo min 1
      printf 'abc\\033[6n'; dd bs=1 count=6 2>/dev/null | tr '\\033' E; printf '\\r\\n'
      printf '\\033[c'; dd bs=1 count=9 2>/dev/null | tr '\\033' E; printf '\\r\\n'
      """
    await expectEqual(run(script), .exited(0))
    #expect(recorder.lines == ["abcE[1;4R", "E[?62;22c"])
  }

  @Test func `the terminal of a visitor answers for itself`() async throws {
    let script =
      "stty raw -echo min 1; echo ready; dd bs=1 count=1 2>/dev/null; printf '\\033[6n'; dd bs=1 count=1"
    let outcome = try await run(script, until: "ready") {
      let visitor = try Visitor()
      enter(visitor)
      visitor.type("x")
      #expect(await visitor.read(until: "\u{1B}[6n"))
      visitor.type("y")
      await visitor.readToEnd()
    }
    #expect(outcome == .exited(0))
    #expect(recorder.lines.contains { $0.hasSuffix("y") })
  }

  // MARK: What does not read

  @Test func `a program that never reads what is typed can be left, and stopped`() async throws {
    let run = Task { await self.run("stty raw -echo; echo ready; exec sleep 1000") }
    _ = await recorder.line { $0 == "ready" }
    let visitor = try Visitor()
    enter(visitor)
    #expect(visitor.typeUntilBlocked() > 4096)
    entrance.leave(visitor.visit)
    await expectEqual(visitor.end(), .left)
    run.cancel()
    await expectEqual(run.value, .signalled(SIGTERM))
  }

  @Test(.slow) func `a program waits for a visitor who does not read, and its end does not`() async throws {
    let run = Task { await self.run("echo ready; read line; exec yes") }
    _ = await recorder.line { $0 == "ready" }
    let visitor = try Visitor()
    enter(visitor)
    visitor.type("\r")
    await waitUntilHeld()
    run.cancel()
    await expectEqual(run.value, .signalled(SIGTERM))
    #expect(await visitor.end() != nil)
  }

  @Test func `nor does the end of what a program has started`() async throws {
    let run = Task {
      await self.run("trap '' TERM; echo ready; read line; (exec yes) & sleep 0.2; kill -9 $$")
    }
    _ = await recorder.line { $0 == "ready" }
    let visitor = try Visitor()
    enter(visitor)
    visitor.type("\r")
    await expectEqual(run.value, .signalled(SIGKILL))
    #expect(await visitor.end() != nil)
  }

  @Test func `a program goes on when a visitor who does not read has left`() async throws {
    let run = Task { await self.run("echo ready; read line; seq 1 60000") }
    _ = await recorder.line { $0 == "ready" }
    let visitor = try Visitor()
    enter(visitor)
    visitor.type("\r")
    await waitUntilHeld()
    entrance.leave(visitor.visit)
    await expectEqual(run.value, .exited(0))
    #expect(recorder.lines.last == "60000")
  }
}
