import Board
import Boundary
import Foundation
import Programs
import TestSupport
import Testing

@testable import Jobs

/// The questions of programs of a board, and their answers.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct ProgramAnswersTests {
  private func question(_ station: LiveStation, _ id: String = "deploy") -> ProgramQuestion? {
    station.interlocking[id]?.moment.record.question
  }

  private func answer(_ box: HostedBoard, _ number: UInt64, _ text: String) async -> String? {
    await withCheckedContinuation { continuation in
      var order = AnswerOrder("deploy", question: number, text: text)
      order.onAnswer = { continuation.resume(returning: $0) }
      box.answer(order)
    }
  }

  @Test func `a question is shown, told once, and read by guards`() async throws {
    let station = try LiveStation(
      """
        deploy: { run: "printf 'Word: '; read x; echo \\"<$x>\\"", terminal: full, notify: asks }
        call: { run: 'true', enabled-if: deploy.asks }

      """)
    let box = HostedBoard(station.interlocking)
    var notices: [String] = []
    box.onNotice = { notices.append("\($0.action) \($0.change.rawValue): \($0.message)") }
    box.deliverNotices()
    #expect(!station.interlocking.verdict(on: "call").isPassing)
    async let result = station.run("deploy")
    await station.wait { question(station) != nil }
    await station.wait { station.interlocking.verdict(on: "call").isPassing }
    let asked = try #require(question(station))
    #expect(asked.text == "Word:")
    var explained: Explanation?
    box.explain("call") { explained = $0 }
    #expect(explained?.facts.map { "\($0.name) \($0.value)" } == ["deploy.asks true"])
    await expectEqual(answer(box, asked.number + 1, "no"), "it asks something else now")
    await expectEqual(answer(box, asked.number, "fine"), nil)
    await expectEqual(result, .succeeded)
    #expect(question(station) == nil)
    await station.wait { !station.interlocking.verdict(on: "call").isPassing }
    #expect(station.output("deploy").contains("<fine>"))
    #expect(notices == ["deploy asks: Word:"])
    await expectEqual(answer(box, asked.number, "again"), "it asks nothing now")
  }

  @Test func `an answer to the question of an earlier run is not typed into the next one`() async throws {
    let station = try LiveStation("  deploy: { run: \"printf 'Word: '; read x\", terminal: full }\n")
    let box = HostedBoard(station.interlocking)
    var earlier: ProgramQuestion?
    for _ in 0..<2 {
      async let result = station.run("deploy")
      await station.wait { question(station) != nil }
      let present = try #require(question(station))
      #expect(present.number > earlier?.number ?? 0)
      if let earlier { await expectEqual(answer(box, earlier.number, "x"), "it asks something else now") }
      earlier = present
      await expectEqual(answer(box, present.number, "y"), nil)
      await expectEqual(result, .succeeded)
    }
  }

  @Test func `nothing is noticed if the board says so`() async throws {
    let station = try LiveStation(
      "  deploy: { run: \"printf 'Word: '; sleep 1\", terminal: full, asks: never }\n")
    async let result = station.run("deploy")
    await expectEqual(result, .succeeded)
    #expect(question(station) == nil)
  }

  @Test func `a hidden answer is in no line and no log`() async throws {
    let log = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).log").path
    defer { try? FileManager.default.removeItem(atPath: log) }
    let station = try LiveStation(
      """
        deploy:
          run: "stty -echo; printf 'Password: '; read x; stty echo; echo; echo length ${#x}"
          terminal: full
          log: \(log)

      """)
    let box = HostedBoard(station.interlocking)
    async let result = station.run("deploy")
    await station.wait { question(station) != nil }
    let asked = try #require(question(station))
    #expect(asked.isHidden)
    await expectEqual(answer(box, asked.number, "zebra"), nil)
    await expectEqual(result, .succeeded)
    #expect(station.output("deploy").contains("length 5"))
    let kept = try String(contentsOfFile: log, encoding: .utf8)
    #expect(kept.contains("length 5"))
    #expect(!(kept + station.output("deploy").joined()).contains("zebra"))
    #expect(box.history(of: "deploy").entries.map(\.input) == [nil])
  }

  @Test func `a program that wants keys is shown until it ends`() async throws {
    let station = try LiveStation("  deploy: { run: 'stty -icanon <&1; printf More; exec sleep 1000' }\n")
    async let result = station.run("deploy")
    await station.wait { station.interlocking["deploy"]?.moment.record.wantsKeys == true }
    #expect(station.output("deploy").contains("wants keys: terminal: full"))
    station.interlocking["deploy"]?.cancel()
    await expectEqual(result, .cancelled)
    #expect(station.interlocking["deploy"]?.moment.record.wantsKeys == false)
  }
}
