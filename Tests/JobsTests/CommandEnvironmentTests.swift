import Board
import Boundary
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
