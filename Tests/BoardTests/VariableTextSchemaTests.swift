import Board
import Testing

@Suite(.timeLimit(.minutes(15))) struct VariableTextSchemaTests {
  private static let hint =
    " | a variable is `${NAME}`, `${NAME:-default}` or `${ACTION.port}`, without another one in it; `$${` is `${` itself"

  @Test(arguments: [
    ("{run: x, dir: 'a/${B'}", "2:20: `dir` has a `${` without a `}`"),
    ("{run: x, env: {A: '${B C}'}}", "2:24: `A` has a `${` that is not a variable"),
    ("{http: 'http://a:${}/'}", "2:13: `http` has a `${` that is not a variable"),
    (
      "{http: {url: http://a/, headers: {A: '${1}'}}}",
      "2:43: `A` has a `${` that is not a variable"
    ),
  ])
  func `a mistake in a variable has a location`(action: String, expected: String) {
    #expect(mistakes(inAction: "a: \(action)") == [expected + Self.hint])
  }

  @Test(arguments: [
    "http://localhost:${PORT}/", "http://localhost:${PORT:-80}/", "${BASE}/health", "https://${HOST}/",
    "${BASE:-http://localhost}/x",
  ])
  func `an address with variables is valid`(url: String) {
    #expect(mistakes(inAction: "a: {http: '\(url)'}") == [])
  }

  @Test(arguments: [
    (
      "${BASE:-localhost}/x",
      "`http` must be an address such as https://example.org/health, not `${BASE:-localhost}/x`"
    ),
    ("http://localhost:${PORT:-70000}/", "`http` must have a port from 1 to 65535"),
    (
      "http://ada:${PASSWORD}@host/",
      "`http` must not contain a user name | send it in the header `Authorization`"
    ),
  ])
  func `an address is checked as far as it is known`(url: String, expected: String) {
    #expect(mistakes(inAction: "a: {http: '\(url)'}") == ["2:13: " + expected])
  }

  @Test func `nothing is a variable in a command`() {
    #expect(mistakes(inAction: "a: {run: 'echo ${1%x} ${'}") == [])
    #expect(mistakes(inAction: "a: {run: [echo, '${']}") == [])
  }

  @Test func `an action knows its variables`() throws {
    let board = try Board.parse(
      """
      actions:
        command: {run: x, dir: '${DIR}', env: {B: '${ONE:-1}', A: '${TWO}'}}
        probe: {http: {url: 'http://${HOST}/', headers: {A: '${TOKEN}'}}}
        service:
          run: x
          service: true
          ready: {http: 'http://localhost:${PORT}/'}
          liveness: {http: 'http://localhost:${LIVE}/'}
      """, file: "board.yml")
    #expect(board["command"]?.variables.map(\.name) == ["DIR", "TWO", "ONE"])
    #expect(board["probe"]?.variables.map(\.name) == ["HOST", "TOKEN"])
    #expect(board["service"]?.variables.map(\.name) == [])
    #expect(board["service"]?.probeVariables.map(\.name) == ["PORT", "LIVE"])
  }
}
