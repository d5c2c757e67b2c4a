import Board
import Boundary
import Fuzzing
import Programs
import Testing
import Wire

@testable import Agents

@Suite(.timeLimit(.minutes(15))) struct AnswerTests {
  private func kept(_ lines: [OutputLine]) -> KeptLines {
    var kept = KeptLines()
    kept.lines = lines.enumerated().map { .init(number: $0.offset, run: 1, line: $0.element) }
    (kept.run, kept.next) = (1, lines.count)
    return kept
  }

  @Test func `each line of a program is marked, and remarks do not count`() {
    let lines = kept([.init("one"), .init("-- two"), .note("succeeded after 1 s", .success)])
    let output = OutputText(lines, tail: 1)
    #expect(output.lines == ["| -- two", "-- succeeded after 1 s"])
    #expect(
      output.block(of: "a", lines).hasPrefix("Output of a, run 1, 1 of 2 lines (lines of the program begin"))
  }

  @Test func `an output is bounded in lines and bytes, from its end`() {
    let many = kept((1...5_000).map { OutputLine("\($0)") })
    let output = OutputText(many, tail: 10_000)
    #expect(output.shown == 200)
    #expect(output.lines.last == "| 5000")
    let long = OutputText(
      kept((1...200).map { _ in OutputLine(String(repeating: "é", count: 5_000)) }), tail: 200)
    let bytes = long.lines.reduce(0) { $0 + $1.utf8.count }
    #expect(bytes <= OutputText.limits.bytes, "\(bytes)")
    #expect(!long.lines.isEmpty)
    #expect(long.lines.allSatisfy { $0.utf8.count <= 2_010 })
  }

  @Test func `an answer without lines says why there are none`() {
    var none = KeptLines()
    func text(from first: Int = 0) -> String {
      OutputText(none, tail: 1).block(of: "a", none, from: first)
    }
    #expect(text() == "No lines of a are kept.")
    (none.run, none.next) = (4, 9)
    #expect(text() == "a, run 4 has printed nothing.")
    #expect(text(from: 9) == "a, run 4 has printed nothing from line 9 on (next line 9).")
    none.isLost = true
    #expect(text() == "The lines of a, run 4 are not kept.")
  }

  @Test func `an expression selects lines of the program`() throws {
    let pattern = try LineExpression("(a+)+$")
    let lines = kept([.init("aaa"), .init("b"), .note("aaa"), .init(String(repeating: "a", count: 60) + "b")])
    #expect(OutputText(lines, tail: 10, matching: pattern).lines == ["| aaa"])
  }

  @Test func `what controls a terminal reaches no agent`() {
    #expect("a\u{1B}[31m\u{202E}b\nc".safe == "a\u{FFFD}[31m\u{FFFD}b\nc")
  }

  @Test func `a wait for a guard ends when the box says that it holds`() {
    var seat = TestSeat([
      TestSeat.action("build"), TestSeat.action("hidden") { $0.description.agents = .init(.none) },
    ])
    let text = "build.succeeded && !build.running"
    seat.call("wait", ["guard": .text(text)])
    let call = seat.hold(text)
    #expect(seat.next() == nil)
    seat.take(.held(call: call, .holds))
    #expect(seat.answer()?.text == "holds now: \(text)")
    #expect(seat.wish() == .forgetGuard(call: call))
    for wrong in ["rm -rf /", "none.succeeded", "hidden.succeeded", ""] {
      seat.call("wait", ["guard": .text(wrong)])
      let answer = seat.answer()
      #expect(answer?.isError == true, "\(wrong)")
      #expect(seat.wish() == nil, "\(wrong)")
    }
    seat.call("wait", ["guard": "build.failed", "wait_seconds": 1])
    let late = seat.hold("build.failed")
    seat.pass(.seconds(2))
    #expect(seat.answer()?.text.hasPrefix("does not hold yet: build.failed") == true)
    #expect(seat.wish() == .forgetGuard(call: late), "nobody waits for it any more")
  }

  @Test(arguments: [
    (
      HoldAnswer.refused("`build.age`: ages cannot be waited for"), "not a guard of this board: `build.age`: "
    ),
    (.never(["build.failed"]), "cannot hold now: build.failed (needs build.failed)"),
    (.ended, "the box of the board has ended"),
    (.refused("hidden.x is none"), "not a guard of this board: needs something that agents cannot see"),
  ])
  func `what the box says of a guard is an error`(answer: HoldAnswer, expected: String) {
    var seat = TestSeat([
      TestSeat.action("build"), TestSeat.action("hidden") { $0.description.agents = .init(.none) },
    ])
    seat.call("wait", ["guard": "build.failed"])
    seat.take(.held(call: seat.hold("build.failed"), answer))
    let text = seat.answer()
    #expect(text?.isError == true)
    #expect(text?.text.hasPrefix(expected) == true, "\(text as Any)")
  }

  @Test func `a wait that the client gives up is forgotten`() {
    var seat = TestSeat([TestSeat.action("build")])
    let id = seat.call("wait", ["guard": "build.failed"])
    let call = seat.hold("build.failed")
    seat.notify("notifications/cancelled", ["requestId": id])
    #expect(seat.wish() == .forgetGuard(call: call))
    seat.take(.held(call: call, .holds))
    #expect(seat.next() == nil)
  }

  @Test func `a board that cannot be had is said in each answer, and found as soon as it is there`() {
    var seat = TestSeat([TestSeat.action("build")])
    seat.answersSearch = false
    seat.call("list_actions")
    #expect(seat.wish() == .reach(startsBox: false, name: "tester (agent)"))
    seat.take(.reached(.failed("signalbox.yml:3:1: error: a comma is missing")))
    let answer = seat.answer()
    #expect(answer?.isError == true)
    #expect(answer?.text.contains("signalbox.yml:3:1") == true)
    seat.request("tools/list")
    _ = seat.wish()
    seat.take(.reached(.failed("x")))
    #expect(seat.next()?["result"]?["tools"]?.list?.count == 8)
    seat.answersSearch = true
    seat.call("list_actions")
    #expect(seat.next()?["result"]?["structuredContent"]?["actions"]?.list?.count == 1)
  }

  @Test func `lists start no box, and presses do`() {
    var seat = TestSeat([TestSeat.action("build")])
    seat.answersSearch = false
    seat.request("tools/list")
    #expect(seat.wish() == .reach(startsBox: false, name: "tester (agent)"))
    seat.call("press", ["action": "build"])
    seat.take(.reached(.kept(seat.situation, now: seat.now)))
    #expect(seat.wish() == .reach(startsBox: true, name: "tester (agent)"))
    seat.take(.reached(.live(seat.situation, now: seat.now)))
    #expect(seat.start()?.start.action == "build")
  }

  @Test func `what is listened to is told at most once a second`() {
    var seat = TestSeat([TestSeat.action("build")])
    let listen = seat.request(
      "subscriptions/listen",
      ["notifications": ["resourceSubscriptions": ["signalbox://output/build", "file:///etc/passwd"]]])
    let acknowledged = seat.next()?["params"]
    #expect(acknowledged?["notifications"]?["resourceSubscriptions"] == ["signalbox://output/build"])
    #expect(acknowledged?["_meta"]?["io.modelcontextprotocol/subscriptionId"] == listen)
    seat.change("build") { $0.runs.value = "1" }
    #expect(seat.next()?["params"]?["uri"] == "signalbox://output/build")
    seat.change("build") { $0.runs.value = "2" }
    #expect(seat.next() == nil)
    seat.pass(.seconds(1))
    #expect(seat.next()?["method"] == "notifications/resources/updated")
    #expect(seat.seat.deadline == nil, "an idle server does not wake up")
    seat.notify("notifications/cancelled", ["requestId": listen])
    seat.change("build") { $0.runs.value = "3" }
    seat.pass(.seconds(2))
    #expect(seat.next() == nil)
  }

  @Test func `new names are told a second after the last change`() {
    var seat = TestSeat([TestSeat.action("build")])
    seat.request("subscriptions/listen", ["notifications": ["toolsListChanged": true]])
    _ = seat.next()
    seat.situation.actions.append(TestSeat.action("test"))
    seat.take(.situation(seat.situation, now: seat.now))
    #expect(seat.next() == nil)
    seat.pass(.seconds(1))
    #expect(seat.next()?["method"] == "notifications/tools/list_changed")
    #expect(seat.next() == nil)
  }

  @Test(arguments: [
    "signalbox://output/../x", "signalbox://output/%62uild", "signalbox://output/", "signalbox://none", "",
  ])
  func `only names of the server can be read`(_ uri: String) {
    var seat = TestSeat([TestSeat.action("build")])
    seat.request("resources/read", ["uri": .text(uri)])
    #expect(seat.next()?["error"]?["code"] == -32_602)
  }

  @Test func `no line ends the server, and all that it sends is JSON`() {
    let pieces = [
      #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"press","arguments":{"action":"build"}"#,
      #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#,
      "}", "{", "[", "]", ",", ":", "\"", "null", "1e999", "-0", "\u{0}", "é", #""requestState":"a.b.c.d.e""#,
      "}}",
      #""inputResponses":{"confirm":{"action":"accept"}}"#, "initialize", #"{"jsonrpc":"2.0","#, #""id":1,"#,
    ]
    for seed in Seeds(50) {
      var random = SeededGenerator(seed: seed)
      var seat = TestSeat([TestSeat.action("build")])
      for _ in 1...50 {
        seat.line((0..<random.within(1...6)).map { _ in random.pick(pieces) }.joined())
        while seat.next() != nil {}
      }
      while let wish = seat.wish() { #expect(wish != .end, "seed \(seed)") }
    }
  }
}
