import Board
import Boundary
import TerminalUI
import Testing

@testable import Dashboard

/// Questions as functions of a situation.
@Suite(.timeLimit(.minutes(15))) struct InquiryTests {
  private let deploy: ActionDescription
  private var situation = Situation(title: "Test")

  init() {
    var deploy = ActionDescription(id: "deploy", title: "Deploy")
    deploy.confirmation = "To production?"
    self.deploy = deploy
    situation.actions = [ActionStatus(deploy)]
  }

  private func inquiry(_ subject: Dashboard.Subject) -> Dashboard.Inquiry? {
    Dashboard.Inquiry(subject, in: situation, at: .seconds(60), glyphs: .unicode)
  }

  @Test mutating func `yes starts what the question asked, and nothing that has changed since`() {
    let trigger = Dashboard.Trigger(Shared(deploy))
    #expect(inquiry(.starting(trigger))?.text == "To production?")
    #expect(inquiry(.starting(trigger))?.options.map(\.effect) == [.start(trigger), nil])
    situation.actions[0].description.revision += 1
    #expect(inquiry(.starting(trigger)) == nil)
    situation.actions = []
    #expect(inquiry(.starting(trigger)) == nil)
  }

  @Test mutating func `a run that was accepted and has not begun has the next number`() {
    var action = ActionStatus(deploy)
    action.isRunning = true
    action.runs.count = 3
    #expect(Dashboard.Subject.cancelling(action) == .cancelling(deploy, run: 4))
    action.run()
    #expect(Dashboard.Subject.cancelling(action) == .cancelling(deploy, run: 3))
  }

  @Test mutating func `a question about a run does not apply to the next one`() {
    situation.actions[0].isRunning = true
    situation.actions[0].runs.count = 2
    situation.actions[0].run()
    #expect(inquiry(.cancelling(deploy, run: 2))?.options[0].answer.hindrance == nil)
    #expect(inquiry(.cancelling(deploy, run: 1))?.options[0].answer.hindrance == "it has ended")
  }

  @Test mutating func `a run that is being stopped can be killed`() {
    situation.actions[0].isRunning = true
    situation.actions[0].runs.count = 1
    situation.actions[0].run()
    situation.actions[0].isCancelling = true
    #expect(inquiry(.cancelling(deploy, run: 1))?.options[0].answer.hindrance == "already asked for")
    situation.actions[0].run { $0.stopEnd = .seconds(8) }
    let question = inquiry(.cancelling(deploy, run: 1))
    #expect(question?.title == "Kill Deploy?")
    #expect(question?.options.map(\.effect) == [.cancel("deploy"), nil])
    // The key that cancels does not kill: the question may change while it is pressed.
    #expect(question?.options.map(\.answer.key) == [.character("k"), .character("n")])
    situation.actions[0].present = []
    #expect(inquiry(.cancelling(deploy, run: 1))?.options[0].answer.hindrance == "it has ended")
  }

  @Test mutating func `a restart is possible while the action runs`() {
    let trigger = Dashboard.Trigger(Shared(deploy))
    situation.actions[0].isRunning = true
    situation.actions[0].isEnabled = false
    #expect(inquiry(.starting(trigger))?.options[0].answer.hindrance == "is running")
    #expect(inquiry(.restarting(trigger))?.options[0].answer.hindrance == nil)
    #expect(inquiry(.restarting(trigger))?.options[0].effect == .restart(trigger))
    situation.actions[0].pendingChange = .replacement
    #expect(inquiry(.restarting(trigger))?.options[0].answer.hindrance == nil)
    situation.actions[0].pendingChange = .removal
    #expect(inquiry(.restarting(trigger))?.options[0].answer.hindrance != nil)
  }

  @Test mutating func `an answer with a hindrance keeps the question open`() throws {
    let trigger = Dashboard.Trigger(Shared(deploy))
    let question = try #require(
      Dashboard.Question(.starting(trigger), in: situation, at: .seconds(60), glyphs: .unicode))
    #expect(question.answer(0, in: situation, at: .seconds(60), glyphs: .unicode) == .close(.start(trigger)))
    #expect(question.answer(1, in: situation, at: .seconds(60), glyphs: .unicode) == .close())
    #expect(question.answer(2, in: situation, at: .seconds(60), glyphs: .unicode) == .close())
    situation.actions[0].verdict = .blocked(by: ["other.running"])
    #expect(
      question.answer(0, in: situation, at: .seconds(60), glyphs: .unicode)
        == .stay(.show("Yes: \(situation.actions[0].verdict)")))
  }

  @Test mutating func `what is waited for comes first, and the rest is counted`() {
    let actions = (1...14).map { ActionDescription(id: "\($0)", title: "Action \($0)") }
    situation.actions = actions.map { action in
      var status = ActionStatus(action)
      status.isRunning = action.id != "1" && action.id != "2"
      return status
    }
    let lines = inquiry(.leaving(actions, canKill: true))?.text.split(separator: "\n") ?? []
    #expect(lines.first == "● Action 3 is being cancelled")
    #expect(lines.suffix(3) == ["● Action 10 is being cancelled", "  and 4 more", "✓ 2 have ended"])
  }

  @Test mutating func `actions that are gone have ended`() {
    situation.actions = []
    #expect(inquiry(.leaving([deploy], canKill: true))?.text == "✓ Deploy has ended")
    #expect(inquiry(.leaving([], canKill: true)) == nil)
  }
}
