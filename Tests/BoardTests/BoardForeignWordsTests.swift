import Board
import Configuration
import Testing

@Suite(.timeLimit(.minutes(15))) struct BoardForeignWordsTests {
  @Test(arguments: [
    ("command", "did you mean `run`?"), ("cmd", "did you mean `run`?"),
    ("depends_on", "write `enabled-if: x.succeeded`"),
    ("environment", "did you mean `env`?"), ("working_dir", "did you mean `dir`?"),
    ("workingDirectory", "did you mean `dir`?"), ("desc", "did you mean `description`?"),
    ("autostart", "did you mean `start: with-board`?"), ("enabled_if", "did you mean `enabled-if`?"),
  ])
  func `the words of other tools have a hint`(key: String, hint: String) {
    #expect(mistakes(inAction: "a: { run: x, \(key): x }") == ["2:16: unknown key `\(key)` | \(hint)"])
  }

  @Test(arguments: [
    ("depends_on: [db, web]", "write `enabled-if: db.ready && web.succeeded`"),
    ("depends_on: { db: { condition: service_healthy } }", "write `enabled-if: db.ready`"),
    ("needs: web", "write `enabled-if: web.succeeded`"),
    ("deps: [{ task: web }]", "did you mean `enabled-if`, as in `enabled-if: build.succeeded`?"),
  ])
  func `what it depends on is written as a guard`(option: String, hint: String) {
    let board = "actions:\n  db: { run: x, service: true }\n  web: { run: x }\n  a: { run: x, \(option) }\n"
    let key = option.prefix { $0 != ":" }
    #expect(mistakes(in: board).hasPrefix("board.yml:4:16: error: unknown key `\(key)`"))
    #expect(mistakes(in: board).hasSuffix("\n\(hint)"))
  }

  @Test(arguments: [
    ("restart: always", "not `always` | write `restart: { when: always }`"),
    ("restart: on-failure", "not `on-failure` | write `restart: { when: failure }`"),
    ("restart: no", "not `no` | write `restart: { when: never }`"),
    ("restart: 5", "not `5`"),
    ("ready: listening on", "not `listening on` | write `ready: { line: 'listening on' }`"),
    ("ready: it's up", "not `it's up` | write `ready: { line: 'it''s up' }`"),
    ("ready: 'http://a/b'", "not `http://a/b` | write `ready: { http: 'http://a/b' }`"),
    ("ready: 5432", "not `5432` | write `ready: { tcp: 'localhost:5432' }`"),
    ("ready: 'db:5432'", "not `db:5432` | write `ready: { tcp: 'db:5432' }`"),
    ("ready: 5s", "not `5s` | write `ready: { delay: '5s' }`"), ("ready: true", "not `true`"),
    ("ready: ", "but it has no value"),
    ("liveness: pg_isready", "not `pg_isready` | write `liveness: { run: 'pg_isready' }`"),
    ("liveness: 'http://a/'", "not `http://a/` | write `liveness: { http: 'http://a/' }`"),
    ("stop: SIGINT", "not `SIGINT` | write `stop: { signal: INT }`"),
    ("stop: 30", "not `30` | write `stop: { grace: 30s }`"),
    ("stop: ./stop", "not `./stop` | write `stop: { command: './stop' }`"),
    ("error: high", "not `high` | write `error: { priority: high }`"),
  ])
  func `a word in place of a mapping has a hint`(option: String, expected: String) {
    let key = option.prefix { $0 != ":" }
    #expect(
      mistakes(inAction: "a: { run: x, service: true, \(option) }").map {
        $0.split(separator: ": ", maxSplits: 1).last
      }
        == ["`\(key)` must be a mapping, \(expected)"])
  }

  @Test func `so has a number of attempts, and a list in place of a guard`() {
    #expect(
      mistakes(inAction: "a: { run: x, retry: 3 }")
        == [
          "2:23: `retry` must be a mapping, not `3` | write `retry: { attempts: 3 }`: the first attempt counts"
        ])
    #expect(
      mistakes(inAction: "a: { run: x, enabled-if: [a] }")
        == ["2:28: `enabled-if` must be a guard such as `build.succeeded`, not a list | write `a.succeeded`"])
  }

  @Test(arguments: ["ctrl+b", "C-b", "^b", "<C-b>", "control-b"])
  func `so has a key as other programs write it`(key: String) {
    #expect(
      mistakes(inAction: "a: { run: x, key: '\(key)' }")
        == ["2:21: `\(key)` is not a key | did you mean `ctrl-b`?"])
  }

  @Test func `so have those for a board`() {
    #expect(
      mistakes(in: "version: 3\nservices: {}\nactions: {a: {run: x}}\n") == """
        board.yml:1:1: error: unknown key `version`
        version: 3
        ^
        a board has no version: remove it
        board.yml:2:1: error: unknown key `services`
        services: {}
        ^
        did you mean `actions`?
        """)
  }

  @Test func `the keys are listed once`() {
    let error = #expect(throws: BoardError.self) {
      try Board.parse(
        "actions:\n  a: { run: x, colour: red }\n  b: { run: x, colour: red, cmd: x }\n  c: { tcp: { host: a, port: 1, colour: red } }\n",
        file: "board.yml")
    }
    let hints = error?.diagnostics.map { $0.hint ?? "" } ?? []
    #expect(hints.map { String($0.prefix(11)) } == ["known keys:", "", "did you mea", "known keys:"])
  }

  @Test(arguments: [
    ("make", "not `make` | did you mean `run: make`, in a line below?"),
    ("'a: b'", "not `a: b` | did you mean `run` with this text, in a line below?"),
    ("[make, all]", "not a list | did you mean `run` with this list, in a line below?"),
    ("", "but it has no value | an action needs its work, for instance `run: make` in a line below"),
  ])
  func `a command in place of an action has a hint`(value: String, expected: String) {
    #expect(
      mistakes(inAction: "a: \(value)").map { $0.drop { $0 != ":" }.dropFirst() }
        .map { $0.drop { $0 != ":" }.dropFirst(2) } == ["action `a` must be a mapping, \(expected)"])
  }

  @Test func `a list of actions has a hint`() {
    #expect(
      mistakes(in: "actions:\n- run: x\n").hasSuffix(
        "each action is a key with its options, as in `build: { run: make }`"))
  }
}
