import Testing

@testable import Configuration

@Suite(.timeLimit(.minutes(15))) struct SuggestionTests {
  private let keys = ["key", "title", "run", "enabled-if", "timeout", "while-running"]

  @Test(arguments: [
    ("enabled_if", "enabled-if"), ("Enabled-If", "enabled-if"), ("enabled", "enabled-if"), ("titel", "title"),
    ("tiemout", "timeout"), ("ru", "run"), ("while-runing", "while-running"),
  ])
  func `the most similar key is suggested`(word: String, meant: String) {
    #expect(Suggestion.nearest(to: word, among: keys) == meant)
  }

  @Test(arguments: ["colour", "x", "", "enormous-unrelated-word"])
  func `dissimilar words have no suggestion`(word: String) {
    #expect(Suggestion.nearest(to: word, among: keys) == nil)
  }

  @Test func `a single letter has no suggestion`() {
    #expect(Suggestion.nearest(to: "c", among: ["a", "b"]) == nil)
  }

  @Test func `several similar words are found, the nearest first`() {
    let words = ["build", "test", "text", "tests", "test:watch"]
    #expect(Suggestion.near("tset", among: words) == ["test"])
    #expect(Suggestion.near("tests", among: words) == ["tests", "test"])
    #expect(Suggestion.near("tes", among: words) == ["test"])
    #expect(Suggestion.near("test:", among: words) == ["test", "tests"])
  }

  @Test func `a transposition is one mistake`() {
    #expect(Suggestion.distance(Array("build"), Array("biuld")) == 1)
    #expect(Suggestion.distance(Array(""), Array("abc")) == 3)
    #expect(Suggestion.distance(Array("test"), Array("test")) == 0)
  }
}
