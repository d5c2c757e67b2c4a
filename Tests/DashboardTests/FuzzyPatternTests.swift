import Testing

@testable import Dashboard

@Suite(.timeLimit(.minutes(15))) struct FuzzyPatternTests {
  private func rank(_ text: String, _ title: String, tags: [String] = [], states: [String] = []) -> Int? {
    Dashboard.FuzzyPattern(text).rank(important: [title], others: tags, states: states)
  }

  @Test func `an empty text matches everything`() {
    #expect(rank("", "Build") == 0)
    #expect(rank("  ", "") == 0)
  }

  @Test func `the beginning of a title is better than that of a word, then come other places`() throws {
    let titles = ["Deploy site", "Quick deploy", "Redeploy", "Drop every plan of years", "Build"]
    let ranks = titles.map { rank("deploy", $0) }
    #expect(ranks.compactMap(\.self).sorted() == ranks.prefix(4).compactMap(\.self))
    #expect(ranks.prefix(4).allSatisfy { $0 != nil })
    #expect(ranks[4] == nil)
    #expect(Set(ranks.prefix(4)).count == 4)
  }

  @Test func `all words must match, and case is ignored`() {
    #expect(rank("site DEP", "Deploy site") != nil)
    #expect(rank("site x", "Deploy site") == nil)
  }

  @Test func `tags match as whole texts only`() {
    #expect(rank("night", "Build", tags: ["slow", "nightly"]) != nil)
    #expect(rank("ngt", "Build", tags: ["nightly"]) == nil)
  }

  @Test func `a colon begins a state`() {
    #expect(rank(":failed", "Build", states: ["failed"]) != nil)
    #expect(rank(":f bui", "Build", states: ["failed"]) != nil)
    #expect(rank(":failed", "Build", states: ["running"]) == nil)
    #expect(rank(":", "Build", states: ["idle"]) != nil)
  }

  /// Texts of ASCII are compared as bytes, others as characters.
  @Test(arguments: ["", "é"]) func `a letter that is not ASCII changes no rank`(suffix: String) {
    let text = { $0 + suffix }
    #expect(rank("dep", text("Deploy")) == 0)
    #expect(rank("PLO", text("Deploy")) == 20)
    #expect(rank("site", text("deploy-SITE")) == 10)
    #expect(rank("site2", text("my_site2")) == 10)
    #expect(rank("ite", text("9ite")) == 20)
    #expect(rank("dpy", text("Deploy")) == 60)
    #expect(rank("yd", text("Deploy")) == nil)
    #expect(rank("é", text("Deploy")) == (suffix.isEmpty ? nil : 20))
  }
}
