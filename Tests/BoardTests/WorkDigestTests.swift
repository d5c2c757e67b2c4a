import TestSupport
import Testing

@testable import Board

@Suite(.timeLimit(.minutes(15))) struct WorkDigestTests {
  private func action(_ options: String) throws -> ActionDefinition {
    let board = try Board.parse("actions:\n  other: { run: x }\n  a: { \(options) }\n", file: "test.yml")
    return try #require(board.actions.last)
  }

  private func digest(_ options: String) throws -> String { try action(options).work.digest }
  private func shared(_ options: String) throws -> String { try action(options).sharedDigest }

  @Test func `it stays, so that results are kept over a new version`() throws {
    let digest = try digest("run: make deploy")
    #expect(digest == "77d3b8459dab66ca")
  }

  @Test func `the order of variables makes no difference`() throws {
    let one = "run: x, env: { A: '1', B: '2', C: '3' }"
    let other = "run: x, env: { C: '3', A: '1', B: '2' }"
    #expect(try digest(one) == digest(other) && shared(one) == shared(other))
    #expect(try digest(one) != digest("run: x, env: { A: '1', B: '2', C: '4' }"))
    #expect(try shared(one) != shared("run: x, env: { A: '1', B: '2', C: '4' }"))
  }

  @Test(arguments: [
    ("run: x", "run: y"), ("run: x", "run: [x]"), ("http: 'https://a.test'", "http: 'https://b.test'"),
    (
      "http: { url: 'https://a.test', headers: { A: b } }",
      "http: { url: 'https://a.test', headers: { A: c } }"
    ),
    ("tcp: 'a.test:80'", "tcp: 'a.test:81'"),
  ])
  func `other work has another digest`(one: String, other: String) throws {
    #expect(try digest(one) != digest(other))
    #expect(try shared(one) != shared(other))
  }

  @Test
  func `where the files are differs from machine to machine, and what other machines agree on does not`()
    throws
  {
    let places = "run: x, dir: sub, env-file: some.env"
    #expect(try digest("run: x") != digest(places))
    try expectEqual(shared("run: x"), shared(places))
  }

  @Test(arguments: [
    "run: x, enabled-if: other.succeeded", "run: x, while-running: restart", "run: x, terminal: full",
    "run: x, input: Which",
  ])
  func `machines must agree when an action may start and what it gets`(options: String) throws {
    #expect(try shared("run: x") != shared(options))
    try expectEqual(digest("run: x"), digest(options))
  }
}
