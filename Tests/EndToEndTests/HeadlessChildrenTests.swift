import Foundation
import PseudoTerminal
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Many commands at once, few descriptors, and what the commands are given.
@Suite(.timeLimit(.minutes(15)), .ownThreads) struct HeadlessChildrenTests {
  /// A board whose actions all run at once, under `watch`.
  private func board(_ count: Int, run: String, after: String = "") -> String {
    let actions = (0..<count).map { "  a\($0): { run: '\(run)', every: 24h }\n" }
    return "actions:\n\(actions.joined())\(after)"
  }

  /// What became of commands that were to start.
  private struct Starts {
    var processes: [Int32] = []
    /// Why some could not.
    var refusals: [String] = []
  }

  private static let ready = "echo ready $$; exec sleep 1000"

  /// Reads until each action has said that it is ready, or that it cannot start.
  private func waitUntilStarted(_ count: Int, _ program: HeadlessProgram) throws -> Starts {
    var starts = Starts()
    while starts.processes.count + starts.refusals.count < count {
      let line = program.line()
      try #require(!line.isEmpty, "the program has ended")
      if let range = line.range(of: ": ready "), let process = Int32(line[range.upperBound...]) {
        starts.processes.append(process)
      }
      if line.contains("cannot start: ") { starts.refusals.append(line) }
    }
    return starts
  }

  /// Ends the program, and expects that none of the processes is left.
  private func end(_ program: HeadlessProgram, _ starts: Starts) throws {
    program.signal(SIGTERM)
    let result = try program.end()
    #expect(result.isSignalled && result.status == SIGTERM)
    #expect(starts.processes.filter { kill($0, 0) == 0 } == [])
  }

  @Test func `more commands run than the soft limit on descriptors allows`() throws {
    let program = try HeadlessProgram(
      ["watch"], board: board(100, run: Self.ready), prelude: "ulimit -S -n 64")
    let starts = try waitUntilStarted(100, program)
    #expect(starts.refusals == [])
    try end(program, starts)
  }

  @Test func `a command has the limit on descriptors that the program was started with`() throws {
    let result = try HeadlessProgram(
      ["run", "limit"], board: "actions: { limit: { run: ulimit -S -n } }", prelude: "ulimit -S -n 77"
    ).end()
    #expect(result.output == "77\n")
    #expect(result.status == 0)
  }

  @Test func `where descriptors run out commands fail and later ones run`() throws {
    let hog = "echo ready $$; while [ ! -e go ]; do sleep 0.2; done"
    let later = "  later: { run: echo works, every: 300ms, error: { reset: 1ms } }\n"
    let program = try HeadlessProgram(
      ["watch"], board: board(60, run: hog, after: later), prelude: "ulimit -n 48")
    let refusals = try waitUntilStarted(61, program).refusals
    #expect(refusals.count > 1)
    let reason = "cannot start: too many open files (limit: 48, see ulimit -n)"
    #expect(refusals.allSatisfy { $0.contains(reason) })
    #expect(refusals.contains { $0.hasPrefix("later: ") })
    try Data().write(to: program.directory.appending(path: "go"))
    var line = ""
    repeat { line = program.line() } while !line.isEmpty && line != "later: works"
    #expect(line == "later: works")
    try end(program, Starts())
  }

  @Test func `TERM ends the program while descriptors have run out`() throws {
    let program = try HeadlessProgram(
      ["watch"], board: board(60, run: Self.ready), prelude: "ulimit -n 48")
    let starts = try waitUntilStarted(60, program)
    #expect(!starts.refusals.isEmpty)
    try end(program, starts)
  }

  @Test func `a command that cannot start leaves no descriptor behind`() throws {
    let result = try HeadlessProgram(
      ["run", "missing"],
      board: "actions: { missing: { run: [/no/such/program], retry: { attempts: 60, backoff: 1ms..1ms } } }",
      prelude: "ulimit -n 48"
    ).end()
    let text = result.output + result.messages
    #expect(text.contains("cannot start: /no/such/program: No such file or directory"))
    #expect(!text.contains("too many open files"))
  }

  /// A process that is started with SIGCHLD ignored gets no exit code from its children.
  @Test func `an exit code is known though the program was started with SIGCHLD ignored`() throws {
    let result = try HeadlessProgram(["run", "seven"], prelude: "trap '' CHLD").end()
    #expect(result.status == 7)
  }

  #if os(Linux)
  @Test func `five hundred silent commands cost nothing`() throws {
    let program = try HeadlessProgram(["watch"], board: board(500, run: Self.ready))
    let starts = try waitUntilStarted(500, program)
    #expect(starts.refusals == [])
    #expect(isIdle(program.processIdentifier), "the program kept waking up")
    try end(program, starts)
  }

  /// True if no thread of the process wakes up for ten seconds.
  private func isIdle(_ process: Int32) -> Bool {
    // Dispatch keeps a spare thread for some seconds after the last event.
    for _ in 0..<6 {
      let before = ContextSwitches.voluntary(of: process)
      Thread.sleep(forTimeInterval: 10)
      if !before.isEmpty, ContextSwitches.voluntary(of: process) == before { return true }
    }
    return false
  }
  #endif
}
