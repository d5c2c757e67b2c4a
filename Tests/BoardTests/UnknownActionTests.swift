import Testing

@testable import Board

@Suite(.timeLimit(.minutes(1))) struct UnknownActionTests {
  private let actions: [(id: String, also: [String])] = [
    ("text", ["make:text"]), ("test_watch", ["test:watch", "npm:test:watch"]), ("build", []),
  ]

  private func words(_ name: String) -> String { UnknownAction(name, among: actions).description }

  @Test func `similar names are said with the others of the same action`() {
    #expect(words("tex") == "there is no action `tex`. Near: text (make:text)")
    #expect(words("biuld") == "there is no action `biuld`. Near: build")
  }

  @Test func `an action is found by each of its names, and said once`() {
    let watch = "Near: test_watch (test:watch, npm:test:watch)"
    for name in ["test-watc", "tset:watch", "npm:tset:watch", "npm:tes"] {
      #expect(words(name) == "there is no action `\(name)`. \(watch)")
    }
  }

  @Test func `at most three names are said, the nearest first`() {
    let unknown = UnknownAction(
      "a12345", among: ["a1234x", "a123456", "a12345y", "a1234567"].map { ($0, []) })
    #expect("\(unknown)" == "there is no action `a12345`. Near: a1234x, a123456, a12345y")
  }

  @Test func `without a similar name all are said, or how they are listed`() {
    let names = (1...13).map { "a\($0)" }
    let few = UnknownAction("zzz", among: names.prefix(12).map { ($0, []) })
    #expect("\(few)" == "there is no action `zzz`")
    #expect(few.withWay == "there is no action `zzz`. There are: \(names.prefix(12).joined(separator: ", "))")
    let many = UnknownAction("zzz", among: names.map { ($0, []) })
    #expect(many.withWay == "there is no action `zzz`. `signalbox list` lists the 13 actions")
    #expect(UnknownAction("a1x", among: names.map { ($0, []) }).withWay.contains(". Near: a1"))
  }

  @Test func `a name cannot say more than its length allows, nor control a terminal`() {
    #expect(!words("\u{1B}[2Jx").unicodeScalars.contains("\u{1B}"))
    #expect(words(String(repeating: "é", count: 10_000)).count < 150)
  }
}
