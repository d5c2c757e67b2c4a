import Boundary
import Jobs
import LoopbackBox
import SignalboxTesting
import TestSupport
import Testing

@testable import Headless

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A board at work without a screen: what it prints, and how it ends.
@Suite(.timeLimit(.minutes(15))) @MainActor struct HeadlessBoardTests {
  private static let build = "  build: { simulate: { duration: 2s } }"

  @Test func `changes are printed as they come`() async throws {
    let board = try VirtualBoard(Self.build)
    board.start("build")
    await expectEqual(board.printedLines(), ["build: running"])
    board.scheduler.advance(by: .seconds(2))
    await expectEqual(board.printedLines(), ["build: succeeded after 2.0 s"])
  }

  @Test func `the first moment is not printed`() async throws {
    let board = try VirtualBoard(Self.build)
    board.scheduler.advance(by: .seconds(10))
    let lines = await board.printedLines()
    #expect(lines == [])
  }

  @Test func `as JSON, all actions can be printed at the beginning`() async throws {
    let board = try VirtualBoard(Self.build, style: .json)
    board.board.printAll()
    let lines = await board.printedLines()
    #expect(lines.count == 1)
    #expect(lines.first?.contains(#""action":"build","run":null,"state":"idle""#) == true)
  }

  @Test func `remarks about runs are messages`() async throws {
    let board = try VirtualBoard(Self.build, remarks: .all)
    board.start("build")
    board.scheduler.advance(by: .seconds(2))
    await expectEqual(
      board.writtenMessages(),
      [
        "signalbox: build: run 1 started", "signalbox: build: succeeded after 2.0 s",
      ])
  }

  @Test func `a program that has ended before it could be entered is not complained about`() async throws {
    let board = try VirtualBoard("  full: { run: 'true', terminal: full }\n  pipe: { run: 'true' }")
    for action in ["full", "pipe"] {
      board.board.enter(action)
      await board.passTime { !board.board.isVisiting }
    }
    await expectEqual(
      board.writtenMessages(), ["signalbox: pipe: cannot be entered: has no terminal that can be entered"])
  }

  @Test func `a quiet board writes no remarks`() async throws {
    let board = try VirtualBoard(Self.build, remarks: .reasons)
    board.start("build")
    board.scheduler.advance(by: .seconds(2))
    await expectEqual(board.writtenMessages(), [])
  }

  @Test func `a quiet board writes why a run did not succeed`() async throws {
    let board = try VirtualBoard(
      """
        broken: { simulate: { duration: 2s, fail-every: 1, failure: no luck } }
        long: { simulate: { duration: 1h } }
      """, remarks: .reasons)
    board.start("broken")
    await board.passTime { board.interlocking["broken"]?.moment.isRunning == false }
    board.start("long")
    board.board.box.cancel(.action("long"))
    await board.passTime { board.interlocking["long"]?.moment.isRunning == false }
    var messages: [String] = []
    await board.passTime { board.interlocking.running.isEmpty }
    messages += await board.writtenMessages()
    #expect(messages.count == 2, "\(messages)")
    #expect(messages.first?.hasPrefix("signalbox: broken: failed after ") == true)
    #expect(messages.first?.hasSuffix(": no luck") == true)
    #expect(messages.last?.hasPrefix("signalbox: long: cancelled after ") == true)
  }

  @Test func `a wait ends with the change that makes its condition hold`() async throws {
    let board = try VirtualBoard(Self.build)
    board.start("build")
    var hasEnded = false
    let wait = Task {
      await board.board.wait { board.interlocking.running.isEmpty }
      hasEnded = true
    }
    for _ in 0..<10 { await Task.yield() }
    #expect(!hasEnded)
    await board.passTime { hasEnded }
    await wait.value
  }

  // MARK: The end

  @Test func `the end cancels what runs, prints that, and has the exit code`() async throws {
    let board = try VirtualBoard(Self.build)
    board.start("build")
    Task { await board.board.end(3) }
    await board.wait { board.end != nil }
    #expect(board.end == .exit(3))
    await expectEqual(board.printedLines().last?.hasPrefix("build: cancelled"), true)
  }

  @Test func `only the first end counts`() async throws {
    let board = try VirtualBoard(Self.build)
    Task { await board.board.end(0) }
    await board.wait { board.end != nil }
    await board.board.end(1)
    #expect(board.end == .exit(0))
    #expect(board.endCount == 1)
  }

  @Test func `a signal cancels what runs and ends the program by the same signal`() async throws {
    let board = try VirtualBoard(Self.build)
    board.start("build")
    board.board.leave(bySignal: SIGTERM)
    #expect(board.board.isLeaving)
    #expect(board.end == nil)
    await board.wait { board.end != nil }
    #expect(board.end == .signal(SIGTERM))
    await expectEqual(board.printedLines().last?.hasPrefix("build: cancelled"), true)
  }

  @Test func `a second signal does not wait for what runs`() throws {
    let board = try VirtualBoard(Self.build)
    board.start("build")
    board.board.leave(bySignal: SIGTERM)
    board.board.leave(bySignal: SIGINT)
    #expect(board.end == .signal(SIGINT))
  }

  @Test func `nothing repeats once the end has begun`() async throws {
    let board = try VirtualBoard("  probe: { simulate: { duration: 1s }, every: 5s }")
    board.board.box.repeatActions()
    board.scheduler.advance()
    Task { await board.board.end(0) }
    await board.wait { board.end != nil }
    let count = board.interlocking["probe"]?.moment.record.runs.count
    board.scheduler.advance(by: .seconds(60))
    #expect(board.interlocking["probe"]?.moment.record.runs.count == count)
  }

  @Test func `a reader of the output that has gone ends the program by SIGPIPE`() async throws {
    let board = try VirtualBoard(Self.build)
    try board.closeReader()
    board.start("build")
    // The child of another test can have the reading end open for a moment: then a later write fails.
    await board.passTime { board.end != nil }
    #expect(board.end == .signal(SIGPIPE))
  }

  /// Only bytes that are passed on are the standard error of a command.
  @Test(arguments: [false, true])
  func `messages that nobody reads do no harm, unless they are those of a command`(areBytes: Bool)
    async throws
  {
    let board = try VirtualBoard(
      Self.build, style: areBytes ? .bytes(of: "build") : .plain(Ink(hasColor: false)))
    board.board.messagesFailed(EPIPE)
    if areBytes {
      await board.wait { board.end != nil }
      #expect(board.end == .signal(SIGPIPE))
    } else {
      await expectEqual(board.run("build"), 0)
      #expect(board.end == nil)
    }
  }

  @Test func `what changes while the reader is behind is printed when it has caught up`() async throws {
    let board = try VirtualBoard(Self.build)
    let flood = [UInt8](repeating: UInt8(ascii: "."), count: 500_000) + Array("\n".utf8)
    board.board.output.write(flood)
    // What can be read says that the thread that writes has taken it, and waits in the middle of it.
    await board.wait { !board.linesRead().isEmpty }
    board.board.output.write(flood)
    #expect(board.board.output.isHeld)
    board.start("build")
    board.scheduler.advance(by: .seconds(3))
    var lines: [String] = []
    await board.passTime {
      lines += board.linesRead()
      return lines.contains("build: succeeded after 2.0 s")
    }
  }

  /// The words are those of the system, in whatever language.
  @Test(arguments: [true, false])
  func `whether an output has a reader decides how the program ends, whatever the words are`(
    hasNoReader: Bool
  )
    async throws
  {
    let board = try VirtualBoard(Self.build)
    let words = hasNoReader ? "no space" : String(cString: strerror(EPIPE))
    board.board.outputFailed(words, hasNoReader: hasNoReader)
    await board.wait { board.end != nil }
    #expect(board.end == (hasNoReader ? .signal(SIGPIPE) : .exit(1)))
    await expectEqual(
      board.writtenMessages(), hasNoReader ? [] : ["signalbox: cannot write to standard output: \(words)"])
  }
}
