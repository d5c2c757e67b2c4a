import Board
import Testing

@Suite(.timeLimit(.minutes(5))) struct HTTPSchemaTests {
  @Test(arguments: [
    (
      "localhost:80/x",
      "2:13: `http` must be an address such as https://localhost:8443/health, not `localhost:80/x`"
        + " | did you mean `http://localhost:80/x`?"
    ),
    (
      "ftp://host/",
      "2:13: `http` must be an address such as https://localhost:8443/health, not `ftp://host/`"
    ),
    ("http:///x", "2:13: `http` must be an address such as https://localhost:8443/health, not `http:///x`"),
    (
      "'http://a b/'",
      "2:13: `http` must be an address such as https://localhost:8443/health, not `http://a b/`"
    ),
    ("http://a:70000/", "2:13: `http` has a port that is not from 1 to 65535"),
    ("[http://a/]", "2:13: `http` must be an address such as https://localhost:8443/health, not a list"),
    ("{}", "2:13: `http` needs a `url`"),
    (
      "{url: http://a/, method: GO AWAY}",
      "2:38: `method` must be a method such as GET or POST, not `GO AWAY`"
    ),
    (
      "{url: http://a/, method: get, body: x}",
      "2:43: `body` beside the method GET, which sends none"
    ),
    (
      "{url: http://a/, method: HEAD, contains: x}",
      "2:44: `contains` beside the method HEAD, which is answered without a body"
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
    ("{url: http://a/, headers: {A b: c}}", "2:40: `A b` cannot be the name of a header"),
    ("{url: http://a/, headers: {A: b, a: c}}", "2:46: the header `a` is given more than once"),
    ("{url: http://a/, headers: {A: [b]}}", "2:43: `A` must be a text, not a list"),
    (#"{url: http://a/, headers: {A: "b\r\nC: d"}}"#, "2:43: the header `A` must be one line"),
    ("{url: http://a/, timeout: 0s}", "2:39: `timeout` must be longer than nothing"),
    ("{url: http://a/, header: {}}", "2:30: unknown key `header` | did you mean `headers`?"),
  ])
  func mistakesInARequest(value: String, expected: String) {
    #expect(mistakes(inAction: "a: {http: \(value)}") == [expected])
  }

  @Test func secretsAreNotShownBesideMistakes() {
    #expect(
      mistakes(
        in: """
          actions:
            a: {http: {url: 'http://me:pw@host/', headers: {Authorization: "Bearer 12"}, body: {a: secret}, expct: 200}}
            b: {http: {url: http://host/, body: secret words, expect: x}}
          """) == """
          board.yml:2:19: error: `url` has a user name in it
            a: {http: {url: ••••••••••••••••••••, headers: {Authorization: ••••••• •••}, body: {a: secret}, expct: 200}}
                            ^
          put it into the header `Authorization`
          board.yml:2:86: error: `body` must be a text, not a mapping
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
