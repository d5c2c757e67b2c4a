import Foundation
import PseudoTerminal
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

#if os(Linux)
/// The board `examples/webapp.yml` with real programs, each of which is killed by hand.
@Suite(.timeLimit(.minutes(15)), .ownThreads) struct WebApplicationTests {
  private let sandbox: Sandbox
  private let watch: HeadlessProgram
  /// The port of the server, which is an argument of each program but the database, and that of the database.
  private let ports: (server: UInt16, database: UInt16)

  init() throws {
    ports = (FreePorts.take(), FreePorts.take())
    let example = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "examples/webapp.yml")
    let text = try String(contentsOf: example, encoding: .utf8)
      .replacing("8137", with: "\(ports.server)").replacing("8138", with: "\(ports.database)")
      .replacing("/tmp/signalbox-webapp.db", with: "webapp.db")
      .replacing("every: 2s", with: "every: 300ms").replacing(" timeout: 2s", with: " timeout: 500ms")
    sandbox = try Sandbox(text, way: .served)
    watch = try HeadlessProgram(["watch", "--json"], way: .served, on: sandbox)
    // Nothing reads its changes, which are combined then.
    _ = watch.line()
  }

  @discardableResult
  private func run(_ arguments: String...) throws -> HeadlessProgram.Result {
    try HeadlessProgram(arguments, way: .served, on: sandbox).end()
  }

  /// The states of all actions.
  private func states() throws -> [String: String] {
    try run("list", "--json").output.split(separator: "\n").reduce(into: [:]) { states, line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      if let id = object?["action"] as? String { states[id] = object?["state"] as? String }
    }
  }

  private func waitFor(_ expected: [String: String], sourceLocation: SourceLocation = #_sourceLocation) throws
  {
    var last: [String: String] = [:]
    let isReached = try eventually {
      last = try states()
      return expected.allSatisfy { last[$0.key] == $0.value }
    }
    #expect(isReached, "\(last)", sourceLocation: sourceLocation)
  }

  /// The process of a program of the board; nil if it does not run.
  private func process(_ name: String) throws -> Int32? {
    let port = name == "database" ? ports.database : ports.server
    let start = "python3\0-u\0-\0\(name)\0\(port)\0"
    return try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }.first {
      process in
      let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
      return String(decoding: line, as: UTF8.self).hasPrefix(start)
    }
  }

  private func signal(_ name: String, _ signal: Int32) throws -> Int32 {
    let process = try #require(try process(name), "\(name) does not run")
    kill(process, signal)
    return process
  }

  /// Waits until another process of a program runs than this one.
  private func waitForSuccessor(of earlier: Int32, _ name: String) throws {
    #expect(try eventually { try process(name).map { $0 != earlier } ?? false })
  }

  private static let running = [
    "database": "ready", "migrate": "succeeded", "server": "ready", "worker": "ready", "assets": "ready",
  ]

  @Test func `services start in the order of their guards and what is killed is started again`() throws {
    try waitFor(Self.running)
    try expectEqual(run("run", "test", "--quiet").output, "all tests passed\n")
    let why = try run("why", "server").output
    #expect(why.contains("database.ready") && why.contains("true"))

    for name in ["database", "server", "worker"] {
      let killed = try signal(name, SIGKILL)
      try waitForSuccessor(of: killed, name)
      try waitFor(Self.running)
    }
    try expectEqual(run("run", "test", "--quiet").status, 0)

    // A server that hangs does not answer, and is started again.
    let stopped = try signal("server", SIGSTOP)
    try waitForSuccessor(of: stopped, "server")
    try waitFor(Self.running)

    // The database ends by SIGINT with exit code 0, and is always started again.
    let ended = try signal("database", SIGINT)
    try waitForSuccessor(of: ended, "database")
    try waitFor(Self.running)

    // This one is never started again.
    _ = try signal("assets", SIGKILL)
    try waitFor(["assets": "failed", "server": "ready"])

    // A person stops the worker, and it is not started again.
    try expectEqual(run("cancel", "worker").status, 0)
    try waitFor(["worker": "cancelled", "server": "ready"])
    try expectEqual(process("worker"), nil)

    try expectEqual(run("stop").status, 0)
    for name in ["database", "server"] { try expectEqual(process(name), nil) }
    watch.signal(SIGTERM)
    _ = try watch.end()
  }
}
#endif
