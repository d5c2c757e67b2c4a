import Board
import Testing

@Suite(.timeLimit(.minutes(15))) struct WorkTextTests {
  @Test(arguments: [
    ("{run: swift build}", "swift build"),
    ("{run: [swift, test, --filter, a b]}", "swift test --filter 'a b'"),
    (#"{run: [echo, "it's", "", $HOME]}"#, #"echo 'it'\''s' '' '$HOME'"#),
    (#"{run: "one\ntwo\n\n"}"#, "one\ntwo"), ("{tcp: 'localhost:5432'}", "tcp localhost:5432"),
    ("{http: 'http://a/b?token=secret'}", "GET http://a/b"),
    ("{http: 'http://a:${PORT}/b?token=secret'}", "GET http://a:${PORT}/b"),
    ("{http: {url: http://a/, method: PUT, body: secret, headers: {A: secret}}}", "PUT http://a/"),
    ("{run: x, env: {A: secret}}", "x"), ("{simulate: {duration: 1s}}", "simulates a request of 1.0 s"),
    (
      "{simulate: {duration: 150ms, requests: 4, fail-every: 3}}",
      "simulates 4 requests of 150 ms; 1 run in 3 fails"
    ),
    ("{simulate: {duration: 1s, fail-every: 1}}", "simulates a request of 1.0 s; every run fails"),
  ])
  func `work is described without secrets`(action: String, text: String) throws {
    let board = try Board.parse("actions: {a: \(action)}", file: "board.yml")
    #expect(board["a"]?.work.text == text)
  }

  @Test func `a long command is cut`() {
    let command = CommandDefinition(.shell(String(repeating: "x", count: 5_000)))
    #expect(WorkDefinition.command(command).text == String(repeating: "x", count: 2_000) + "…")
  }
}
