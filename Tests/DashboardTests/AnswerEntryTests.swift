import Boundary
import Processes
import TerminalUI
import Testing

@testable import Dashboard

@Suite(.timeLimit(.minutes(15))) struct AnswerEntryTests {
  private let visible = ProgramQuestion(number: 3, text: "Continue?", isHidden: false)
  private let hidden = ProgramQuestion(number: 3, text: "Password:", isHidden: true)

  private func entry(_ question: ProgramQuestion, typed text: String) -> Dashboard.AnswerEntry {
    var entry = Dashboard.AnswerEntry(question, of: "deploy")
    for character in text { #expect(entry.take(.character(character)) == .none) }
    return entry
  }

  @Test func `what is typed is shown, and is the answer`() {
    var entry = entry(visible, typed: "yes")
    #expect(entry.prompt.purpose == .answer("Continue?"))
    #expect(entry.prompt.field.text == "yes")
    #expect(entry.take(.enter) == .accept("yes"))
  }

  @Test func `an empty answer is an answer, and Escape is none`() {
    var entry = entry(visible, typed: "")
    #expect(entry.take(.enter) == .accept(""))
    #expect(entry.take(.escape) == .leave)
  }

  @Test func `a hidden answer is only counted`() {
    var entry = entry(hidden, typed: "zebr")
    entry.paste("a")
    #expect(entry.prompt.field.text == "*****")
    #expect(!"\(entry.prompt)".contains("zebra"))
    #expect(entry.take(.enter) == .accept("zebra"))
  }

  @Test func `no key brings back an earlier text`() {
    var entry = entry(hidden, typed: "")
    _ = entry.take(.up)
    #expect(entry.prompt.field.text == "")
  }

  @Test(arguments: [nil, ProgramQuestion(number: 4, text: "Continue?", isHidden: false)])
  func `an answer to what is over has no effect, and the prompt keeps the keys`(now: ProgramQuestion?) {
    var entry = entry(visible, typed: "ye")
    entry.take(now)
    #expect(entry.prompt.mistake == "it asks something else now")
    #expect(entry.take(.character("s")) == .none)
    #expect(entry.take(.enter) == .late)
  }

  @Test func `the end of a long question is shown`() {
    let long = ProgramQuestion(
      number: 1, text: String(repeating: "x", count: 200) + " sure?", isHidden: false)
    guard case .answer(let text) = Dashboard.AnswerEntry(long, of: "a").prompt.purpose else {
      Issue.record("no prompt of an answer")
      return
    }
    #expect(text.count == 40)
    #expect(text.hasSuffix(" sure?"))
  }
}
