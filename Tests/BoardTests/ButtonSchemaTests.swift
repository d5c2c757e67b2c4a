import Board
import Testing

@Suite(.timeLimit(.minutes(15))) struct ButtonSchemaTests {
  @Test(arguments: [
    ("run: x, buttons: []", "2:24: `buttons` is empty"),
    (
      "run: x, buttons: {key: 1}",
      "2:24: `buttons` must be a list of buttons, not a mapping"
        + " | for instance [{key: 1, title: Staging, input: staging}]"
    ),
    ("run: x, buttons: [staging]", "2:25: an element of `buttons` must be a mapping, not `staging`"),
    ("run: x, buttons: [{title: y}]", "2:25: an element of `buttons` needs `input`"),
    ("run: x, buttons: [{input: ''}]", "2:33: `input` is empty"),
    (
      "run: x, buttons: [{input: y, name: z}]",
      "2:36: unknown key `name` | known keys: `key`, `title`, `input`"
    ),
    (
      "run: x, key: b, buttons: [{input: y}]",
      "2:15: `key` cannot be combined with `buttons`: each button has its own key"
    ),
    (
      "run: x, every: 1s, buttons: [{input: y}]",
      "2:15: `every` cannot be combined with `buttons`: a repeated run has no input"
    ),
    ("tcp: 'a:1', buttons: [{input: y}]", "2:19: `buttons` requires `run`"),
  ])
  func `mistakes in buttons`(action: String, expected: String) {
    #expect(mistakes(inAction: "a: {\(action)}") == [expected])
  }

  @Test func `the keys of buttons must differ`() {
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
          board.yml:2:75: error: the key `q` is reserved for the panel
            a: {run: x, buttons: [{key: 1, input: one}, {key: 1, input: two}, {key: q, input: three}]}
                                                                                    ^
          reserved keys: q ? !, Tab, Enter, Space, Esc, arrows, PgUp, PgDn, Home, End and ctrl- with c d e f g l n o p r t u v w y z
          board.yml:3:20: error: the key `1` is also the key of `a` in line 2
            b: {run: x, key: 1}
                             ^
          """)
  }
}
