import Board
import TestSupport
import Testing

/// What is entered for a start: what is accepted, what a command gets and what is kept.
@Suite(.timeLimit(.minutes(15))) struct InputFormTests {
  private let command: CommandDefinition
  private let form: InputForm

  init() throws {
    let action = try #require(
      try Board.parse(
        #"""
        actions:
          deploy:
            run: [deploy, { input: env }, { input: version, prefix: v= }, { input: files }, { input: note }, end]
            input:
              - { name: env, prompt: Environment, choices: [staging, production], default: staging }
              - { name: version, matches: '^\d+$', optional: true }
              - { name: files, many: true, matches: '^[a-z ]+$' }
              - { name: note, default: '' }
              - { name: api-token, prompt: Token, hidden: true }
        """#, file: "board.yml")["deploy"])
    form = action.form
    guard case .command(let command) = action.work else { fatalError() }
    self.command = command
  }

  private func values(_ texts: KeyValuePairs<String, String>) -> InputValues {
    .named(texts.map { InputValues.Named($0, $1) })
  }

  private func arguments(_ texts: KeyValuePairs<String, String>) -> [String] {
    guard case .arguments(let arguments) = command.invocation else { return [] }
    return arguments.texts(form, form.completed(values(texts)))
  }

  @Test func `each input is an argument of its own`() {
    #expect(
      arguments(["env": "production", "version": "12", "files": "a 'b c'", "note": "x y"])
        == ["deploy", "production", "v=12", "a", "b c", "x y", "end"])
  }

  @Test func `what is optional and empty is no argument, and a default is one, also an empty one`() {
    #expect(arguments(["files": "a"]) == ["deploy", "staging", "a", "", "end"])
    #expect(arguments(["version": "", "files": "a"]) == ["deploy", "staging", "a", "", "end"])
  }

  @Test func `all are variables`() {
    let values = form.completed(values(["files": "a 'b c'", "api-token": "s3cret"]))
    #expect(
      form.variables(of: values) == [
        "INPUT_ENV": "staging", "INPUT_VERSION": "", "INPUT_FILES": "a 'b c'", "INPUT_NOTE": "",
        "INPUT_API_TOKEN": "s3cret",
      ])
  }

  @Test(
    arguments: [
      ([:], "needs inputs: files, api-token"), (["files": "a"], "needs an input: api-token"),
      (["files": "", "api-token": "x"], "needs an input: files"),
      (["files": " ", "api-token": "x"], "its input `files` has no words"),
      (["files": "a 'b", "api-token": "x"], "its input `files` has a quote ' without its end"),
      (["files": "a B", "api-token": "x"], "its input `files` does not match `^[a-z ]+$` in `B`"),
      (
        ["files": "a", "api-token": "x", "env": "test"],
        "its input `env` must be one of `staging`, `production`"
      ),
      (["files": "a", "api-token": "x", "env": ""], "its input `env` is empty"),
      (["files": "a", "api-token": "x", "version": "v"], #"its input `version` does not match `^\d+$`"#),
      (
        ["files": "a", "api-token": "x", "note": "a\nb"],
        "its input `note` must be one line without control characters"
      ),
      (["file": "a"], "has no input `file`; its inputs are env, version, files, note, api-token"),
      (["env": "staging", "env": "production"], "has the input `env` twice"),
      (["files": "a", "api-token": "x"], nil),
    ] as [(KeyValuePairs<String, String>, String?)])
  func `values are checked`(texts: KeyValuePairs<String, String>, problem: String?) {
    #expect(form.problem(in: values(texts))?.description == problem)
  }

  @Test func `a text without a name, and names where there are none, are refused`() {
    #expect(
      form.problem(in: "x")?.description
        == "needs its inputs by their names: env, version, files, note, api-token")
    let single = InputForm.text(InputDefinition(prompt: "P"))
    for form in [single, .none, .buttons([ButtonDefinition(title: "A", input: "a")])] {
      #expect(form.problem(in: values(["a": "b"]))?.description == "has no inputs with names")
    }
  }

  @Test func `nothing that is hidden is kept`() {
    let all = form.completed(values(["files": "a", "api-token": "s3cret", "other": "s3cret"]))
    let shown = form.shown(all)
    #expect(shown == values(["env": "staging", "version": "", "files": "a", "note": ""]))
    #expect(form.shown("s3cret") == nil, "a value in the wrong place may be the secret")
    #expect(form.shown(values(["unknown": "s3cret"])) == nil)
    // The board may have had another form when it was entered.
    let text = InputForm.text(InputDefinition(prompt: "P"))
    let buttons = InputForm.buttons([ButtonDefinition(title: "A", input: "a")])
    for other in [text, .none, buttons] { #expect(other.shown(values(["token": "s3cret"])) == nil) }
    for other in [.none, buttons] { #expect(other.shown("s3cret") == nil) }
    #expect(buttons.shown("a") == "a" && text.shown("a") == "a")
    let secret = InputForm.named([InputDefinition(name: "token", prompt: "T", isHidden: true)])
    #expect(secret.shown(secret.completed(values(["token": "s3cret"]))) == nil)
    #expect(secret.canHaveKept(nil) && !secret.canHaveKept(values([:])))
    #expect(form.canHaveKept(shown) && !form.canHaveKept(all) && !form.canHaveKept(nil))
    #expect(
      !form.canHaveKept(values(["env": "staging", "version": "", "files": "a", "note": "", "old": "x"])))
  }

  @Test func `a run with a secret is not certainly the same`() throws {
    let entered = values(["files": "a", "api-token": "s3cret"])
    #expect(!form.isCertain(form.shown(form.completed(entered)), startedWith: entered))
    let open = InputForm.named(form.inputs.filter { !$0.isHidden })
    #expect(
      open.isCertain(
        values(["env": "staging", "version": "", "files": "a", "note": ""]),
        startedWith: values(["files": "a"])))
    #expect(
      !open.isCertain(
        values(["env": "staging", "version": "", "files": "b", "note": ""]),
        startedWith: values(["files": "a"])))
    let secret = InputForm.text(InputDefinition(prompt: "P", isHidden: true))
    #expect(!secret.isCertain(nil, startedWith: "x"))
  }

  @Test func `an action whose inputs can be left out starts by a press`() {
    #expect(form.isNeeded)
    #expect(!InputForm.named(form.inputs.filter { !$0.isNeeded }).isNeeded)
    #expect(InputForm.text(InputDefinition(prompt: "P")).isNeeded)
  }

  @Test func `a plan needs a person for what has to be entered only`() {
    let work = WorkDefinition.command(command)
    #expect(PlannedAction(ActionDefinition(id: "a", form: form, work: work)).needsInput)
    let free = InputForm.named(form.inputs.filter { !$0.isNeeded })
    #expect(!PlannedAction(ActionDefinition(id: "a", form: free, work: work)).needsInput)
  }

  @Test(arguments: [
    ("", []), ("  ", []), ("a b", ["a", "b"]), (" a\t b ", ["a", "b"]), ("'a b' c", ["a b", "c"]),
    (#""a b""c""#, ["a bc"]), (#"a\ b"#, ["a b"]), (#"'\'"#, [#"\"#]), (#""\"\\\n""#, [#""\\n"#]),
    ("''", [""]), ("* $HOME `x` ~", ["*", "$HOME", "`x`", "~"]), (#"a'b'"c"d"#, ["abcd"]),
  ])
  func `words are those of a shell that replaces nothing`(text: String, words: [String]) throws {
    try expectEqual(InputWords.split(text), words)
  }

  @Test(arguments: ["'a", "\"a", "a\\", "\"a\\\""])
  func `quotes have an end`(text: String) {
    #expect(throws: InputWords.Mistake.self) { try InputWords.split(text) }
  }

  @Test func `values are one line for people`() {
    #expect(
      "\(values(["env": "staging", "note": "a \"b", "empty": ""]))" == #"env=staging note="a \"b" empty="""#)
  }

  @Test func `the digest of a command is what it was before anything could be entered`() throws {
    let texts = CommandDefinition(.arguments(["a", "b\"c"]))
    #expect("\([texts.invocation])" == #"[Board.CommandDefinition.Invocation.arguments(["a", "b\"c"])]"#)
    #expect(
      WorkDefinition.command(CommandDefinition(.arguments(["a", .input("x", prefix: "")]))).digest
        != WorkDefinition.command(CommandDefinition(.arguments(["a", "{\"\"\"x\"}"]))).digest)
  }
}
