import Board
import Boundary
import Foundation
import SignalboxTesting
import TestSupport
import Testing
import Transfers

@testable import Jobs

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@MainActor
@Suite(.timeLimit(.minutes(15))) struct NoticeSenderTests {
  /// The notices that a sender has delivered, such as "probe failed: connection refused".
  private final class Heard {
    var notices: [String] = []
  }

  private func sender(_ station: VirtualStation) -> (sender: NoticeSender, heard: Heard) {
    let heard = Heard()
    let sender = NoticeSender(station.interlocking) {
      heard.notices.append("\($0.action) \($0.change.rawValue): \($0.message)")
    }
    return (sender, heard)
  }

  @Test func `a probe that keeps failing sends one notice`() throws {
    let station = try VirtualStation(
      """
        database: { tcp: 'db:1', every: 5s, failures-before-error: 2, notify: [failed, recovered] }
        other: { tcp: 'db:1', every: 5s }
      """)
    let (sender, heard) = sender(station)
    station.startRepeats()
    #expect(heard.notices == [])

    station.network.onConnect { _ in throw NetworkFailure.refused }
    station.advance(by: .seconds(5))
    #expect(heard.notices == [])
    station.advance(by: .seconds(60))
    #expect(heard.notices == ["database failed: connection refused"])

    station.network.onConnect { _ in }
    station.advance(by: .seconds(60))
    #expect(heard.notices == ["database failed: connection refused", "database recovered: open"])
    withExtendedLifetime(sender) {}
  }

  @Test func `a cancelled run sends no notice`() throws {
    let station = try VirtualStation(
      "  load: { simulate: { duration: 5s }, notify: [failed, succeeded, recovered] }")
    let (sender, heard) = sender(station)
    station.start("load")
    station.cancel("load")
    #expect(heard.notices == [])
    station.start("load")
    station.advance(by: .seconds(5))
    #expect(heard.notices == ["load succeeded: "])
    withExtendedLifetime(sender) {}
  }

  @Test func `a closed sender sends no notice`() throws {
    let station = try VirtualStation("  load: { simulate: { duration: 5s }, notify: succeeded }")
    let (sender, heard) = sender(station)
    sender.close()
    station.start("load")
    station.advance(by: .seconds(5))
    #expect(heard.notices == [])
  }

  /// A board whose only action `a` fails after a second, and then runs a command.
  private func board(_ command: String) throws -> VirtualStation {
    try VirtualStation(
      """
        a:
          simulate: { duration: 1s, fail-every: 1, failure: no luck }
          notify: { when: failed, bell: false, desktop: false, command: '\(command.replacing("'", with: "''"))' }
      """)
  }

  private func fail(_ station: VirtualStation, times: Int = 1) {
    for _ in 1...times {
      station.start("a")
      station.advance(by: .seconds(1))
    }
  }

  @Test func `the command has the facts in its environment`() async throws {
    let scratch = try Scratch()
    let station = try board(
      #"printf '%s|' "$SIGNALBOX_ACTION" "$SIGNALBOX_STATE" "$SIGNALBOX_MESSAGE" > "\#(scratch.path)/facts"; echo x"#
    )
    let sender = NoticeSender(station.interlocking)
    fail(station)
    await sender.waitUntilEnded()
    try expectEqual(scratch.text(of: "facts"), "a|failed|no luck|")
    #expect(station.output("a") == ["run 1 started", "failed after 1.0 s: no luck"])
  }

  @Test func `the command runs in the directory of the board`() async throws {
    let scratch = try Scratch()
    let file = try scratch.write(
      """
      actions:
        a: { simulate: { duration: 1s, fail-every: 1 }, notify: { when: failed, command: pwd > here } }
      """, to: "board.yml")
    let station = VirtualStation(try Board.load(contentsOf: file))
    let sender = NoticeSender(station.interlocking)
    fail(station)
    await sender.waitUntilEnded()
    try expectEqual(scratch.text(of: "here"), "\(scratch.path)\n")
  }

  @Test func `the command has the shell and the variables of the board`() async throws {
    let scratch = try Scratch()
    let file = try scratch.write(
      """
      shell: [sh, -euc]
      env: { WHO: ada, SIGNALBOX_STATE: own }
      actions:
        a:
          simulate: { duration: 1s, fail-every: 1 }
          notify: { when: failed, command: 'echo "$- $WHO $SIGNALBOX_STATE" > here' }
      """, to: "board.yml")
    let station = VirtualStation(try Board.load(contentsOf: file))
    let sender = NoticeSender(station.interlocking)
    fail(station)
    await sender.waitUntilEnded()
    let text = try scratch.text(of: "here")
    #expect(text.hasSuffix(" ada failed\n"), "\(text)")
    #expect(text.prefix { $0 != " " }.contains("e"), "\(text)")
  }

  @Test func `a failure of the command is noted in the output of its action`() async throws {
    let station = try board("exit 3")
    let sender = NoticeSender(station.interlocking)
    fail(station)
    await sender.waitUntilEnded()
    #expect(station.output("a").last == "not notified that it failed: exit code 3")
  }

  @Test func `the oldest of too many notices are dropped, which is noted`() async throws {
    let scratch = try Scratch()
    let station = try board("echo x >> \(scratch.path)/told")
    let sender = NoticeSender(station.interlocking)
    fail(station, times: NoticeSender.runningLimit + NoticeSender.waitingLimit + 2)
    await sender.waitUntilEnded()
    let told = try scratch.text(of: "told").split(separator: "\n").count
    #expect(told == NoticeSender.runningLimit + NoticeSender.waitingLimit)
    #expect(station.output("a").count { $0 == "not notified that it failed: too many wait" } == 2)
  }

  @Test func `a command that takes too long is ended`() async throws {
    let scratch = try Scratch()
    let station = try board(
      "echo $$ > \(scratch.path)/new; mv \(scratch.path)/new \(scratch.path)/pid; exec sleep 1000")
    let sender = NoticeSender(station.interlocking)
    fail(station)
    let process = try await number(in: "pid", scratch)
    while station.scheduler.pendingCount == 0 { await Task.yield() }
    station.advance(by: NoticeSender.timeLimit)
    await sender.waitUntilEnded()
    #expect(kill(process, 0) == -1 && errno == ESRCH)
    #expect(station.output("a").last == "not notified that it failed: timed out after 30 s")
  }

  @Test func `closing ends the commands`() async throws {
    let scratch = try Scratch()
    let station = try board(
      "echo $$ > \(scratch.path)/new; mv \(scratch.path)/new \(scratch.path)/pid; exec sleep 1000")
    let sender = NoticeSender(station.interlocking)
    fail(station)
    let process = try await number(in: "pid", scratch)
    sender.close()
    await sender.waitUntilEnded()
    #expect(kill(process, 0) == -1 && errno == ESRCH)
    #expect(station.output("a").last == "failed after 1.0 s: no luck")
  }

  /// Waits for a file with a number.
  private func number(in name: String, _ scratch: Scratch) async throws -> Int32 {
    while !FileManager.default.fileExists(atPath: scratch.path + "/" + name) { await Task.yield() }
    let text = try scratch.text(of: name)
    return try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
  }
}

extension Scratch {
  fileprivate func text(of name: String) throws -> String {
    try String(contentsOfFile: path + "/" + name, encoding: .utf8)
  }
}
