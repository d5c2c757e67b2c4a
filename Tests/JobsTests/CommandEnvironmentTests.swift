import Board
import Boundary
import Foundation
import Processes
import TerminalUI
import TestSupport
import Testing

@testable import Jobs

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@MainActor
@Suite(.timeLimit(.minutes(15))) struct CommandEnvironmentTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func station(_ files: String) throws -> LiveStation {
    try LiveStation(
      "  show: { run: 'echo $ONE $TWO $THREE', env: { THREE: board }, env-file: \(files) }")
  }

  @Test func `files are read at each start and later ones override earlier ones`() async throws {
    let first = try scratch.write("ONE=first\nTWO=first\nTHREE=first", to: "first")
    let second = try scratch.write("TWO=second", to: "second")
    let station = try station("[\(first), \(second)]")
    await expectEqual(station.run("show"), .succeeded)
    #expect(station.record("show")?.runs.value == "first second board")
    try scratch.write("TWO=changed", to: "second")
    await expectEqual(station.run("show"), .succeeded)
    #expect(station.record("show")?.runs.value == "first changed board")
  }

  @Test func `null removes a variable, wherever it comes from`() async throws {
    let file = try scratch.write("FROM_FILE=file", to: "file")
    let station = try LiveStation(
      """
        show:
          run: 'echo ${FROM_FILE-none} ${FROM_CALLER-none} ${PAGER-none} ${KEPT-none}'
          env: { FROM_FILE: null, FROM_CALLER: ~, PAGER: null, KEPT: kept }
          env-file: \(file)
      """)
    try await expectEqual(station.run("show", from: origin("FROM_CALLER=caller")), .succeeded)
    #expect(station.record("show")?.runs.value == "none none none kept")
  }

  @Test func `a command that no box runs is told its action, and no board of somebody else`() async throws {
    let station = try LiveStation(
      "  show: { run: 'echo ${SIGNALBOX_BOARD-none} $SIGNALBOX_ACTION $SIGNALBOX_RUN' }")
    let origin = try origin(
      "SIGNALBOX_BOARD=/other/signalbox.yml", "SIGNALBOX_ACTION=other", "SIGNALBOX_RUN=7")
    await expectEqual(station.run("show", from: origin), .succeeded)
    #expect(station.record("show")?.runs.value == "none show 1")
  }

  @Test func `an action can remove what the board sets, and set what the board removes`() async throws {
    let station = LiveStation(
      try Board.parse(
        """
        env: { ONE: board, TWO: null }
        actions: { show: { run: 'echo ${ONE-none} ${TWO-none}', env: { ONE: null, TWO: action } } }
        """, file: "test.yml"))
    try await expectEqual(station.run("show", from: origin("TWO=caller")), .succeeded)
    #expect(station.record("show")?.runs.value == "none action")
  }

  @Test func `a removed variable is not there for the probes of a service either`() async throws {
    let station = try LiveStation(
      """
        a:
          run: exec sleep 1000
          service: true
          env: { GONE: null }
          ready: { run: 'test "${GONE-none}" = none' }
      """)
    station.interlocking.start("a", from: try origin("GONE=caller"))
    await station.wait { station.record("a")?.service == .ready }
    await station.end()
  }

  @Test func `an optional file may be missing, and is read when it is there`() async throws {
    let path = scratch.path + "/later"
    let station = try station("{ file: \(path), optional: true }")
    await expectEqual(station.run("show"), .succeeded)
    #expect(station.record("show")?.runs.value == "board")
    try scratch.write("ONE=one", to: "later")
    await expectEqual(station.run("show"), .succeeded)
    #expect(station.record("show")?.runs.value == "one board")
    try scratch.write("nonsense", to: "later")
    await expectEqual(station.run("show")?.failure?.contains("is not NAME=value"), true)
  }

  @Test func `the caller overrides a file, unless the board says otherwise`() async throws {
    let first = try scratch.write("ONE=file\nTWO=file\nTHREE=file", to: "first")
    let origin = try origin("ONE=caller", "TWO=", "THREE=caller")
    let usual = try station(first)
    await expectEqual(usual.run("show", from: origin), .succeeded)
    #expect(usual.record("show")?.runs.value == "caller board")
    let reversed = try station("{ file: \(first), override: true }")
    await expectEqual(reversed.run("show", from: origin), .succeeded)
    #expect(reversed.record("show")?.runs.value == "file file board")
  }

  @Test func `a command on a terminal knows what the terminal can do, and pagers do not wait`() async throws {
    let station = try LiveStation(
      """
        show: { run: 'echo $TERM $PAGER $GIT_PAGER; stty size <&1' }
        own: { run: 'echo $TERM $PAGER', env: { TERM: vt100, PAGER: less } }
        piped: { run: 'test -t 1 || echo piped', terminal: none }
      """)
    station.interlocking.environment.window.size = Size(width: 97, height: 21)
    await expectEqual(station.run("show"), .succeeded)
    #expect(station.output("show").suffix(3).prefix(2) == ["xterm-256color cat cat", "21 97"])
    await expectEqual(station.run("own"), .succeeded)
    #expect(station.record("own")?.runs.value == "vt100 less")
    await expectEqual(station.run("piped"), .succeeded)
    #expect(station.record("piped")?.runs.value == "piped")
  }

  @Test func `a program that people enter knows the terminal of its starter, and pagers do not wait`()
    async throws
  {
    let station = try LiveStation(
      """
        show: { run: 'echo $TERM $PAGER $GIT_PAGER', terminal: full }
        own: { run: 'echo $TERM $PAGER', terminal: full, env: { TERM: vt100, PAGER: less } }
      """)
    try await expectEqual(station.run("show", from: origin("TERM=foot")), .succeeded)
    #expect(station.record("show")?.runs.value == "foot cat cat")
    try await expectEqual(station.run("show", from: origin("TERM=dumb", "PAGER=more")), .succeeded)
    #expect(station.record("show")?.runs.value == "xterm-256color cat cat")
    try await expectEqual(station.run("own", from: origin("TERM=foot")), .succeeded)
    #expect(station.record("own")?.runs.value == "vt100 less")
  }

  @Test func `a start can ask for a command without a terminal`() async throws {
    let station = try LiveStation("  show: { run: 'test -t 1 && echo terminal || echo pipe' }")
    await expectEqual(station.run("show", from: RunOrigin(hasTerminal: false)), .succeeded)
    #expect(station.record("show")?.runs.value == "pipe")
    await expectEqual(station.run("show"), .succeeded)
    #expect(station.record("show")?.runs.value == "terminal")
  }

  @Test func `a command whose file is missing or has a mistake does not start`() async throws {
    let path = scratch.path + "/missing"
    try await expectEqual(
      station(path).run("show"),
      .failed(
        RunFailure(.cannotStart, "cannot start: \(path): cannot be read: No such file or directory")))
    let file = try scratch.write("ONE=1\nTWO", to: "mistaken")
    try await expectEqual(
      station(file).run("show"),
      .failed(RunFailure(.cannotStart, "cannot start: \(file): line 2 is not NAME=value")))
    let pipe = scratch.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    try await expectEqual(
      station(pipe).run("show"), .failed(RunFailure(.cannotStart, "cannot start: \(pipe) is not a file")))
  }

  // MARK: Variables

  private func origin(_ entries: String...) throws -> RunOrigin {
    let path = "PATH=/usr/bin:/bin"
    return RunOrigin(
      context: try ProcessContext(
        environment: (entries + [path]).map { Array($0.utf8) }, umask: 0o22, nice: 0, limits: []))
  }

  @Test func `variables have the values of the front end that asked`() async throws {
    let station = try LiveStation(
      "  show: { run: 'echo $A $B', env: { A: '${WHO}', B: 'at ${PLACE:-home} $${C}' } }")
    try await expectEqual(station.run("show", from: origin("WHO=ada")), .succeeded)
    #expect(station.record("show")?.runs.value == "ada at home ${C}")
    try await expectEqual(station.run("show", from: origin("WHO=bob", "PLACE=work")), .succeeded)
    #expect(station.record("show")?.runs.value == "bob at work ${C}")
  }

  @Test func `what runs by itself has the values of this process`() async throws {
    let station = try LiveStation("  show: { run: 'echo $A', env: { A: '${SIGNALBOX_UNSET_WHO:-nobody}' } }")
    let origin = try origin("SIGNALBOX_UNSET_WHO=ada")
    await expectEqual(station.run("show", from: origin), .succeeded)
    #expect(station.record("show")?.runs.value == "ada")
    for cause in [StartCause.clock, .board] {
      await expectEqual(station.run("show", by: cause, from: origin), .succeeded)
      #expect(station.record("show")?.runs.value == "nobody")
    }
  }

  @Test func `nothing is a variable in the text of a command`() async throws {
    let station = try LiveStation("  show: { run: [echo, '${WHO}'] }")
    try await expectEqual(station.run("show", from: origin("WHO=ada")), .succeeded)
    #expect(station.record("show")?.runs.value == "${WHO}")
  }

  @Test func `a variable in env or dir that is not set is a failure`() async throws {
    let station = try LiveStation(
      """
        value: { run: pwd, env: { A: '${WHO}' } }
        place: { run: pwd, dir: '${WHERE}' }
      """)
    let origin = try origin()
    await expectEqual(
      station.run("value", from: origin),
      .failed(RunFailure(.cannotStart, "cannot start: env: the environment variable WHO is not set")))
    await expectEqual(
      station.run("place", from: origin),
      .failed(RunFailure(.cannotStart, "cannot start: dir: the environment variable WHERE is not set")))
  }

  @Test(arguments: ["sub", "absolute"]) func `a directory may be a variable`(place: String) async throws {
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/sub", withIntermediateDirectories: false)
    try scratch.write("", to: "sub/file")
    let board = try scratch.write(
      "actions:\n  place: { run: 'ls', dir: '${WHERE}' }\n", to: "signalbox.yml")
    let station = LiveStation(try Board.load(contentsOf: board))
    let path = place == "sub" ? place : scratch.path + "/sub"
    try await expectEqual(station.run("place", from: origin("WHERE=\(path)")), .succeeded)
    #expect(station.record("place")?.runs.value == "file")
  }
}
