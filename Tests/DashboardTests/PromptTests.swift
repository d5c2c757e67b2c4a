import TerminalUI
import Testing

@testable import Dashboard

@Suite(.timeLimit(.minutes(15))) struct PromptTests {
  private func line(_ purpose: Dashboard.Prompt.Purpose, _ text: String, width: Int, count: Int) -> String {
    var log = Dashboard.Log(title: "Build", lines: [.init("a")])
    log.keptCount = 480
    log.lineCount = count
    log.search = .init(text, count: count, current: count > 0 ? 1 : nil)
    let prompt = Dashboard.Prompt(purpose, of: "build", field: TextField(text))
    return picture(of: PromptLine(prompt: prompt, log: log, isFramed: width > 60), width).text
  }

  @Test func `the prompt shows the result and the keys`() {
    #expect(
      line(.search, "信号", width: 72, count: 3)
        == " Search: 信号                                1/3  Enter keep  Esc leave")
    #expect(
      line(.filter, "a", width: 72, count: 3)
        == " Filter: a                        3 of 480 lines  Enter keep  Esc leave")
    #expect(line(.search, "x", width: 40, count: 0) == "Search: x                      not found")
    #expect(line(.search, "", width: 40, count: 0) == "Search:")
  }

  @Test func `without enough room the end of the text is shown`() {
    #expect(line(.search, "abcdefghijklmnop", width: 20, count: 3) == "/cdefghijklmnop  1/3")
    #expect(line(.search, "abcdefghijklmnop", width: 14, count: 0) == "/efghijklmnop")
  }
}
