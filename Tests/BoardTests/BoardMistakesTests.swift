import Board
import Configuration
import Testing

/// The mistakes that a board can have, as they are printed.
@Suite(.timeLimit(.minutes(15))) struct BoardMistakesTests {
  @Test func `all mistakes are reported at once, in the order of the file`() {
    #expect(
      mistakes(
        in: """
          titel: Desk
          network: { start-delay: 5 }
          actions:
            build:
              key: q
              run: make
              enabled_if: test.succeeded
            test:
              key: t
              enabled-if: biuld.succeeded && !deploy.runing
              timeout: 0s
            test:
              key: t
              run: make test
          """) == """
          board.yml:1:1: error: unknown key `titel`
          titel: Desk
          ^
          did you mean `title`?
          board.yml:2:25: error: `start-delay` must be a duration such as 250ms, 5s, 10m or 1h30m, not `5`
          network: { start-delay: 5 }
                                  ^
          did you mean `5s`?
          board.yml:5:10: error: the key `q` is reserved for the panel
              key: q
                   ^
          reserved keys: q ? !, Tab, Enter, Space, Esc, arrows, PgUp, PgDn, Home, End and ctrl- with c d e f g l n o p r t u v w y z
          board.yml:7:5: error: unknown key `enabled_if`
              enabled_if: test.succeeded
              ^
          did you mean `enabled-if`?
          board.yml:8:3: error: action `test` needs `run`, `http`, `tcp`, `alerts`, `query` or `simulate`
            test:
            ^
          board.yml:9:10: error: the key `t` is also the key of `test` in line 13
              key: t
                   ^
          board.yml:10:17: error: `biuld` is not an action of this board
              enabled-if: biuld.succeeded && !deploy.runing
                          ^
          did you mean `build`?
          board.yml:10:44: error: `deploy` has no property `runing`
              enabled-if: biuld.succeeded && !deploy.runing
                                                     ^
          did you mean `running`?
          board.yml:11:14: error: `timeout` must be longer than 0s
              timeout: 0s
                       ^
          board.yml:12:3: error: duplicate key `test`; the first is in line 8
            test:
            ^
          board.yml:13:10: error: the key `t` is also the key of `test` in line 9
              key: t
                   ^
          """)
  }

  @Test(arguments: [
    ("", "1:1: error: the board is empty||^|a board needs `actions`"),
    ("# later\n", "1:1: error: the board is empty|# later|^|a board needs `actions`"),
    ("just text\n", "1:1: error: a board must be a mapping, not `just text`|just text|^"),
    ("- a\n", "1:1: error: a board must be a mapping, not a list|- a|^"),
    ("title: x\n", "1:1: error: a board needs `actions`|title: x|^"),
    (
      "actions: {}\n",
      "1:10: error: `actions` is empty|actions: {}|         ^|a board needs at least one action"
    ),
    ("actions:\n", "1:9: error: `actions` must be a mapping, but it has no value|actions:|        ^"),
    (
      "actions: [a]\n",
      "1:10: error: `actions` must be a mapping, not a list|actions: [a]|         ^|each action is a key with its options, as in `build: { run: make }`"
    ),
    (
      "? [x]\n: 1\nactions: {a: {run: b}}\n",
      "1:3: error: a key must be text, not a list|? [x]|  ^"
    ),
  ])
  func `mistakes in the structure of a board`(text: String, expected: String) {
    expectMistake(in: text, expected)
  }

  @Test(arguments: [
    ("title: [a]", "1:8: error: `title` must be text, not a list|title: [a]|       ^"),
    ("title:", "1:7: error: `title` must be text, but it has no value|title:|      ^"),
    ("title: ''", "1:8: error: `title` is empty|title: ''|       ^"),
    ("title: \"a\\0b\"", "1:8: error: `title` contains a NUL character|title: \"a\\0b\"|       ^"),
    (
      "title: a\ntitle: b",
      "2:1: error: duplicate key `title`; the first is in line 1|title: b|^"
    ),
    ("network: fast", "1:10: error: `network` must be a mapping, not `fast`|network: fast|         ^"),
    (
      "colour: red",
      "1:1: error: unknown key `colour`|colour: red|^|known keys: `title`, `network`, `remember`, `on-detach`, `keep-output`, `alertmanager`, `cluster`, `agents`, `shell`, `dir`, `env`, `env-file`, `actions`"
    ),
  ])
  func `mistakes in the options of a board`(text: String, expected: String) {
    expectMistake(in: text + "\nactions: { a: { run: b } }\n", expected)
  }

  @Test(arguments: [
    (
      "a: make",
      "2:6: error: action `a` must be a mapping, not `make`|  a: make|     ^|did you mean `run: make`, in a line below?"
    ),
    (
      "a:",
      "2:5: error: action `a` must be a mapping, but it has no value|  a:|    ^|an action needs its work, for instance `run: make` in a line below"
    ),
    (
      "a: {}",
      "2:3: error: action `a` needs `run`, `http`, `tcp`, `alerts`, `query` or `simulate`|  a: {}|  ^"
    ),
    (
      "a b: {run: x}",
      "2:3: error: `a b` is not a valid name for an action|  a b: {run: x}|  ^|use letters, digits, `-` and `_`, and "
        + "do not begin with `-`; `title` can be any text"
    ),
    (
      "network: {run: x}",
      "2:3: error: the name `network` is reserved for guards|  network: {run: x}|  ^|choose another "
        + "name; `title` can be any text"
    ),
    (
      "a: {run: x, simulate: {duration: 1s}}",
      "2:15: error: `simulate` cannot be combined with `run`|  a: {run: x, simulate: {duration: 1s}}|"
        + "              ^"
    ),
    ("a: {run: ' '}", "2:12: error: `run` has no command|  a: {run: ' '}|           ^"),
    ("a: {run: []}", "2:12: error: `run` has no command|  a: {run: []}|           ^"),
    ("a: {run: ['']}", "2:12: error: `run` has no command|  a: {run: ['']}|           ^"),
    (
      "a: {run: {x: y}}",
      "2:12: error: `run` must be a command or a list of arguments, not a mapping|  a: {run: {x: y}}|           ^"
    ),
    (
      "a: {run: [x, [y]]}",
      "2:16: error: an argument of `run` must be text, not a list|  a: {run: [x, [y]]}|               ^"
    ),
    (
      "a: {simulate: {duration: 1s}, dir: /tmp}",
      "2:33: error: `dir` requires `run`|  a: {simulate: {duration: 1s}, dir: /tmp}|"
        + "                                ^"
    ),
    (
      "a: {run: x, env: {A=B: c}}",
      "2:21: error: `A=B` is not a valid name for a variable|  a: {run: x, env: {A=B: c}}|                    ^"
    ),
    (
      "a: {run: x, env: {A: [b]}}",
      "2:24: error: `A` must be text, not a list|  a: {run: x, env: {A: [b]}}|                       ^"
    ),
    ("a: {simulate: {}}", "2:17: error: `simulate` needs `duration`|  a: {simulate: {}}|                ^"),
    (
      "a: {simulate: {duration: 1s, steps: many}}",
      "2:39: error: `steps` must be a whole number from 0 to 100000, not `many`|"
        + "  a: {simulate: {duration: 1s, steps: many}}|                                      ^"
    ),
    (
      "a: {simulate: {duration: 1s, requests: 0}}",
      "2:42: error: `requests` must be a whole number from 1 to 1000, not `0`|"
        + "  a: {simulate: {duration: 1s, requests: 0}}|                                         ^"
    ),
    (
      "a: {simulate: {duration: 1s, failure: no}}",
      "2:32: error: `failure` requires `fail-every`|  a: {simulate: {duration: 1s, failure: no}}|"
        + "                               ^"
    ),
    (
      "a: {run: x, timeout: 5 sec}",
      "2:24: error: `timeout` must be a duration such as 250ms, 5s, 10m or 1h30m, not `5 sec`|"
        + "  a: {run: x, timeout: 5 sec}|                       ^|did you mean `5s`?"
    ),
    (
      "a: {run: x, error: {priority: hgih}}",
      "2:33: error: `priority` must be one of `low`, `normal`, `high`, not `hgih`|"
        + "  a: {run: x, error: {priority: hgih}}|                                ^|did you mean `high`?"
    ),
    (
      "a: {run: x, error: high}",
      "2:22: error: `error` must be a mapping, not `high`|  a: {run: x, error: high}|                     ^|"
        + "write `error: { priority: high }`"
    ),
    (
      "a: {run: x, while-running: wait}",
      "2:30: error: `while-running` must be one of `reject`, `queue`, `restart`, `concurrent`, not `wait`|"
        + "  a: {run: x, while-running: wait}|                             ^"
    ),
    (
      "a: {run: x, confirm: []}",
      "2:24: error: `confirm` must be text, not a list|  a: {run: x, confirm: []}|                       ^"
    ),
    (
      "a: {run: x, key: bb}",
      "2:20: error: `bb` is not a key|  a: {run: x, key: bb}|                   ^|a key is one character, `f1` to "
        + "`f12`, or `ctrl-` and a letter"
    ),
    (
      "a: {run: x, key: [b]}",
      "2:20: error: `key` must be a key, not a list|  a: {run: x, key: [b]}|                   ^"
    ),
    (
      "a: {run: x, progress: '(a'}",
      "2:25: error: `progress` is not a valid regular expression|  a: {run: x, progress: '(a'}|                        ^|"
        + "missing closing parenthesis, after 2 characters"
    ),
    (
      "a: {run: x, status: abc}",
      "2:23: error: `status` needs one capture group, but has 0|  a: {run: x, status: abc}|                      ^|"
        + "put parentheses around the value, as in `at (.*)`; `(?:…)` does not capture"
    ),
    (
      "a: {run: x, colour: red}",
      "2:15: error: unknown key `colour`|  a: {run: x, colour: red}|              ^|known keys: `title`, `also`, `description`, `group`, `tags`, `key`, `buttons`, "
        + "`input`, `run`, `shell`, `dir`, `env`, `env-file`, `terminal`, `enter`, `asks`, `success-codes`, `http`, `tcp`, `alerts`, `query`, `simulate`, `inputs`, `watch`, `enabled-if`, `progress`, `status`, `port`, `failure`, `log`, `keep-output`, "
        + "`timeout`, `every`, "
        + "`failures-before-error`, `retry`, `service`, `ready`, `restart`, `restart-with`, `liveness`, `start`, `on-end`, `stop`, `leave-running`, "
        + "`quiet`, `error`, `notify`, `confirm`, `agents`, `while-running`, `shared`, `on-lost`"
    ),
  ])
  func `mistakes in an action`(action: String, expected: String) {
    expectMistake(in: "actions:\n  \(action)\n", expected)
  }

  @Test(arguments: [
    ("a.succeeded &&", "4:31: the guard ends too early"),
    ("[a]", "4:17: `enabled-if` must be a guard such as `build.succeeded`, not a list"),
    ("''", "4:18: the guard is empty"),
    ("a.idle && nobody.idle", "4:27: `nobody` is not an action of this board"),
    ("'a.value == ''x'' && nobody.idle'", "4:38: `nobody` is not an action of this board"),
    (#""a.value == \"x\" && nobody.idle""#, "4:38: `nobody` is not an action of this board"),
    ("a.idle &&\n      a.value == 5 ||\n      nobody.idle", "6:7: `nobody` is not an action of this board"),
    ("|\n      nobody.idle", "4:17: `nobody` is not an action of this board"),
    ("!a.running", "4:17: text that starts with `!` must be in quotes: YAML reads it as a tag"),
    ("b.enabled", "4:17: `b` depends on itself: b → b"),
  ])
  func `mistakes in a guard are reported at their exact location`(value: String, expected: String) {
    let text = "actions:\n  a: {run: x}\n  b:\n    enabled-if: \(value)\n    run: y\n"

    let error = #expect(throws: BoardError.self) { try Board.parse(text, file: "board.yml") }

    let places = error?.diagnostics.map { diagnostic in
      "\(diagnostic.location?.line ?? 0):\(diagnostic.location?.column ?? 0): \(diagnostic.message)"
    }
    #expect(places == [expected])
  }

  @Test func `a cycle through several guards is reported`() {
    #expect(
      mistakes(
        in: """
          actions:
            a: {run: x, enabled-if: b.enabled && c.running}
            b: {run: y, enabled-if: '!c.enabled'}
            c: {run: z, enabled-if: a.enabled || b.running}
          """) == """
          board.yml:4:27: error: `a` depends on itself: a → b → c → a
            c: {run: z, enabled-if: a.enabled || b.running}
                                    ^
          the `.enabled` of an action must not depend on itself, not even through other guards
          """)
  }

  @Test func `a key of three actions is reported at each of them`() {
    #expect(
      mistakes(in: "actions:\n  a: {run: x, key: b}\n  b: {run: x, key: b}\n  c: {run: x, key: b}\n") == """
        board.yml:2:20: error: the key `b` is also the key of `b` in line 3
          a: {run: x, key: b}
                           ^
        board.yml:3:20: error: the key `b` is also the key of `a` in line 2
          b: {run: x, key: b}
                           ^
        board.yml:4:20: error: the key `b` is also the key of `a` in line 2
          c: {run: x, key: b}
                           ^
        """)
  }

  @Test func `duplicate keys are reported in every mapping, and along with other mistakes`() {
    #expect(
      mistakes(
        in: """
          actions:
            a:
              run: x
              "run": y
              run: z
              colour: red
            'b': {key: c, run: x, key: d}
            b: {run: y}
          """) == """
          board.yml:4:5: error: duplicate key `run`; the first is in line 3
              "run": y
              ^
          board.yml:5:5: error: duplicate key `run`; the first is in line 3
              run: z
              ^
          board.yml:6:5: error: unknown key `colour`
              colour: red
              ^
          known keys: `title`, `also`, `description`, `group`, `tags`, `key`, `buttons`, `input`, `run`, `shell`, `dir`, `env`, `env-file`, `terminal`, `enter`, `asks`, `success-codes`, `http`, `tcp`, `alerts`, `query`, `simulate`, `inputs`, `watch`, `enabled-if`, \
          `progress`, `status`, `port`, `failure`, `log`, `keep-output`, `timeout`, `every`, `failures-before-error`, `retry`, `service`, `ready`, `restart`, \
          `restart-with`, `liveness`, `start`, `on-end`, `stop`, `leave-running`, `quiet`, `error`, `notify`, `confirm`, `agents`, \
          `while-running`, `shared`, `on-lost`
          board.yml:7:25: error: duplicate key `key`; the first is in column 9
            'b': {key: c, run: x, key: d}
                                  ^
          board.yml:8:3: error: duplicate key `b`; the first is in line 7
            b: {run: y}
            ^
          """)
  }

  private func expectMistake(
    in text: String, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let lines = expected.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\n")
    #expect(mistakes(in: text) == "board.yml:" + lines, sourceLocation: sourceLocation)
  }
}
