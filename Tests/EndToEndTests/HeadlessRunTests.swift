import Testing

/// `signalbox run` ends with the code that says what happened, and prints what the commands print.
@Suite(.timeLimit(.minutes(15)), .ownThreads, .bothWays) struct HeadlessRunTests {
  @Test(
    arguments: [
      (["hello"], 0), (["seven"], 7), (["hello", "seven"], 1), (["killed"], 143), (["hello", "killed"], 1),
      (["slow"], 124), (["hello", "slow"], 124), (["missing"], 1), (["after"], 3), (["hello", "after"], 0),
      (["seven", "hello"], 1), (["helo"], 2), ([], 2), (["hello", "--nonsense"], 2), (["pick"], 2),
      (["pick", "--input", "two"], 0), (["pick", "--input", "three"], 2),
      (["hello", "--board", "none.yml"], 78),
    ] as [([String], Int32)])
  func `the exit code says what happened`(arguments: [String], status: Int32) throws {
    let result = try HeadlessProgram(["run"] + arguments).end()
    #expect(result.status == status, "\(result.messages)")
    #expect(!result.isSignalled)
  }

  @Test func `standard output has what the commands print and nothing else`() throws {
    let result = try HeadlessProgram.run("run", "hello", "after")
    #expect(result.output == "hello\nworld\nafter\n")
    #expect(result.messages.contains("signalbox: hello: succeeded after "))
  }

  @Test func `quiet prints no messages`() throws {
    #expect(try HeadlessProgram.run("run", "hello", "--quiet").messages == "")
  }

  @Test func `it stops at the first action that does not succeed`() throws {
    #expect(try HeadlessProgram.run("run", "seven", "hello").output == "")
  }

  @Test func `a refusal contains its reason`() throws {
    let result = try HeadlessProgram.run("run", "after")
    #expect(result.messages == "signalbox: after: refused: needs hello.succeeded\n")
    #expect(result.output == "")
  }

  @Test func `waiting ends when nothing can unlock the action`() throws {
    let result = try HeadlessProgram.run("run", "--wait", "after")
    #expect(result.status == 3)
    #expect(result.messages.hasSuffix("needs hello.succeeded; nothing runs that could change that\n"))
  }

  @Test func `waiting ends when the guard holds`() throws {
    let board = """
      actions:
        fails: {run: exit 1, error: {reset: 300ms}}
        works: {run: "true"}
        calm: {run: echo calm, enabled-if: "!network.busy"}
        net: {simulate: {duration: 50ms}}
      """
    let result = try HeadlessProgram.run("run", "--wait", "net", "calm", board: board)
    #expect(result.status == 0, "\(result.messages)")
    #expect(result.output.hasSuffix("calm\n"))
  }

  @Test func `an unknown action gets a suggestion`() throws {
    let result = try HeadlessProgram.run("run", "helo")
    #expect(result.messages == "signalbox: there is no action `helo` (did you mean `hello`?)\n")
  }

  @Test func `the input reaches the command`() throws {
    #expect(try HeadlessProgram.run("run", "pick", "--input", "two").output == "got two\n")
  }

  @Test func `mistakes in the board end it before any action starts`() throws {
    let result = try HeadlessProgram.run("run", "a", board: "actions: {a: {rum: x}}")
    #expect(result.status == 78)
    #expect(result.output == "")
    #expect(result.messages.contains("unknown key `rum`"))
  }
}
