import Foundation
import PseudoTerminal
import Rendezvous
import TerminalUI
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A board in a directory of its own, whose front ends share a box. The box ends with this object.
final class SharedBoard {
  let sandbox: Sandbox

  init(_ actions: String) throws {
    sandbox = try Sandbox("title: Shared\nactions:\n" + actions, way: .served)
  }

  /// Starts the program without a terminal.
  func start(
    _ arguments: String..., environment: [String: String] = [:], prelude: String = "",
    redirection: String = ""
  ) throws -> HeadlessProgram {
    try HeadlessProgram(
      arguments, way: .served, on: sandbox,
      environment: ["LIFELINE": sandbox.path(of: "lifeline")].merging(environment) { $1 },
      redirection: redirection,
      prelude: prelude)
  }

  /// Runs the program to its end.
  func run(_ arguments: String...) throws -> HeadlessProgram.Result {
    try HeadlessProgram(arguments, way: .served, on: sandbox).end()
  }

  /// Where the files of its box are.
  func places() throws -> BoxPlaces {
    try BoxPlaces(BoardIdentity(path: sandbox.path(of: "signalbox.yml")), environment: [:])
  }

  /// What the lock file says about the box.
  func record() throws -> BoxRecord { try #require(BoxRecord.read(places())) }

  /// Waits until there is a box, and returns its process.
  func box() throws -> Int32 {
    let places = try places()
    #expect(eventually { BoxRecord.read(places) != nil })
    return try record().process
  }
}

/// Waits until a condition holds that causes no event for the test. Returns false if it does not in time.
func eventually(within limit: Duration = .patience, _ condition: () throws -> Bool) rethrows -> Bool {
  let end = ContinuousClock.now + limit
  while try !condition() {
    if ContinuousClock.now > end { return false }
    _ = poll(nil, 0, 5)
  }
  return true
}

/// Whether a process is alive. A zombie is not.
func isAlive(_ process: Int32) -> Bool {
  guard kill(process, 0) == 0 else { return false }
  #if os(Linux)
  let status = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
  return status.split(separator: ")").last?.hasPrefix(" Z") != true
  #else
  return true
  #endif
}
