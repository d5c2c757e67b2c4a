import Foundation
import PseudoTerminal
import Rendezvous
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The first front end starts the box: whatever its surroundings are, it keeps nothing of them.
@Suite(.timeLimit(.minutes(15)), .ownThreads) struct BoxStartTests {
  private static let actions = "  hello: { key: h, title: Hello, run: echo hello }\n"

  /// Runs a shell script in the directory of a board, in which `$SIGNALBOX` is the program.
  private func script(_ text: String, on board: SharedBoard) throws -> (output: String, duration: Duration) {
    let output = Pipe()
    let start = ContinuousClock.now
    let shell = try ChildProgram(
      "/bin/sh", ["-c", text],
      environment: Program.plainEnvironment.merging(["SIGNALBOX": Sandbox.program]) { $1 },
      directory: board.sandbox.directory, output: .pipe(output))
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    shell.waitForEnd()
    return (String(decoding: bytes, as: UTF8.self), ContinuousClock.now - start)
  }

  @Test(arguments: [
    #"echo "<$($SIGNALBOX run --detach wait 2>&1)>""#,
    #"flock lock $SIGNALBOX run --detach wait 2>&1; flock -n lock echo free"#,
    #"exec 7> lock; flock 7; $SIGNALBOX run --detach wait 2>&1; exec 7>&-; flock -n lock echo free"#,
  ])
  func `the box and its commands keep no descriptor of who started it`(text: String) throws {
    let board = try SharedBoard("  wait: { run: exec sleep 100 }\n")
    let output = try script(text + #"; $SIGNALBOX ps | grep -c "$PWD""#, on: board).output
    let started = "signalbox: wait: started in the background"
    // The box is still there.
    #expect(["<\(started)>\n1\n", "\(started)\nfree\n1\n"].contains(output), "\(output)")
  }

  @Test(arguments: ["<&-", ">&-", "2>&-", "<&- >&-", "<&- 2>&-", "<&- >&- 2>&-"])
  func `missing descriptors do no harm`(redirection: String) throws {
    let board = try SharedBoard("  mark: { run: 'echo out; echo err >&2; touch mark' }\n")
    let result = try board.start("run", "mark", "--quiet", redirection: redirection).end()
    #expect(board.sandbox.has("mark"))
    // Nothing can be written to an output that is closed.
    if !redirection.contains(" >&-"), !redirection.hasPrefix(">&-") {
      #expect(result.output == "out\n")
      #expect(result.status == 0)
    }
  }

  @Test func `a socket that was deleted is made again`() throws {
    let board = try SharedBoard(Self.actions)
    let panel = try board.sandbox.panel()
    let record = try board.record()
    for _ in 0..<3 {
      unlink(record.socket)
      try expectEqual(board.run("run", "hello", "--quiet").output, "hello\n")
      try panel.waitFor("Hello  ✓ succeeded")
      try expectEqual(board.record().process, record.process)
      #expect(try board.run("ps").output.contains("pid \(record.process) "))
    }
  }

  @Test(arguments: ["mkdir", "touch", "ln -s /etc/passwd", "ln -s /nonexistent"])
  func `something else in the place of the socket`(command: String) throws {
    let board = try SharedBoard(Self.actions)
    try expectEqual(board.run("run", "hello", "--quiet").output, "hello\n")
    let record = try board.record()
    #expect(eventually { !isAlive(record.process) })
    _ = try script("\(command) \(record.socket)", on: board)
    defer { rmdir(record.socket) }
    let result = try board.run("run", "hello", "--quiet")
    #expect(result.status == 0)
    #expect(result.output == "hello\n")
    // What may belong to others is not removed: the socket is elsewhere.
    #expect(result.messages == "")
    #expect(try board.record().socket != record.socket)
    try expectEqual(String(contentsOfFile: "/etc/passwd", encoding: .utf8).isEmpty, false)
  }

  @Test func `with a file in the place of the directory of results the board is shared nevertheless`() throws
  {
    let board = try SharedBoard(Self.actions)
    try board.sandbox.write("", to: "state")
    let state = ["XDG_STATE_HOME": board.sandbox.path(of: "state")]
    let run = try board.start("run", "hello", "--quiet", environment: state).end()
    #expect(run.status == 0, "\(run.messages)")
    #expect(run.output == "hello\n")
    let panel = try board.sandbox.start(environment: state)
    try panel.waitFor("Hello")
    panel.send("h")
    try panel.waitFor("Hello  ✓ succeeded")
    let detached = try board.start("run", "--detach", "hello", environment: state).end()
    #expect(detached.status == 0, "\(detached.messages)")
  }

  @Test func `a board from a pipe stays private`() throws {
    let board = try SharedBoard(Self.actions)
    let output = try script(
      #"cat signalbox.yml | $SIGNALBOX run hello --quiet --board /dev/stdin; $SIGNALBOX ps | grep -c "$PWD""#,
      on: board
    ).output
    #expect(output == "hello\n0\n")
  }

  @Test func `a board that is reached by a link has the same box`() throws {
    let board = try SharedBoard(Self.actions)
    try board.sandbox.makeDirectory("below")
    let path = board.sandbox.path(of: "below/signalbox.yml")
    #expect(symlink(board.sandbox.path(of: "signalbox.yml"), path) == 0)
    let panel = try board.sandbox.panel()
    try expectEqual(board.run("run", "hello", "--quiet", "--board", path).output, "hello\n")
    try panel.waitFor("Hello  ✓ succeeded")
  }

  @Test func `twenty front ends that start at once share one box`() throws {
    let board = try SharedBoard("  work: { run: 'echo x >> ran', while-running: concurrent }\n")
    let programs = try (0..<20).map { _ in try board.start("run", "work", "--quiet") }
    for program in programs { try expectEqual(program.end().status, 0) }
    try expectEqual(board.sandbox.text(of: "ran").split(separator: "\n").count, 20)
    let log = try String(contentsOfFile: board.places().stateDirectory + "/log", encoding: .utf8)
    #expect(log == "")
  }
}
