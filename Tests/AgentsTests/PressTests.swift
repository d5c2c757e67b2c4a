import Board
import Boundary
import Programs
import Testing
import Wire

@testable import Agents

@Suite(.timeLimit(.minutes(15))) struct PressTests {
  private var seat = TestSeat([
    TestSeat.action("build"),
    TestSeat.action("test") {
      $0.verdict = .blocked(by: ["build.succeeded"])
      $0.isEnabled = false
    },
    TestSeat.action("server") { $0.description.isService = true },
  ])

  /// Begins a run that the agent has pressed.
  private mutating func begin(_ id: String, run: Int = 1) -> Int? {
    guard let (call, start) = seat.start() else { return nil }
    #expect(start.action == id)
    seat.take(.answered(call: call, .accepted(StartTicket(1))))
    seat.change(id) {
      ($0.isRunning, $0.isEnabled, $0.runs.count, $0.present) = (true, false, run, [TestSeat.run(run)])
    }
    return call
  }

  private mutating func end(_ id: String, _ call: Int, _ outcome: RunOutcome) {
    seat.change(id) {
      ($0.isRunning, $0.isEnabled, $0.present) = (false, true, [])
      ($0.runs.last.result, $0.runs.last.duration) = (outcome, .seconds(2))
    }
    seat.take(.ended(call: call, outcome))
  }

  @Test mutating func `a press waits for the end and returns the output`() {
    seat.call("press", ["action": "build"])
    let call = begin("build") ?? 0
    #expect(seat.next() == nil, "it is not over")
    end("build", call, .succeeded)
    seat.print(["made"], run: 1)
    let result = seat.next()?["result"]
    let text = result?["content"]?.list?.first?["text"]?.text ?? ""
    #expect(text.hasPrefix("build succeeded: run 1, 2.0 s.\nOutput of build, run 1, 1 of 1 lines"), "\(text)")
    #expect(text.hasSuffix("\n| made"), "\(text)")
    #expect(result?["isError"] == false)
    #expect(result?["structuredContent"] == nil)
    #expect(result?["_meta"]?["signalbox/run"]?["exit"] == 0)
  }

  @Test mutating func `a failure is an error with its output`() {
    seat.call("press", ["action": "build"])
    let call = begin("build") ?? 0
    end("build", call, .failed(RunFailure(.exitCode(2), "exit code 2")))
    seat.print(["two FAILED"], run: 1)
    let answer = seat.answer()
    #expect(answer?.isError == true)
    #expect(
      answer?.text.hasPrefix("build FAILED: run 1, 2.0 s: exit code 2.") == true, "\(answer?.text ?? "")")
  }

  @Test mutating func `a locked press starts nothing, and says what can be pressed`() {
    seat.call("press", ["action": "test"])
    guard case .explain(let call, "test")? = seat.wish() else {
      Issue.record("the guard is not looked at")
      return
    }
    var explanation = Explanation(
      needs: "build.succeeded", verdict: .blocked(by: ["build.succeeded"]), facts: [], refusal: nil)
    explanation.parts = [GuardPart(.fact(.action("build", .succeeded), expected: true), holds: false)]
    seat.take(.explained(call: call, explanation))
    let answer = seat.answer()
    #expect(
      answer?.text == """
        test was not started: needs build.succeeded.
        build is idle; it can be pressed now
        \(LockText.advice)
        """)
    #expect(answer?.isError == true)
    #expect(seat.start() == nil)
  }

  @Test mutating func `what is only in the way is waited for`() {
    seat.change("build") {
      ($0.verdict, $0.isEnabled) = (.blocked(by: ["not server.running"]), false)
      $0.description.guardFacts = [.action("server", .running)]
    }
    seat.call("press", ["action": "build"])
    #expect(seat.start() == nil)
    #expect(seat.next() == nil)
    seat.change("build") { ($0.verdict, $0.isEnabled) = (.passes, true) }
    #expect(seat.start()?.start.action == "build")
  }

  @Test(arguments: ["not build.succeeded or server.running", "not build.running or server.running"])
  mutating func `a choice that a run is part of is not only in the way`(part: String) {
    seat.change("build") {
      ($0.verdict, $0.isEnabled) = (.blocked(by: [part]), false)
      $0.description.guardFacts = [
        .action("build", .succeeded), .action("build", .running), .action("server", .running),
      ]
    }
    seat.call("press", ["action": "build"])
    guard case .explain? = seat.wish() else {
      Issue.record("it waits")
      return
    }
  }

  @Test mutating func `a wait for what is in the way ends`() {
    seat.change("build") {
      ($0.verdict, $0.isEnabled) = (.blocked(by: ["not server.running"]), false)
      $0.description.guardFacts = [.action("server", .running)]
    }
    seat.call("press", ["action": "build", "wait_seconds": 5])
    seat.pass(.seconds(6))
    guard case .explain(let call, _)? = seat.wish() else {
      Issue.record("it still waits")
      return
    }
    seat.take(.explained(call: call, nil))
    #expect(seat.answer()?.isError == true)
  }

  @Test mutating func `an agent that presses again gets no second run`() {
    seat.call("press", ["action": "build", "wait_seconds": 2])
    _ = begin("build")
    seat.pass(.seconds(3))
    seat.print([], run: 1)
    let first = seat.answer()
    #expect(first?.text.contains("build is still running: run 1 for 3 s") == true, "\(first?.text ?? "")")
    #expect(first?.isError == false)
    seat.call("press", ["action": "build"])
    let second = seat.answer()
    #expect(
      second?.text.contains("is running (run 1, which you have started)") == true, "\(second?.text ?? "")")
    #expect(second?.isError == true)
    seat.call("press", ["action": "build", "if_running": "join"])
    #expect(seat.next() == nil, "it waits for the run")
  }

  @Test mutating func `the run of another front end is waited for, unless that is refused`() {
    seat.change("build") {
      ($0.isRunning, $0.isEnabled, $0.runs.count) = (true, false, 1)
      $0.present = [TestSeat.run(1, by: "panel on pts/3")]
    }
    seat.call("press", ["action": "build", "if_running": "refuse"])
    #expect(seat.answer()?.text == "build was not started: is running (run 1, started by panel on pts/3).")
    seat.call("press", ["action": "build"])
    #expect(seat.next() == nil)
    seat.change("build") { ($0.isRunning, $0.isEnabled, $0.present) = (false, true, []) }
    #expect(seat.start()?.start.action == "build")
  }

  @Test mutating func `a service answers when it is ready, and is not started twice`() {
    seat.call("press", ["action": "server"])
    let call = begin("server") ?? 0
    #expect(seat.next() == nil)
    seat.change("server") { $0.present[0].change { $0.service = .ready } }
    seat.print(["listening"], run: 1)
    #expect(seat.answer()?.text.hasPrefix("server is ready: run 1 goes on") == true)
    seat.take(.ended(call: call, .cancelled))
    seat.call("press", ["action": "server"])
    seat.print([], run: 1)
    let again = seat.answer()
    #expect(again?.text.hasPrefix("server is ready already (run 1") == true, "\(again?.text ?? "")")
    #expect(seat.start() == nil)
  }

  @Test mutating func `a question of a program ends the wait`() {
    seat.call("press", ["action": "build"])
    _ = begin("build")
    seat.change("build") {
      $0.present[0].change { $0.question = ProgramQuestion(number: 1, text: "Password:", isHidden: true) }
    }
    seat.print([], run: 1)
    #expect(seat.answer()?.text.hasPrefix("build runs and asks a person: \"Password:\" (hidden).") == true)
  }

  @Test mutating func `cancelling the call leaves the run`() {
    let id = seat.call("press", ["action": "build"])
    let call = begin("build") ?? 0
    seat.notify("notifications/cancelled", ["requestId": id])
    end("build", call, .succeeded)
    #expect(seat.next() == nil)
    #expect(seat.wish() == nil)
  }

  @Test mutating func `wrong arguments start nothing`() {
    let wrong: [JSONTree] = [
      ["action": "build", "wait_seconds": "45"], ["action": "build", "wait_seconds": -1],
      ["action": "build", "wait_seconds": .number("1e99")], ["action": "build", "tail": .number("1e9")],
      ["action": 1], ["action": "build\0"], [:], ["action": "build", "force": true], ["action": "bυild"],
      ["action": .text(String(repeating: "x", count: 1 << 20))], ["action": "build", "if_running": "now"],
    ]
    for arguments in wrong {
      seat.call("press", arguments)
      let answer = seat.answer()
      #expect(answer?.isError == true, "\(String(decoding: arguments.bytes.prefix(100), as: UTF8.self))")
      #expect(seat.wish() == nil)
    }
    seat.call("nothing")
    #expect(seat.next()?["error"]?["code"] == -32_602)
  }

  @Test mutating func `presses have a limit, and so have calls at once`() {
    for _ in 1...30 {
      seat.call("press", ["action": "build", "wait_seconds": 0])
      let (call, _) = seat.start() ?? (0, SeatStart(action: ""))
      seat.take(.answered(call: call, .refused("is broken")))
      #expect(seat.answer() != nil)
    }
    seat.call("press", ["action": "build"])
    #expect(seat.answer()?.text.contains("more than 30 presses in a minute") == true)
    seat.pass(.seconds(61))
    for _ in 1...16 { seat.call("wait", ["guard": "build.failed"]) }
    #expect(seat.next() == nil)
    seat.call("list_actions")
    #expect(seat.next()?["error"]?["code"] == -32_000)
  }

  @Test mutating func `a start is repeated only where the box says that it has not taken it`() {
    seat.call("press", ["action": "build"])
    let first = seat.start()
    seat.take(.answered(call: first?.call ?? 0, .notTaken("the box has ended")))
    let second = seat.start()
    #expect(second != nil)
    seat.take(.answered(call: second?.call ?? 0, .unknown))
    #expect(seat.answer()?.text.contains("it is not known whether build was started") == true)
    #expect(seat.start() == nil)
  }

  @Test mutating func `the end of the box ends waits with a reason`() {
    seat.change("build") { ($0.isRunning, $0.runs.count, $0.present) = (true, 1, [TestSeat.run(1)]) }
    seat.call("wait", ["action": "build"])
    seat.take(.boxEnded("it was stopped"))
    let answer = seat.answer()
    #expect(answer?.isError == true)
    #expect(answer?.text.contains("it was stopped") == true)
  }

  @Test mutating func `progress is told only to those who want it, and only upwards`() {
    seat.call("press", ["action": "build"], [:])
    let call = begin("build") ?? 0
    seat.change("build") { $0.runs.fraction = 0.5 }
    #expect(seat.next() == nil)
    end("build", call, .succeeded)
    seat.print([], run: 1)
    _ = seat.next()

    seat.isModern = false
    var second = TestSeat([TestSeat.action("build")])
    second.isModern = false
    second.request("initialize")
    _ = second.next()
    second.call("press", ["action": "build"], ["_meta": ["progressToken": 0]])
    let (number, _) = second.start() ?? (0, SeatStart(action: ""))
    second.take(.answered(call: number, .accepted(StartTicket(1))))
    second.change("build") {
      ($0.isRunning, $0.runs.count, $0.present, $0.runs.fraction) = (true, 1, [TestSeat.run(1)], 0.25)
    }
    let progress = second.next()
    #expect(progress?["params"]?["progressToken"] == 0)
    #expect(progress?["params"]?["progress"] == .number("0.250"))
    second.now += .seconds(2)
    second.change("build") { $0.runs.fraction = 0.2 }
    #expect(second.next() == nil, "it went back")
  }

  @Test mutating func `read-only offers and does nothing`() {
    var seat = TestSeat([TestSeat.action("build")], isReadOnly: true)
    seat.request("tools/list")
    let names = seat.next()?["result"]?["tools"]?.list?.compactMap { $0["name"]?.text }
    #expect(names == ["list_actions", "wait", "why", "output", "history", "plan"])
    seat.call("press", ["action": "build"])
    #expect(seat.next()?["error"]?["code"] == -32_602)
    seat.call("cancel", ["action": "build"])
    #expect(seat.next()?["error"]?["code"] == -32_602)
  }

  /// The second one only has the name of an agent.
  @Test(arguments: ["panel on pts/3", "panel (agent)"])
  mutating func `agents cancel only what agents have started`(person: String) {
    seat.change("build") {
      ($0.isRunning, $0.runs.count, $0.present) = (true, 1, [TestSeat.run(1, by: person)])
    }
    seat.call("cancel", ["action": "build"])
    #expect(seat.answer()?.text.contains("was started by \(person). Ask the person") == true)
    #expect(seat.wish() == nil)
    seat.change("build") { $0.present = [TestSeat.run(1)] }
    seat.call("cancel", ["action": "build"])
    #expect(seat.wish() == .cancel("build"))
    seat.change("build") { ($0.isRunning, $0.present) = (false, []) }
    #expect(seat.answer()?.text == "build was cancelled.")
  }
}

extension RunHistory.Entry {
  /// Changes what is known of a present run.
  mutating func change(_ body: (inout RunHistory.Presence) -> Void) {
    guard var presence else {
      Issue.record("run \(number) is over")
      return
    }
    body(&presence)
    self.presence = presence
  }
}
