import Board
import Boundary
import Foundation
import Jobs
import Programs
import SignalboxCore
import Testing
import Wire

@testable import Headless

/// Each change has one line, with its fields in a fixed order.
@Suite(.timeLimit(.minutes(15))) struct JSONLineTests {
  private let time = "2026-02-03T14:00:06.250Z"

  @Test func `an action has all its fields`() {
    let action = ActionStatus(named: "build") { action in
      action.isEnabled = false
      action.verdict = .blocked(by: ["test.succeeded", "not deploy.running"])
      action.runs.fraction = 0.5
      // Of a run whose box has ended, nothing more is known.
      action.runs.last = FinishedRun(.boxEnded, exitCode: 3, duration: .milliseconds(1250))
    }
    let start = #"{"v":2,"at":"2026-02-03T14:00:06.250Z","event":"action","action":"build","run":7,"#
    let middle = #""state":"failed","enabled":false,"blocked_by":["test.succeeded","not deploy.running"],"#
    let end =
      #""progress":50,"exit":3,"duration_ms":1250,"locked":true,"tolerated":null,"asks":null,"asks_hidden":false,"on":null,"waits":null,"detail":null}"#
    #expect(JSONLine.text(.action(action), run: 7, at: time) == start + middle + end)
  }

  @Test func `unknown values are null`() {
    let line = JSONLine.text(.action(ActionStatus(named: "a")), run: nil, at: time)
    let end =
      #""progress":null,"exit":null,"duration_ms":null,"locked":false,"tolerated":null,"asks":null,"asks_hidden":false,"on":null,"waits":null,"detail":null}"#
    #expect(line.hasSuffix(#""enabled":true,"blocked_by":[],"# + end))
  }

  @Test func `a tolerated failure is no state`() {
    let action = ActionStatus(named: "a") {
      ($0.runs.last.toleratedFailure, $0.runs.last.exitCode) = ("exit code 3 (1 of 2)", 3)
    }
    let line = JSONLine.text(.action(action), run: 7, at: time)
    #expect(line.contains(#""state":"idle""#) && line.contains(#""exit":null"#))
    #expect(line.contains(#""locked":false,"tolerated":"exit code 3 (1 of 2)","#))
  }

  @Test func `a port is told, and left out where there is none`() {
    var action = ActionStatus(named: "web")
    #expect(!JSONLine.text(.action(action), run: nil, at: time).contains("port"))
    action.port = 3000
    #expect(
      JSONLine.text(.action(action), run: nil, at: time).contains(#""tolerated":null,"port":3000,"asks""#))
  }

  @Test func `a reason is told`() {
    let action = ActionStatus(named: "deploy") {
      $0.runs.last.result = .failed("cannot start: ./x: not executable")
    }
    let line = JSONLine.text(.action(action), run: 1, at: time)
    #expect(
      line.hasSuffix(
        #""asks_hidden":false,"on":null,"waits":null,"detail":"cannot start: ./x: not executable"}"#))
  }

  @Test func `a question is told`() {
    let action = ActionStatus(named: "deploy") { $0.ask("Password:", isHidden: true) }
    let line = JSONLine.text(.action(action), run: 1, at: time)
    #expect(line.hasSuffix(#""asks":"Password:","asks_hidden":true,"on":null,"waits":null,"detail":null}"#))
  }

  @Test func `a running action is not locked`() {
    var action = ActionStatus(named: "a") { $0.verdict = .blocked(by: ["network.busy"]) }
    #expect(JSONLine.text(.action(action), run: 7, at: time).contains(#""locked":true"#))
    action.isRunning = true
    #expect(JSONLine.text(.action(action), run: 7, at: time).contains(#""locked":false"#))
  }

  @Test func `a list tells what the board says of an action, and why it cannot be started`() {
    let action = ActionStatus(named: "deploy") {
      ($0.description.notes.summary, $0.description.work) = ("To the server", "make deploy")
      $0.shared = .absent
      $0.freshness = .stale(StaleInputs("a.c", .written, at: .seconds(3)))
    }
    let line = JSONLine.listed(action, now: .seconds(5), at: .now)
    #expect(line.contains(#""run":null,"state":"idle","#))
    #expect(line.contains(#""stale":{"path":"a.c","change":"written","more":0,"ago_ms":2000}"#))
    #expect(
      line.hasSuffix(
        #""detail":"not asked: no box","description":"To the server","work":"make deploy","left_running":null}"#
      ))
  }

  private static var problem: Situation.Problem {
    var problem = Situation.Problem(id: 1, source: "a", message: "gone", since: .seconds(1))
    (problem.priority, problem.expires) = (.high, .seconds(6))
    return problem
  }

  @Test func `a refusal is a state, of a running action too`() {
    let action = ActionStatus(named: "a") { ($0.isRunning, $0.verdict) = (true, .blocked(by: ["b.idle"])) }
    let line = JSONLine.text(.refusal(action, "is running"), run: 1, at: time)
    #expect(line.contains(#""state":"refused""#))
    #expect(line.contains(#""locked":true"#))
    #expect(line.hasSuffix(#""detail":"is running"}"#))
  }

  @Test(
    arguments: [
      (Change.value(action: "a", "5 items"), #""event":"value","action":"a","run":2,"value":"5 items"}"#),
      (
        .activity(
          Situation.ShownActivity(
            isLoading: true, value: JobActivity(id: "a", title: "A", value: "half", fraction: 0.5))),
        #""event":"activity","action":"a","run":2,"loading":true,"value":"half"}"#
      ),
      (
        .activity(Situation.ShownActivity()),
        #""event":"activity","action":null,"run":2,"loading":false,"value":null}"#
      ),
      (
        .problem(problem),
        #""event":"error","action":"a","run":2,"message":"gone","priority":"high","resets_in_ms":5000}"#
      ),
      (
        .cleared(action: "a"),
        #""event":"error","action":"a","run":2,"message":null,"priority":null,"resets_in_ms":null}"#
      ),
      (
        .network(Situation.Network(isVisible: true, requests: 2)),
        #""event":"network","action":null,"run":2,"visible":true,"requests":2}"#
      ),
    ])
  func `every event has its fields`(change: Change, end: String) {
    #expect(JSONLine.text(change, run: 2, at: time) == #"{"v":2,"at":"2026-02-03T14:00:06.250Z","# + end)
  }

  @Test(.timeLimit(.minutes(15)))
  func `control sequences are escaped`() {
    #expect(
      JSONText.quoted("\u{9B}31m\u{7F}\u{202E}\u{61C}\u{2069}") == #""\u009b31m\u007f\u202e\u061c\u2069""#)
  }

  @Test func `each line of output is an object, unless the next one replaces it`() {
    let lines = [
      OutputLine("a \"line\""), OutputLine("10 %"), OutputLine("20 %", replaces: 1),
      OutputLine("run 1 started", kind: .note), OutputLine(""),
    ]
    let start = #"{"v":2,"at":"2026-02-03T14:00:06.250Z","event":"output","action":"a","run":2,"text":"#
    #expect(
      String(decoding: JSONLine.output(lines, of: "a", run: 2, at: time), as: UTF8.self)
        == [#""a \"line\"""#, "\"20 %\"", "\"\""].map { start + $0 + "}\n" }.joined())
    #expect(JSONLine.output([], of: "a", run: nil, at: time) == [])
  }

  @Test func `a line that replaces an earlier one is told again`() {
    let text = String(
      decoding: JSONLine.output(
        [OutputLine("new"), OutputLine("older", replaces: 3), OutputLine("newer", replaces: 1)],
        of: "a", run: 2, at: time), as: UTF8.self)
    let lines = text.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasSuffix(#""text":"older","again":true}"#) == true)
    #expect(lines.last?.hasSuffix(#""text":"newer"}"#) == true)
  }

  @Test func `controls and line separators are escaped`() {
    #expect(JSONText.quoted("a\"\\\n\r\t\u{1}\u{2028}é") == #""a\"\\\n\r\t\u0001\u2028é""#)
    #expect(JSONText.quoted("\u{1F}\u{7F}\u{85}\u{2029}") == #""\u001f\u007f\u0085\u2029""#)
    #expect(JSONText.quoted("\"") == #""\"""#)
    #expect(JSONText.quoted("§ ü €") == "\"§ ü €\"")
    #expect(JSONText.quoted("") == "\"\"")
  }
}
