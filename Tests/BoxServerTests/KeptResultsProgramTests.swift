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

/// Results of the real program, whose boxes end between its runs.
@Suite(.timeLimit(.minutes(15))) struct KeptResultsProgramTests {
  private struct Result {
    var status: Int32
    var output: String
    var messages: String
  }

  private let scratch: Scratch
  private let environment: [String: String]

  init() throws {
    scratch = try Scratch()
    environment = Program.plainEnvironment.merging(["XDG_STATE_HOME": scratch.path + "/state"]) { $1 }
    try scratch.write(
      """
      actions:
        test: { run: echo 42 tests }
        slow: { run: "echo $$ >begun; exec sleep 600" }
        deploy: { run: echo deployed, enabled-if: test.succeeded && test.age < 1h }
      """, to: "signalbox.yml")
  }

  /// Starts the program; the closure waits for its end.
  /// - Parameter prelude: What a shell does first, in the process that becomes the program.
  private func start(_ arguments: [String], prelude: String = "true") throws -> () async throws -> Result {
    let output = scratch.path + "/output-\(UUID())"
    let script = "\(prelude); exec \"$0\" \"$@\" >'\(output)' 2>'\(output).messages'"
    let program = try ChildProgram(
      "/bin/sh", ["-c", script, BuiltProducts.path(of: "signalbox")] + arguments, environment: environment,
      directory: scratch.path)
    let (ends, end) = AsyncStream.makeStream(of: Int32.self)
    program.whenEnded {
      end.yield($0.code)
      end.finish()
    }
    return {
      var status: Int32 = -1
      for await end in ends { status = end }
      return Result(
        status: status, output: try String(contentsOfFile: output, encoding: .utf8),
        messages: try String(contentsOfFile: output + ".messages", encoding: .utf8))
    }
  }

  @discardableResult
  private func run(_ arguments: String..., prelude: String = "true") async throws -> Result {
    try await start(arguments, prelude: prelude)()
  }

  /// What `list` says about each action.
  private func states(_ arguments: String...) async throws -> [String: String] {
    let lines = try await start(["list"] + arguments)().output.split(separator: "\n")
    let words = lines.map { $0.split(separator: " ").map(String.init) }
    return Dictionary(words.map { ($0[0], $0[1]) }) { first, _ in first }
  }

  private var places: BoxPlaces {
    get throws {
      try BoxPlaces(BoardIdentity(path: scratch.path + "/signalbox.yml"), environment: environment)
    }
  }

  private func waitFor(_ condition: () throws -> Bool) async throws {
    while try !condition() { try await Task.sleep(for: .milliseconds(5)) }
  }

  @Test func `a result unlocks an action in the next box`() async throws {
    try await expectEqual(states()["test"], "idle")
    try await expectEqual(run("run", "deploy").status, 3)
    try await expectEqual(run("run", "test").status, 0)
    // The box still runs, or has just left.
    try await expectEqual(states()["test"], "succeeded")
    try await expectEqual(run("stop").status, 0)

    try await expectEqual(states()["test"], "succeeded")
    #expect(
      try await run("list", "--json").output.contains("\"action\":\"test\",\"run\":1,\"state\":\"succeeded\"")
    )
    #expect(try await run("why", "deploy").output.hasPrefix("deploy: unlocked\n"))
    try await expectEqual(states("--private")["test"], "idle")
    #expect(try await run("why", "deploy", "--private").output.hasPrefix("deploy: locked: "))
    // Reading has started no box.
    try await expectEqual(run("cancel", "test").status, 3)
    try await expectEqual(run("run", "deploy").output, "deployed\n")
    try await run("stop")
  }

  @Test func `a run whose box is killed has failed`() async throws {
    let (front, ends) = (try start(["run", "slow"]), Recorded<Result>())
    let end = Task { ends.append(try await front()) }
    try await waitFor {
      (try? String(contentsOfFile: scratch.path + "/begun", encoding: .utf8))?.hasSuffix("\n") == true
        || !ends.values.isEmpty
    }
    #expect(ends.values.isEmpty, "it runs")
    let text = try String(contentsOfFile: places.results, encoding: .utf8)
    #expect(text.contains("\"action\":\"slow\""))
    try await expectEqual(states()["slow"], "running")
    let box = try #require(try BoxRecord.read(places)).process
    #expect(kill(box, SIGKILL) == 0)
    try await end.value

    try await expectEqual(states()["slow"], "failed")
    try await run("run", "test")
    try await run("stop")
    try await expectEqual(states()["slow"], "failed")
    try await expectEqual(states()["test"], "succeeded")
    let kept = try String(contentsOfFile: places.results, encoding: .utf8)
    #expect(kept.contains("\"failed\":\"the box ended\""))
  }

  @Test func `runs go on when their results cannot be written`() async throws {
    // Files of at most 512 bytes: the journal holds one or two runs.
    for _ in 1...4 { try await expectEqual(run("run", "test", prelude: "ulimit -f 1").status, 0) }
    try await run("stop")
    let log = try String(contentsOfFile: places.stateDirectory + "/log", encoding: .utf8)
    #expect(log.contains("results are not kept, because \(try places.results) cannot be written: "))
    // Of a run whose beginning could be written and whose end could not, a later box knows no success.
    let state = try await states()["test"]
    #expect(["succeeded", "failed"].contains(state), "\(state ?? "no state")")
  }
}
