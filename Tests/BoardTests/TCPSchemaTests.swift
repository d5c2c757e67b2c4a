import Board
import Testing

@Suite(.timeLimit(.minutes(15))) struct TCPSchemaTests {
  @Test(arguments: [
    ("localhost", "2:12: `tcp` must be a host and a port such as localhost:5432, not `localhost`"),
    (
      "5432",
      "2:12: `tcp` must be a host and a port such as localhost:5432, not `5432` | did you mean `localhost:5432`?"
    ),
    ("host:0", "2:12: `tcp` must be a host and a port such as localhost:5432, not `host:0`"),
    ("host:65536", "2:12: `tcp` must be a host and a port such as localhost:5432, not `host:65536`"),
    ("tcp://host:1", "2:12: `tcp` must be a host and a port such as localhost:5432, not `tcp://host:1`"),
    ("[a]", "2:12: `tcp` must be a host and a port such as localhost:5432, not a list"),
    ("{host: a}", "2:12: `tcp` needs `port`"),
    ("{port: 1}", "2:12: `tcp` needs `host`"),
    (
      "{host: 'a b', port: 1}",
      "2:21: `host` contains a space, which an address cannot contain"
    ),
    (
      "{host: 'a:1', port: 1}",
      "2:19: `host` must be a name or an address such as localhost, 10.0.0.1 or ::1, not `a:1`"
    ),
    ("{host: a, port: 70000}", "2:28: `port` must be a whole number from 1 to 65535, not `70000`"),
    (
      "{host: a, port: 1, slower-than: 1m}",
      "2:31: `slower-than` must be shorter than `timeout`, which is 10 s"
    ),
    ("{host: a, port: 1, timeout: 0ms}", "2:40: `timeout` must be longer than 0s"),
  ])
  func `mistakes in an address`(value: String, expected: String) {
    #expect(mistakes(inAction: "a: {tcp: \(value)}") == [expected])
  }

  @Test(arguments: [
    ("local host:80", "2:17: `tcp` contains a space, which an address cannot contain"),
    (
      "'bücher.example:80'",
      "2:14: `tcp` contains `ü` (U+00FC), which an address cannot contain | a name with such letters has a form that begins with `xn--`"
    ),
    ("'${HOST:-a b}:80'", "2:22: `tcp` contains a space, which an address cannot contain"),
    (
      "{host: \"a\\tb\", port: 80}",
      "2:21: `host` contains the control character U+0009, which an address cannot contain"
    ),
    (
      "{host: a, port: '${PORT:-x}'}", "2:28: `port` must be a whole number from 1 to 65535, not `${PORT:-x}`"
    ),
    (
      "'${PORT'",
      "2:12: `tcp` has a `${` without a `}` | a variable is `${NAME}`, `${NAME:-default}` or `${ACTION.port}`, without another one in it; `$${` is `${` itself"
    ),
    ("'${PORT:-80}'", "2:12: `tcp` must be a host and a port such as localhost:5432, not `${PORT:-80}`"),
  ])
  func `mistakes in an address have their place`(value: String, expected: String) {
    #expect(mistakes(inAction: "a: {tcp: \(value)}") == [expected])
  }

  @Test func `an address has variables`() throws {
    let board = try Board.parse(
      """
      actions:
        a: { tcp: 'localhost:${PORT}' }
        b: { tcp: '${SERVER}' }
        c: { tcp: { host: '${HOST}', port: '${PORT:-80}', timeout: 1s } }
        d: { run: x, service: true, ready: { tcp: 'localhost:${PORT}' } }
      """, file: "board.yml")
    #expect(board.actions.map { $0.variables.map(\.name) } == [["PORT"], ["SERVER"], ["HOST", "PORT"], []])
    #expect(board["d"]?.probeVariables.map(\.name) == ["PORT"])
  }
}
