import Board
import Boundary
import Testing
import Wire

@testable import Agents

@Suite(.timeLimit(.minutes(15))) struct QuestionTests {
  private var seat = TestSeat([
    TestSeat.action("deploy") {
      ($0.description.confirmation, $0.description.agents) = ("Deploy?", AgentPolicy(.ask))
    },
    TestSeat.action("build") { $0.description.agents = AgentPolicy(.ask) },
    TestSeat.action("look") { $0.description.agents = AgentPolicy(.look) },
    TestSeat.action("hidden") { $0.description.agents = AgentPolicy(.none) },
    TestSeat.action("panel") { $0.description.agents = AgentPolicy(.ask, asksInPanels: true) },
    TestSeat.action("answered") {
      ($0.description.confirmation, $0.description.agents) = ("Sure?", AgentPolicy(.press))
    },
  ])

  private static let yes: JSONTree = ["confirm": ["action": "accept", "content": ["press": true]]]

  /// The state of the question that was just asked.
  private mutating func asked(_ message: String? = nil) -> JSONTree? {
    let result = seat.next()?["result"]
    #expect(result?["resultType"] == "input_required")
    if let message {
      let text = result?["inputRequests"]?["confirm"]?["params"]?["message"]?.text
      #expect(text?.hasPrefix(message) == true, "\(text ?? "nothing")")
    }
    return result?["requestState"]
  }

  private func retry(_ state: JSONTree?, _ responses: JSONTree = yes) -> JSONTree {
    ["inputResponses": responses, "requestState": state ?? .null]
  }

  @Test mutating func `a yes starts it with the question that was asked`() {
    seat.call("press", ["action": "deploy"])
    let state = asked("Deploy?\ntester (agent) wants to press deploy on /shop/signalbox.yml")
    seat.now += .seconds(2)
    seat.call("press", ["action": "deploy"], retry(state))
    #expect(seat.start()?.start == SeatStart(action: "deploy", confirmed: "Deploy?"))
  }

  @Test mutating func `a yes belongs to one press, once, for ten minutes`() {
    seat.call("press", ["action": "deploy"])
    let state = asked()
    let text = state?.text ?? ""
    let changed = JSONTree.text(text.dropLast() + (text.hasSuffix("0") ? "1" : "0"))
    seat.call("press", ["action": "deploy"], retry(changed))
    #expect(seat.next()?["error"]?["code"] == -32_602)
    seat.call("press", ["action": "build"], retry(state))
    #expect(seat.next()?["error"]?["code"] == -32_602)
    seat.call("press", ["action": "deploy"], ["inputResponses": Self.yes])
    _ = asked()
    seat.call("press", ["action": "deploy"], retry(state))
    let call = seat.start()?.call ?? 0
    seat.take(.answered(call: call, .refused("broken")))
    _ = seat.answer()
    seat.call("press", ["action": "deploy"], retry(state))
    #expect(seat.answer()?.text.contains("was used before") == true)
    seat.call("press", ["action": "deploy"])
    let late = asked()
    seat.now += .seconds(601)
    seat.call("press", ["action": "deploy"], retry(late))
    #expect(seat.answer()?.isError == true)
    #expect(seat.start() == nil)
  }

  @Test mutating func `a yes to another question starts nothing`() {
    seat.call("press", ["action": "deploy"])
    let state = asked()
    seat.change("deploy") { $0.description.confirmation = "Deploy to production?" }
    seat.call("press", ["action": "deploy"], retry(state))
    #expect(seat.answer()?.isError == true)
    #expect(seat.start() == nil)
  }

  @Test(arguments: [
    ["confirm": ["action": "accept", "content": ["press": "true"]]] as JSONTree,
    ["confirm": ["action": "accept"]], ["confirm": ["action": "cancel"]], ["confirm": 1],
  ])
  func `only accept with true is a yes`(_ responses: JSONTree) {
    var seat = self
    seat.seat.call("press", ["action": "deploy"])
    let state = seat.asked()
    seat.seat.now += .seconds(2)
    seat.seat.call("press", ["action": "deploy"], seat.retry(state, responses))
    #expect(seat.seat.start()?.start.confirmed == nil)
  }

  @Test mutating func `a no is final after the second one`() {
    for attempt in 1...2 {
      seat.call("press", ["action": "deploy"])
      let state = asked()
      seat.now += .seconds(2)
      seat.call("press", ["action": "deploy"], retry(state, ["confirm": ["action": "decline"]]))
      #expect(
        seat.answer()?.text == "deploy was not started: the person said no. Do not ask again.", "\(attempt)")
    }
    seat.call("press", ["action": "deploy"])
    #expect(seat.answer()?.text.contains("a person said no") == true)
    seat.now += .seconds(301)
    seat.call("press", ["action": "deploy"])
    #expect(asked() != nil)
  }

  @Test mutating func `a no within a second was seen by nobody, so that the panel asks`() {
    seat.call("press", ["action": "deploy"])
    let state = asked()
    seat.now += .milliseconds(2)
    seat.call("press", ["action": "deploy"], retry(state, ["confirm": ["action": "decline"]]))
    let (call, start) = seat.start() ?? (0, SeatStart(action: ""))
    #expect(start == SeatStart(action: "deploy", isPetition: true))
    seat.take(.answered(call: call, .refused("no panel is open")))
    #expect(
      seat.answer()?.text
        == "deploy was not started: the client answered no after 2 ms, so nobody has seen the question; no panel is open."
    )
  }

  @Test mutating func `a client without forms asks at the panel, and the answer may come later`() {
    seat.canElicit = false
    seat.call("press", ["action": "deploy", "wait_seconds": 5])
    let call = seat.start()?.call ?? 0
    var petition = Petition()
    (petition.id, petition.action, petition.agent) = (7, "deploy", "tester (agent)")
    seat.situation.petitions = [petition]
    seat.take(.situation(seat.situation, now: seat.now))
    seat.pass(.seconds(6))
    #expect(seat.answer()?.text.contains("(petition 7)") == true)
    seat.call("wait", ["petition": 7])
    #expect(seat.next() == nil)
    seat.take(.answered(call: call, .accepted(StartTicket(1))))
    seat.change("deploy") { ($0.isRunning, $0.runs.count, $0.present) = (true, 1, [TestSeat.run(1)]) }
    seat.change("deploy") {
      ($0.isRunning, $0.present, $0.runs.last.result) = (false, [], .succeeded)
    }
    seat.take(.ended(call: call, .succeeded))
    seat.print([], run: 1)
    #expect(seat.answer()?.text.hasPrefix("deploy succeeded: run 1") == true)
    seat.call("wait", ["petition": 8])
    #expect(seat.answer()?.isError == true)
  }

  @Test mutating func `the policies of the board hold`() {
    seat.call("press", ["action": "build"])
    _ = asked("May tester (agent) press build?")
    seat.call("press", ["action": "look"])
    #expect(seat.answer()?.text.contains("lets agents look at it only") == true)
    seat.call("press", ["action": "hidden"])
    #expect(seat.answer()?.text.contains("there is no action `hidden`") == true)
    seat.call("press", ["action": "panel"])
    #expect(seat.start()?.start.isPetition == true)
    seat.call("press", ["action": "answered"])
    #expect(seat.start()?.start == SeatStart(action: "answered", confirmed: "Sure?"))
    seat.request("tools/list")
    let list = String(decoding: seat.next()?.bytes ?? [], as: UTF8.self)
    #expect(!list.contains("hidden"))
    seat.call("list_actions")
    let actions = String(decoding: seat.next()?.bytes ?? [], as: UTF8.self)
    #expect(!actions.contains("hidden"))
    #expect(actions.contains("look"))
    seat.request("resources/list")
    let resources = String(decoding: seat.next()?.bytes ?? [], as: UTF8.self)
    #expect(!resources.contains("hidden"))
  }

  @Test mutating func `nobody is asked about what is locked`() {
    seat.change("deploy") { ($0.verdict, $0.isEnabled) = (.blocked(by: ["build.succeeded"]), false) }
    seat.call("press", ["action": "deploy"])
    guard case .explain? = seat.wish() else {
      Issue.record("it is not refused")
      return
    }
    #expect(seat.next() == nil)
  }

  @Test func `a legacy client is asked by a request of the server`() {
    var seat = seat
    seat.isModern = false
    seat.request("initialize", ["protocolVersion": "2025-11-25", "capabilities": ["elicitation": [:]]])
    _ = seat.next()
    seat.call("press", ["action": "deploy"])
    let form = seat.next()
    #expect(form?["method"] == "elicitation/create")
    #expect(form?["id"] == "signalbox-1")
    seat.now += .seconds(2)
    seat.respond("signalbox-2", ["action": "accept", "content": ["press": true]])
    #expect(seat.start() == nil, "another request was answered")
    seat.respond("signalbox-1", ["action": "accept", "content": ["press": true]])
    #expect(seat.start()?.start.confirmed == "Deploy?")
    seat.respond("signalbox-1", ["action": "accept", "content": ["press": true]])
    #expect(seat.start() == nil, "it was answered twice")
  }

  @Test func `codes are those of the standards`() {
    #expect(Digest.hex(Digest.sha256(Array("abc".utf8))).hasPrefix("ba7816bf8f01cfea414140de5dae2223"))
    // RFC 4231, test case 2.
    #expect(
      Digest.hex(Digest.authentication(of: "what do ya want for nothing?", Array("Jefe".utf8)))
        == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
  }
}
