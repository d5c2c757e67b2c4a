import Testing

@testable import Configuration

@Suite(.timeLimit(.minutes(15))) struct ForeignWordsTests {
  @Test func `case and dashes do not count`() {
    let words = ForeignWords(["did you mean `dir`?": ["workingdir", "cwd"]])
    for key in ["working_dir", "workingDir", "WORKING-DIR", "cwd"] {
      #expect(words.hint(for: key) == "did you mean `dir`?")
    }
    #expect(words.hint(for: "dir") == nil)
    #expect(words.hint(for: String(repeating: "-", count: 1_000) + "cwd") == nil)
  }
}
