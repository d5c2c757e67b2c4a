import Board
import Testing

@Suite(.timeLimit(.minutes(15))) struct ServiceSchemaTests {
  private func service(_ options: String) throws -> ServiceDefinition? {
    try Board.parse("actions: {a: {run: x, \(options)}}", file: "board.yml")["a"]?.service
  }

  @Test func `an action is a service only if the board says so`() throws {
    #expect(try service("quiet: true") == nil)
    #expect(try service("service: false") == nil)
    #expect(try service("service: true") == ServiceDefinition())
  }

  @Test func `a service is ready by a line, a probe or a delay`() throws {
    #expect(try service("service: true, ready: {line: 'on \\d+'}")?.ready == .line(LinePattern("on \\d+")))
    #expect(try service("service: true, ready: {delay: 2s}")?.ready == .delay(.seconds(2)))
    #expect(
      try service("service: true, ready: {tcp: 'a:1'}")?.ready
        == .probe(.tcp(TCPProbe(host: "a", port: 1))))
    guard case .probe(.http(let probe)) = try service("service: true, ready: {http: 'http://a/b'}")?.ready
    else {
      Issue.record("no probe")
      return
    }
    #expect(probe.method == "GET")
  }

  @Test func `restarts have defaults`() throws {
    #expect(
      try service("service: true, restart: {}")?.restart
        == RestartPolicy(.failure, limit: 5, backoff: .seconds(1)...(.seconds(30)), resetAfter: .seconds(60)))
    #expect(
      try service("service: true, restart: {when: always, limit: 2, backoff: 1s..2s, reset-after: 5s}")?
        .restart
        == RestartPolicy(.always, limit: 2, backoff: .seconds(1)...(.seconds(2)), resetAfter: .seconds(5)))
  }

  @Test func `liveness has defaults`() throws {
    let check = try #require(try service("service: true, liveness: {tcp: 'a:1'}")?.liveness)
    #expect(check == LivenessCheck(.tcp(TCPProbe(host: "a", port: 1)), interval: .seconds(10), failures: 3))
  }

  @Test func `an action can start with the board`() throws {
    let board = try Board.parse(
      "actions: {a: {run: x, start: with-board}, b: {tcp: 'a:1'}}", file: "board.yml")
    #expect(board["a"]?.start == .withBoard)
    #expect(board["b"]?.start == .manual)
  }

  @Test(arguments: [
    ("every: 1s", "`service` cannot be combined with `every`: a service goes on by itself"),
    (
      "retry: {attempts: 2}", "`service` cannot be combined with `retry`: `restart` says what follows its end"
    ),
    ("timeout: 1s", "`service` cannot be combined with `timeout`: a service is meant to go on"),
    (
      "failures-before-error: 2",
      "`service` cannot be combined with `failures-before-error`: `restart` says how many failures are tolerated"
    ),
  ])
  func `options that a service cannot have`(option: String, expected: String) {
    #expect(mistakes(inAction: "a: {run: x, service: true, \(option)}") == ["2:15: \(expected)"])
  }

  @Test(arguments: ["queue", "concurrent", "{queue: 2}"])
  func `a service has one run at a time`(policy: String) {
    #expect(
      mistakes(inAction: "a: {run: x, service: true, while-running: \(policy)}") == [
        "2:30: `while-running` of a service must be `reject` or `restart`: it has one run at a time"
      ])
    #expect(mistakes(inAction: "a: {run: x, service: true, while-running: restart}") == [])
  }

  @Test(arguments: ["ready: {delay: 1s}", "restart: {}", "liveness: {tcp: 'a:1'}"])
  func `only services have its options`(option: String) throws {
    let key = try #require(option.split(separator: ":").first)
    #expect(mistakes(inAction: "a: {run: x, \(option)}") == ["2:15: `\(key)` requires `service`"])
    #expect(
      mistakes(inAction: "a: {run: x, service: false, \(option)}")
        == ["2:31: `\(key)` has no effect: `service` is `false`"])
  }

  @Test func `other work is no service`() {
    #expect(mistakes(inAction: "a: {tcp: 'a:1', service: true}") == ["2:19: `service` requires `run`"])
  }

  @Test func `what starts by itself asks nothing`() {
    #expect(
      mistakes(inAction: "a: {run: x, start: with-board, confirm: Really?}") == [
        "2:15: `start` cannot be combined with `confirm`: a start by itself cannot ask a question"
      ])
    #expect(
      mistakes(inAction: "a: {run: x, start: with-board, buttons: [{input: b}]}") == [
        "2:15: `start` cannot be combined with `buttons`: a start by itself has no input"
      ])
  }

  @Test(arguments: [
    ("build.ready", "`build` is not a service, so it has no `.ready`"),
    ("build.restarts > 2", "`build` is not a service, so it has no `.restarts`"),
  ])
  func `only services have its facts`(guarded: String, expected: String) {
    let text = mistakes(
      in: "actions:\n  build: {run: x}\n  a: {run: x, enabled-if: '\(guarded)'}\n")
    #expect(text.contains(expected))
  }

  @Test(arguments: [
    ("web.restarts", "`web.restarts` must be compared with a value"),
    ("web.restarts > 'a'", "`web.restarts` is a number and cannot be compared with the text `a`"),
    ("web.ready == 1", "`web.ready` is true or false and cannot be compared"),
  ])
  func `mistakes in guards about services`(guarded: String, expected: String) {
    let text = mistakes(
      in: "actions:\n  web: {run: x, service: true}\n  a: {run: x, enabled-if: \"\(guarded)\"}\n")
    #expect(text.contains(expected), "\(text)")
  }

  @Test func `guards read facts about services`() throws {
    var facts = ActionFacts()
    let guarded = try Guard("web.ready && web.restarts < 3")
    #expect(guarded.evaluate(Facts(["web": facts])) == .blocked(by: ["web.ready"]))
    facts.isReady = true
    facts.restarts = 2
    #expect(guarded.evaluate(Facts(["web": facts])) == .passes)
    facts.restarts = 3
    #expect(guarded.evaluate(Facts(["web": facts])) == .blocked(by: ["web.restarts < 3"]))
  }
}
