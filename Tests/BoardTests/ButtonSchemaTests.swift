import Board
import Testing

@Suite(.timeLimit(.minutes(5))) struct ButtonSchemaTests {
  @Test(arguments: [
    ("run: x, buttons: []", "2:24: `buttons` is empty"),
    (
      "run: x, buttons: {key: 1}",
      "2:24: `buttons` must be a list of buttons, not a mapping"
        + " | as in [{key: 1, title: Staging, input: staging}]"
    ),
    ("run: x, buttons: [staging]", "2:25: a button must be a mapping, not `staging`"),
    ("run: x, buttons: [{title: y}]", "2:25: a button needs an `input`"),
    ("run: x, buttons: [{input: ''}]", "2:33: `input` is empty"),
    (
      "run: x, buttons: [{input: y, name: z}]",
      "2:36: unknown key `name` | known here: `key`, `title`, `input`"
    ),
    ("run: x, key: b, buttons: [{input: y}]", "2:15: `key` beside `buttons`: each button has its own"),
    ("run: x, every: 1s, buttons: [{input: y}]", "2:15: `every` beside `buttons`: a repeat has no input"),
    ("tcp: 'a:1', buttons: [{input: y}]", "2:19: `buttons` belongs to `run`, which is not here"),
  ])
  func mistakesInButtons(action: String, expected: String) {
    #expect(mistakes(inAction: "a: {\(action)}") == [expected])
  }

  @Test func theirKeysDifferFromAllOthers() {
    #expect(
      mistakes(
        in: """
          actions:
            a: {run: x, buttons: [{key: 1, input: one}, {key: 1, input: two}, {key: q, input: three}]}
            b: {run: x, key: 1}
          """) == """
          board.yml:2:31: error: the key `1` is also the key of `a` in line 2
            a: {run: x, buttons: [{key: 1, input: one}, {key: 1, input: two}, {key: q, input: three}]}
                                        ^
          board.yml:2:53: error: the key `1` is also the key of `a` in line 2
            a: {run: x, buttons: [{key: 1, input: one}, {key: 1, input: two}, {key: q, input: three}]}
                                                              ^
          board.yml:2:75: error: the key `q` is needed by the panel itself
            a: {run: x, buttons: [{key: 1, input: one}, {key: 1, input: two}, {key: q, input: three}]}
                                                                                    ^
          it needs q ? ! x y m a / n N g G, Tab, Enter, Space, Esc, arrows, PgUp, PgDn and ctrl- with c e f l n o p r t v w y z
          board.yml:3:20: error: the key `1` is also the key of `a` in line 2
            b: {run: x, key: 1}
                             ^
          """)
  }
}
