import Board
import Boundary
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
    #expect(await station.run("show") == .succeeded)
    #expect(station.record("show")?.value == "first second board")
    try scratch.write("TWO=changed", to: "second")
    #expect(await station.run("show") == .succeeded)
    #expect(station.record("show")?.value == "first changed board")
  }

  @Test func `a command on a terminal knows what the terminal can do, and pagers do not wait`() async throws {
    let station = try LiveStation(
      """
        show: { run: 'echo $TERM $PAGER $GIT_PAGER; stty size <&1' }
        own: { run: 'echo $TERM $PAGER', env: { TERM: vt100, PAGER: less } }
        piped: { run: 'test -t 1 || echo piped', terminal: none }
      """)
    station.interlocking.environment.window.size = Size(width: 97, height: 21)
    #expect(await station.run("show") == .succeeded)
    #expect(station.output("show").suffix(3).prefix(2) == ["xterm-256color cat cat", "21 97"])
    #expect(await station.run("own") == .succeeded)
    #expect(station.record("own")?.value == "vt100 less")
    #expect(await station.run("piped") == .succeeded)
    #expect(station.record("piped")?.value == "piped")
  }

  @Test func `a start can ask for a command without a terminal`() async throws {
    let station = try LiveStation("  show: { run: 'test -t 1 && echo terminal || echo pipe' }")
    #expect(await station.run("show", from: RunOrigin(hasTerminal: false)) == .succeeded)
    #expect(station.record("show")?.value == "pipe")
    #expect(await station.run("show") == .succeeded)
    #expect(station.record("show")?.value == "terminal")
  }

  @Test func `a command whose file is missing or has a mistake does not start`() async throws {
    let path = scratch.path + "/missing"
    #expect(
      try await station(path).run("show")
        == .failed("cannot start: \(path): cannot be read: No such file or directory"))
    let file = try scratch.write("ONE=1\nTWO", to: "mistaken")
    #expect(
      try await station(file).run("show") == .failed("cannot start: \(file): line 2 is not NAME=value"))
    let pipe = scratch.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(try await station(pipe).run("show") == .failed("cannot start: \(pipe) is not a file"))
  }
}
