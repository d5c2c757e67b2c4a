import TestSupport
import Testing

@testable import Board

/// The kinds of work that ask Prometheus and Alertmanager, and the Alertmanager of a board.
@Suite(.timeLimit(.minutes(15))) struct MonitoringSchemaTests {
  private func work(_ text: String) throws -> WorkDefinition {
    try #require(Board.parse("actions:\n  a: \(text)\n", file: "board.yml")["a"]).work
  }

  @Test func `alerts need an address only`() throws {
    let expected = AlertsProbe(MonitoringServer(url: VariableText(literal: "http://a:9093")))
    try expectEqual(work("{alerts: 'http://a:9093'}"), .alerts(expected))
    try expectEqual(work("{alerts: {url: 'http://a:9093'}}"), .alerts(expected))
  }

  @Test func `all options of a query are read`() throws {
    let text = """
      {query: {url: 'https://a/prom', expr: 'up == 0', warn: '> 0.8', fail: '>= 1e2', timeout: 2s,
        headers: {A: b}, insecure: true}, every: 10s}
      """
    let server = MonitoringServer(
      url: VariableText(literal: "https://a/prom"),
      headers: [HTTPProbe.Header(name: "A", value: VariableText(literal: "b"))], timeout: .seconds(2),
      certificates: CertificatePolicy(trust: .anyone))
    try expectEqual(
      work(text),
      .query(
        QueryProbe(server, expression: "up == 0", warn: Threshold("> 0.8"), fail: Threshold(">= 1e2"))))
  }

  @Test func `only answers about a moment become stale, after three intervals`() throws {
    func limit(_ action: String) throws -> Duration? {
      try #require(Board.parse("actions:\n  a: \(action)\n", file: "board.yml")["a"]).staleAfter
    }
    try expectEqual(limit("{query: {url: 'http://a', expr: up}, every: 10s}"), .seconds(30))
    try expectEqual(limit("{alerts: 'http://a', every: 1m}"), .seconds(180))
    try expectEqual(limit("{alerts: 'http://a'}"), nil)
    try expectEqual(limit("{http: 'http://a', every: 10s}"), nil)
  }

  @Test func `the text of the work contains nothing secret`() throws {
    try expectEqual(
      work("{alerts: {url: 'http://a:9093/x/', filter: [severity=page, 'team=~\"a|b\"']}}").text,
      #"alerts http://a:9093/x severity="page" team=~"a|b""#)
    try expectEqual(
      work("{query: {url: 'http://a:9090', expr: 'up', headers: {Authorization: secret}}}").text,
      "query http://a:9090 up")
  }

  @Test func `variables of address and headers are those of the action`() throws {
    let board = try Board.parse(
      "actions:\n  a: {query: {url: 'http://${HOST}', expr: '${NOT}', headers: {A: '${TOKEN}'}}}\n",
      file: "board.yml")
    #expect(board["a"]?.variables.map(\.name) == ["HOST", "TOKEN"])
  }

  @Test(arguments: [
    ("{alerts: {}}", "2:15: `alerts` needs `url`"),
    (
      "{alerts: 'a:9093'}",
      "2:15: `alerts` must be an address such as https://example.org/health, not `a:9093`"
        + " | did you mean `http://a:9093`?"
    ),
    (
      "{alerts: 'http://a/api/v2/alerts'}",
      "2:15: `alerts` must be the address of Alertmanager without `/api/v2/alerts` | did you mean `http://a`?"
    ),
    ("{alerts: 'http://a/?x=1'}", "2:15: `alerts` must end with the host or a path, without `?` and `#`"),
    (
      "{alerts: {url: 'http://a', filter: 'severity: page'}}",
      "2:41: `filter` must be a matcher such as severity=page or team=~\"web|shop\", not `severity: page`"
        + " | did you mean `severity=page`?"
    ),
    (
      "{alerts: {url: 'http://a', filter: ['=x']}}",
      "2:42: an element of `filter` must be a matcher such as severity=page or team=~\"web|shop\", not `=x`"
    ),
    ("{query: {url: 'http://a'}}", "2:14: `query` needs `expr`"),
    ("{query: 'http://a'}", "2:14: `query` must be a mapping, not `http://a`"),
    (
      "{query: {url: 'http://a', expr: up, fail: 0.9}}",
      "2:48: `fail` must be a relation and a number such as '> 0.8', not `0.9` | did you mean `'> 0.9'`?"
    ),
    (
      "{query: {url: 'http://a', expr: up, fail: '=> 1'}}",
      "2:48: `fail` must be a relation and a number such as '> 0.8', not `=> 1`"
    ),
    (
      "{query: {url: 'http://a', expr: up, warn: '> 0.9', fail: '> 0.8'}}",
      "2:42: `warn` has no effect: `fail` applies to all values that are > 0.9"
    ),
    (
      "{query: {url: 'http://a', expr: up, fial: '> 1'}}",
      "2:42: unknown key `fial` | did you mean `fail`?"
    ),
    (
      "{query: {url: 'http://a', expr: up}, http: 'http://a'}",
      "2:43: `http` cannot be combined with `query`"
    ),
  ])
  func `mistakes in questions to servers`(action: String, expected: String) {
    #expect(mistakes(inAction: "a: " + action) == [expected])
  }

  private func alertmanager(_ text: String) throws -> AlertmanagerDefinition? {
    try Board.parse("alertmanager: \(text)\nactions: {a: {run: x}}\n", file: "board.yml").alertmanager
  }

  @Test func `a board has no Alertmanager, or one with labels and an interval`() throws {
    try expectEqual(Board.parse("actions: {a: {run: x}}", file: "board.yml").alertmanager, nil)
    let server = MonitoringServer(url: VariableText(literal: "http://a:9093"))
    try expectEqual(alertmanager("http://a:9093"), AlertmanagerDefinition(server))
    try expectEqual(
      alertmanager("{url: 'http://a:9093', labels: {team: web, b: 1}, every: 30s}"),
      AlertmanagerDefinition(
        server, labels: [.init(name: "team", value: "web"), .init(name: "b", value: "1")],
        interval: .seconds(30)))
  }

  @Test(arguments: [
    ("{}", "1:15: `alertmanager` needs `url`"),
    ("{url: 'http://a', every: 500ms}", "1:40: `every` must be at least 1s"),
    (
      "{url: 'http://a', labels: {a-b: c}}",
      "1:42: `a-b` is not a valid name for a label | letters, digits and `_`, not a digit at the beginning, and not `__`"
    ),
    (
      "{url: 'http://a', labels: {__a: c}}",
      "1:42: `__a` is not a valid name for a label | letters, digits and `_`, not a digit at the beginning, and not `__`"
    ),
    ("{url: 'http://a', labels: {a: ''}}", "1:45: `a` is empty"),
    (
      "{url: 'http://a', interval: 1m}",
      "1:33: unknown key `interval` | known keys: `url`, `headers`, `timeout`, `insecure`, `ca`, `labels`, `every`"
    ),
  ])
  func `mistakes in an Alertmanager`(text: String, expected: String) {
    let error = #expect(throws: BoardError.self) { try alertmanager(text) }
    #expect(error?.diagnostics.map(\.inOneLine) == [expected])
  }
}
