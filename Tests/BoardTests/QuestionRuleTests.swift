import Testing

@testable import Board

@Suite(.timeLimit(.minutes(15))) struct QuestionRuleTests {
  @Test(arguments: [
    "Continue?", "Continue? ", "Password:", "Password: ", ">>> ", ">", "Continue?  ", "Continue", "50 %", "",
    " ", "? no", "5:30", ": ", "Continue? [Y/n] ", "Sure? (yes)", "[3/4]", "[3/4] ", "a?]  ",
  ]) func `the usual rule is that of its pattern`(line: String) throws {
    let pattern = QuestionRule.matching(try LinePattern(QuestionRule.usualPattern))
    #expect(QuestionRule.usual.matches(line) == pattern.matches(line))
  }

  @Test func `lines that end like a question are questions`() {
    #expect(QuestionRule.usual.matches("Continue? "))
    #expect(!QuestionRule.usual.matches("Continue?  "))
    #expect(QuestionRule.usual.matches("Continue? [Y/n] "))
    #expect(!QuestionRule.usual.matches("[3/4] "))
    #expect(!QuestionRule.usual.matches("50 %"))
    #expect(!QuestionRule.never.matches("Continue? "))
  }
}
