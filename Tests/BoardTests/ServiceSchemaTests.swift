import Board
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct ServiceSchemaTests {
  private func service(_ options: String) throws -> ServiceDefinition? {
    try Board.parse("actions: {a: {run: x, \(options)}}", file: "board.yml")["a"]?.service
  }

  @Test func `a failure has a pattern with one group, and only commands have it`() throws {
    let board = try Board.parse("actions: {a: {run: x, failure: '^(\\d+) failed'}}", file: "board.yml")
    #expect(board.actions.first?.failure?.value(in: "7 failed") == "7")
    #expect(mistakes(inAction: "a: {run: x, failure: 'no group'}").count == 1)
    #expect(mistakes(inAction: "a: {tcp: 'a:1', failure: '(x)'}") == ["2:19: `failure` requires `run`"])
  }

  @Test func `an action is a service only if the board says so`() throws {
    try expectEqual(service("quiet: true"), nil)
    try expectEqual(service("service: false"), nil)
    try expectEqual(service("service: true"), ServiceDefinition())
  }

  @Test func `a service is ready by a line, a probe or a delay`() throws {
    try expectEqual(service("service: true, ready: {line: 'on \\d+'}")?.ready, .line(LinePattern("on \\d+")))
    try expectEqual(service("service: true, ready: {delay: 2s}")?.ready, .delay(.seconds(2)))
    try expectEqual(
      service("service: true, ready: {tcp: 'a:1'}")?.ready,
      .probe(RepeatedProbe(.tcp(TCPProbe(host: "a", port: 1)), interval: .milliseconds(500))))
    guard case .probe(let repeated) = try service("service: true, ready: {http: 'http://a/b'}")?.ready,
      case .http(let probe) = repeated.probe
    else {
      Issue.record("no probe")
      return
    }
    #expect(probe.method == "GET")
  }

  @Test func `restarts have defaults`() throws {
    try expectEqual(
      service("service: true, restart: {}")?.restart,
      RestartPolicy(.failure, limit: 5, backoff: .seconds(1)...(.seconds(30)), resetAfter: .seconds(60)))
    try expectEqual(
      service("service: true, restart: {when: always, limit: 2, backoff: 1s..2s, reset-after: 5s}")?
        .restart,
      RestartPolicy(.always, limit: 2, backoff: .seconds(1)...(.seconds(2)), resetAfter: .seconds(5)))
  }

  @Test func `liveness has defaults`() throws {
    let check = try #require(try service("service: true, liveness: {tcp: 'a:1'}")?.liveness)
    #expect(check == RepeatedProbe(.tcp(TCPProbe(host: "a", port: 1)), interval: .seconds(10), failures: 3))
  }

  @Test func `a probe is a command with limits`() throws {
    let options = "timeout: 1s, every: 2s, successes: 2, failures: 4, start-period: 9s"
    let expected = RepeatedProbe(
      .command(.shell("pg_isready -q"), timeout: .seconds(1)), interval: .seconds(2), successes: 2,
      failures: 4,
      startPeriod: .seconds(9))
    try expectEqual(
      service("service: true, ready: {run: pg_isready -q, \(options)}")?.ready, .probe(expected))
    try expectEqual(service("service: true, liveness: {run: pg_isready -q, \(options)}")?.liveness, expected)
    try expectEqual(
      service("service: true, shell: [bash, -c], ready: {run: x}")?.ready,
      .probe(
        RepeatedProbe(
          .command(.text("x", shell: ["bash", "-c"]), timeout: .seconds(5)), interval: .milliseconds(500))))
  }

  @Test(arguments: [
    ("line: x", 300), ("run: x", 300), ("tcp: 'a:1', within: 30s", 30), ("line: x, within: never", nil),
    ("delay: 1h", nil), ("delay: 1h, within: 2h", 7_200),
  ])
  func `a service has five minutes to be ready unless the board says otherwise`(
    ready: String, seconds: Int?
  ) throws {
    try expectEqual(service("service: true, ready: {\(ready)}")?.readyLimit, seconds.map { .seconds($0) })
  }

  @Test(arguments: [
    ("line: x, within: 0s", "`within` must be longer than 0s"),
    ("line: x, within: forever", "`within` must be a duration such as 30s, or `never`"),
    ("delay: 2s, within: 2s", "`within` must be longer than `delay`, which is 2.0 s"),
    ("tcp: 'a:1', timeout: 1s", "`timeout` requires `run`"),
    ("line: x, every: 1s", "`every` requires `run`, `http` or `tcp`"),
    ("delay: 1s, failures: 1", "`failures` requires `run`, `http` or `tcp`"),
    ("run: x, every: 10ms", "`every` must be at least 100ms"),
    ("run: x, failures: 0", "`failures` must be a whole number from 1 to 1000000"),
    ("run: x, tcp: 'a:1'", "`tcp` cannot be combined with `run`"),
    ("run: ''", "`run` has no command"),
  ])
  func `mistakes in how a service is ready`(ready: String, expected: String) {
    let text = mistakes(inAction: "a: {run: x, service: true, ready: {\(ready)}}")
    #expect(text.count == 1 && text[0].contains(expected), "\(text)")
  }

  @Test func `a command says with which exit codes it succeeds`() throws {
    func codes(_ option: String) throws -> Set<Int32>? {
      let board = try Board.parse("actions: {a: {run: x\(option)}}", file: "board.yml")
      guard case .command(let command) = board["a"]?.work else { return nil }
      return command.successCodes
    }
    try expectEqual(codes(""), [0])
    try expectEqual(codes(", success-codes: 3"), [3])
    try expectEqual(codes(", success-codes: [0, 130, 143]"), [0, 130, 143])
    for (value, expected) in [
      ("[]", "`success-codes` is empty"), ("256", "must be a whole number from 0 to 255"),
      ("-1", "must be a whole number from 0 to 255"),
    ] {
      let text = mistakes(inAction: "a: {run: x, success-codes: \(value)}")
      #expect(text.count == 1 && text[0].contains(expected), "\(text)")
    }
    #expect(
      mistakes(inAction: "a: {tcp: 'a:1', success-codes: 0}") == ["2:19: `success-codes` requires `run`"])
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

  @Test func `a service is restarted with other services`() throws {
    let board = try Board.parse(
      """
      actions:
        db: { run: x, service: true }
        web: { run: x, service: true, restart-with: db }
        api: { run: x, service: true, restart-with: [db, web] }
      """, file: "board.yml")
    #expect(board["web"]?.service?.restartsWith == ["db"])
    #expect(board["api"]?.service?.restartsWith == ["db", "web"])
  }

  @Test func `restarts with something else, and in a loop, are mistakes`() {
    let found = mistakes(
      in: """
        actions:
          job: { run: x }
          one: { run: x, service: true, restart-with: [job, two] }
          two: { run: x, service: true, restart-with: one }
          own: { run: x, service: true, restart-with: own }
          far: { run: x, service: true, restart-with: onw }
        """)
    #expect(found.contains("3:48: error: `job` is not a service, so nothing can be restarted with it"))
    #expect(found.contains("`one` is restarted with itself: one → two → one"))
    #expect(found.contains("`own` is restarted with itself: own → own"))
    #expect(found.contains("`onw` is not an action of this board"))
    #expect(
      mistakes(inAction: "a: {run: x, restart-with: b}").contains { $0.contains("`service`") })
  }
}
