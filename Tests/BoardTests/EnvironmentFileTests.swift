import Board
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct EnvironmentFileTests {
  @Test(
    arguments: [
      ("", [:]), ("A=1", ["A": "1"]), ("A=1\nB=2\n", ["A": "1", "B": "2"]),
      ("A=1\r\nB=2\r\n", ["A": "1", "B": "2"]),
      ("export A=1", ["A": "1"]), ("  export  A = 1  ", ["A": "1"]), ("A=", ["A": ""]),
      ("A= # none", ["A": ""]),
      ("# A=1\n\n\t# B=2\nC=3", ["C": "3"]), ("A=a b # comment", ["A": "a b"]), ("A=a#b", ["A": "a#b"]),
      ("A='$HOME # \\n'", ["A": "$HOME # \\n"]), (#"A="a\nb\"\\\$c\d" # comment"#, ["A": "a\nb\"\\$c\\d"]),
      ("A='one\ntwo'\nB=3", ["A": "one\ntwo", "B": "3"]), ("A=1\nA=2", ["A": "2"]), ("A=b=c", ["A": "b=c"]),
      ("A=$B", ["A": "$B"]), ("url=https://a/b?c=d&e", ["url": "https://a/b?c=d&e"]), ("A=日本", ["A": "日本"]),
    ] as [(String, [String: String])])
  func `the variables of a file`(text: String, variables: [String: String]) throws {
    try expectEqual(EnvironmentFile.variables(in: text), variables)
  }

  @Test(arguments: [
    ("A", "line 1 is not NAME=value"), ("A=1\n\nB", "line 3 is not NAME=value"),
    ("=1", "line 1 is not NAME=value"),
    ("a b=1", "line 1 is not NAME=value"), ("A='1", "line 1 has a quote that is never closed"),
    ("A='1\n2'\nB=\"", "line 3 has a quote that is never closed"),
    ("A='1'2", "line 1 continues after the quote"),
  ])
  func `mistakes have a line`(text: String, message: String) {
    #expect { try EnvironmentFile.variables(in: text) } throws: { "\($0)" == message }
  }

  @Test func `the paths are relative to the board`() throws {
    let board = try Board.parse("actions: {a: {run: x, env-file: [.env, /etc/b]}}", file: "board.yml")
    guard case .command(let command)? = board["a"]?.work else {
      Issue.record("the work is \(String(describing: board["a"]?.work))")
      return
    }
    #expect(command.environmentFiles == [".env", "/etc/b"])
    #expect(mistakes(inAction: "a: {tcp: 'a:1', env-file: .env}") == ["2:19: `env-file` requires `run`"])
  }
}
