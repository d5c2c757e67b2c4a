import Boundary
import Programs
import TerminalUI
import Testing

@testable import Dashboard

/// The answer to a question of a program while it is typed.
@Suite(.timeLimit(.minutes(15))) struct AnswerPromptTests {
  private let visible = ProgramQuestion(number: 3, text: "Continue?", isHidden: false)
  private let hidden = ProgramQuestion(number: 3, text: "Password:", isHidden: true)

  private func prompt(_ question: ProgramQuestion, typed text: String) -> Dashboard.Prompt {
    var prompt = Dashboard.Prompt(.answer(question), of: "deploy")
    for character in text { #expect(prompt.handle(.character(character)) == .stay()) }
    return prompt
  }

  /// A situation in which the program asks this.
  private func asking(_ question: ProgramQuestion?) -> Situation {
    var status = ActionStatus(ActionDescription(id: "deploy", title: "Deploy"))
    status.run { $0.question = question }
    var situation = Situation(title: "Test")
    situation.actions = [status]
    return situation
  }

  @Test func `what is typed is shown, and is the answer`() {
    var prompt = prompt(visible, typed: "yes")
    #expect(prompt.label(isShort: false) == "Continue? ")
    #expect(prompt.shown.text == "yes")
    #expect(prompt.handle(.enter) == .close(.answer("deploy", visible, text: "yes")))
  }

  @Test func `an empty answer is an answer, and Escape is none`() {
    var prompt = prompt(visible, typed: "")
    #expect(prompt.handle(.enter) == .close(.answer("deploy", visible, text: "")))
    #expect(prompt.handle(.escape) == .close())
  }

  @Test func `a hidden answer is only counted`() {
    var prompt = prompt(hidden, typed: "zebr")
    _ = prompt.paste("a")
    #expect(prompt.shown.text == "*****")
    let line = picture(of: PromptLine(prompt: prompt, log: nil, isFramed: true), 72).text
    #expect(line.contains("Password: *****") && !line.contains("zebra"), "\(line)")
    #expect(prompt.handle(.enter) == .close(.answer("deploy", hidden, text: "zebra")))
  }

  @Test func `no key brings back an earlier text`() {
    var prompt = prompt(hidden, typed: "")
    _ = prompt.handle(.up)
    #expect(prompt.shown.text == "")
  }

  @Test(arguments: [nil, ProgramQuestion(number: 4, text: "Continue?", isHidden: false)])
  func `an answer to what is over has no effect, and the prompt keeps the keys`(now: ProgramQuestion?) {
    var prompt = prompt(visible, typed: "ye")
    let isKept = prompt.update(to: asking(now), shown: nil)
    #expect(isKept)
    #expect(prompt.mistake == "it asks something else now")
    #expect(prompt.handle(.character("s")) == .stay())
    #expect(prompt.mistake == "it asks something else now")
    #expect(prompt.handle(.enter) == .close(.show("deploy: it asks something else now")))
    _ = prompt.update(to: asking(visible), shown: nil)
    #expect(prompt.handle(.enter) == .close(.answer("deploy", visible, text: "yes")))
  }

  @Test func `the end of a long question is shown`() {
    let long = ProgramQuestion(
      number: 1, text: String(repeating: "x", count: 200) + " sure?", isHidden: false)
    let label = Dashboard.Prompt(.answer(long), of: "a").label(isShort: false)
    #expect(label.count == 41)
    #expect(label.hasSuffix(" sure? "))
  }
}
