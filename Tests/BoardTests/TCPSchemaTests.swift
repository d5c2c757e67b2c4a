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
      "2:19: `host` must be a name or an address such as localhost, 10.0.0.1 or ::1, not `a b`"
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
}
