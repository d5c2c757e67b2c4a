import TestSupport
import Testing

@testable import Board

@Suite(.timeLimit(.minutes(15))) struct HTTPSchemaTests {
  @Test(arguments: [
    (
      "localhost:80/x",
      "2:13: `http` must be an address such as https://example.org/health, not `localhost:80/x`"
        + " | did you mean `http://localhost:80/x`?"
    ),
    (
      "ftp://host/",
      "2:13: `http` must be an address such as https://example.org/health, not `ftp://host/`"
    ),
    ("http:///x", "2:13: `http` must be an address such as https://example.org/health, not `http:///x`"),
    (
      "'http://a b/'",
      "2:22: `http` contains a space, which an address cannot contain | in a path or a query, write it as %20"
    ),
    ("http://a:70000/", "2:13: `http` must have a port from 1 to 65535"),
    ("[http://a/]", "2:13: `http` must be an address such as https://example.org/health, not a list"),
    ("{}", "2:13: `http` needs `url`"),
    (
      "{url: http://a/, method: GO AWAY}",
      "2:38: `method` must be a method such as GET or POST, not `GO AWAY`"
    ),
    (
      "{url: http://a/, method: get, body: x}",
      "2:43: `body` cannot be combined with the method GET: its request has no body"
    ),
    (
      "{url: http://a/, method: HEAD, contains: x}",
      "2:44: `contains` cannot be combined with the method HEAD: its response has no body"
    ),
    (
      "{url: http://a/, expect: 2yy}",
      "2:38: `expect` must be a status such as 200, 2xx or 200-299, not `2yy`"
    ),
    ("{url: http://a/, expect: []}", "2:38: `expect` is empty"),
    (
      "{url: http://a/, expect: [200, 999]}",
      "2:44: an element of `expect` must be a status such as 200, 2xx or 200-299, not `999`"
    ),
    ("{url: http://a/, headers: [A]}", "2:39: `headers` must be a mapping, not a list"),
    ("{url: http://a/, headers: {A b: c}}", "2:40: `A b` is not a valid name for a header"),
    ("{url: http://a/, headers: {A: b, a: c}}", "2:46: duplicate header `a`"),
    ("{url: http://a/, headers: {A: [b]}}", "2:43: `A` must be text, not a list"),
    (#"{url: http://a/, headers: {A: "b\r\nC: d"}}"#, "2:43: the header `A` must be one line"),
    (
      "{url: http://a/, method: HEAD, json: {$.a: b}}",
      "2:44: `json` cannot be combined with the method HEAD: its response has no body"
    ),
    ("{url: http://a/, json: $.a}", "2:36: `json` must be a mapping, not `$.a`"),
    ("{url: http://a/, json: {}}", "2:36: `json` is empty | for instance { $.status: ok }"),
    (
      "{url: http://a/, json: {a: b}}",
      "2:37: a path must start with `$` | for instance `$.done` or `$.steps[0].name`"
    ),
    (
      "{url: http://a/, json: {'$.a b': c}}",
      "2:41: unexpected ` ` | only `.name` and `[n]` can follow `$`"
    ),
    (
      "{url: http://a/, json: {$.a: [b]}}",
      "2:42: `$.a` must be text, a number, `true` or `false`, not a list"
    ),
    (
      "{url: http://a/, json: {$.a: null}}",
      "2:42: `$.a` must be text, a number, `true` or `false`, but it has no value"
    ),
    (
      "{url: http://a/, slower-than: 10s}",
      "2:30: `slower-than` must be shorter than `timeout`, which is 10 s"
    ),
    (
      "{url: http://a/, slower-than: 2s, timeout: 1s}",
      "2:30: `slower-than` must be shorter than `timeout`, which is 1.0 s"
    ),
    ("{url: http://a/, timeout: 0s}", "2:39: `timeout` must be longer than 0s"),
    ("{url: https://a/, insecure: maybe}", "2:41: `insecure` must be `true` or `false`, not `maybe`"),
    (
      "{url: https://a/, insecure: true, ca: a.pem}",
      "2:47: `ca` has no effect: `insecure` accepts any certificate"
    ),
    ("{url: https://a/, ca: [a]}", "2:35: `ca` must be text, not a list"),
    (
      "{url: https://a/, expires-in: 2 weeks}",
      "2:43: `expires-in` must be a duration such as 250ms, 5s, 10m or 1h30m, not `2 weeks`"
    ),
    ("{url: https://a/, expires-in: 0d}", "2:43: `expires-in` must be longer than 0s"),
    (
      "{url: http://a/, expires-in: 14d}",
      "2:30: `expires-in` needs an `https` address: others have no certificate"
    ),
    (
      "{url: 'HTTP://${HOST}/', expires-in: 14d}",
      "2:38: `expires-in` needs an `https` address: others have no certificate"
    ),
    ("{url: http://a/, header: {}}", "2:30: unknown key `header` | did you mean `headers`?"),
  ])
  func `mistakes in a request`(value: String, expected: String) {
    #expect(mistakes(inAction: "a: {http: \(value)}") == [expected])
  }

  @Test(arguments: [
    ("insecure: true", CertificatePolicy(trust: .anyone)),
    ("insecure: false", CertificatePolicy()),
    ("insecure: false, ca: a.pem", CertificatePolicy(trust: .file("/desk/a.pem"))),
    ("ca: ../a.pem", CertificatePolicy(trust: .file("/desk/../a.pem"))),
    ("ca: /b/a.pem", CertificatePolicy(trust: .file("/b/a.pem"))),
    ("ca: ~/a.pem", CertificatePolicy(trust: .file("/home/a.pem"))),
    ("expires-in: 14d", CertificatePolicy(remaining: .seconds(14 * 86_400))),
    ("insecure: true, expires-in: 90m", CertificatePolicy(trust: .anyone, remaining: .seconds(5_400))),
  ])
  func `certificates that are accepted`(options: String, policy: CertificatePolicy) throws {
    let request = "http: { url: 'https://a/', \(options) }"
    let board = try Board.parse(
      "actions: { a: { \(request) }, b: { run: x, service: true, ready: { \(request) }, liveness: { \(request) } } }",
      file: "board.yml", at: BoardPlace(directory: "/desk", home: "/home"))
    guard case .http(let probe) = board["a"]?.work,
      case .probe(let repeated) = board["b"]?.service?.ready, case .http(let ready) = repeated.probe,
      case .http(let liveness) = board["b"]?.service?.liveness?.probe
    else {
      Issue.record("no request")
      return
    }
    #expect([probe, ready, liveness].map(\.certificates) == [policy, policy, policy])
  }

  @Test(arguments: ["https://a/", "${URL}", "${URL:-http://a/}", "https://${HOST}/"])
  func `an address that may have a certificate can demand its validity`(url: String) {
    #expect(mistakes(inAction: "a: {http: {url: '\(url)', expires-in: 14d}}") == [])
  }

  @Test(arguments: [
    ("ok", JSONValue.text("ok")), ("3", .number(3)), ("-0.5", .number(-0.5)), ("1e3", .number(1000)),
    ("true", .truth(true)), ("false", .truth(false)), ("'3'", .text("3")), ("\"true\"", .text("true")),
    ("007", .text("007")), (".5", .text(".5")), ("inf", .text("inf")), ("yes", .text("yes")),
    ("''", .text("")),
  ])
  func `an expected JSON value is text, a number or a truth value`(written: String, value: JSONValue)
    throws
  {
    let board = try Board.parse(
      "actions: {a: {http: {url: 'http://a/', json: {'$.b[0]': \(written)}}}}", file: "board.yml")

    guard case .http(let probe) = board["a"]?.work else {
      Issue.record("no request")
      return
    }
    try expectEqual(probe.json, [JSONExpectation(path: JSONPath("$.b[0]"), value: value)])
  }

  @Test func `secrets are not shown with mistakes`() {
    #expect(
      mistakes(
        in: """
          actions:
            a: {http: {url: 'http://me:pw@host/', headers: {Authorization: "Bearer 12"}, body: {a: secret}, expct: 200}}
            b: {http: {url: http://host/, body: secret words, expect: x}}
          """) == """
          board.yml:2:19: error: `url` must not contain a user name
            a: {http: {url: ••••••••••••••••••••, headers: {Authorization: ••••••• •••}, body: {a: secret}, expct: 200}}
                            ^
          send it in the header `Authorization`
          board.yml:2:86: error: `body` must be text, not a mapping
            a: {http: {url: ••••••••••••••••••••, headers: {Authorization: ••••••• •••}, body: {a: secret}, expct: 200}}
                                                                                               ^
          board.yml:2:99: error: unknown key `expct`
            a: {http: {url: ••••••••••••••••••••, headers: {Authorization: ••••••• •••}, body: {a: secret}, expct: 200}}
                                                                                                            ^
          did you mean `expect`?
          board.yml:3:61: error: `expect` must be a status such as 200, 2xx or 200-299, not `x`
            b: {http: {url: http://host/, body: •••••• •••••, expect: x}}
                                                                      ^
          """)
  }
}
