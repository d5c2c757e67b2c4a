import Testing

@testable import signalbox

@Suite(.timeLimit(.minutes(15))) struct FirstWordTests {
  @Test(arguments: [
    "a.yml", "a.yaml", "./a", "/a", "a/b", ".", "Makefile", "package.json", "Procfile", "justfile",
  ])
  func `a slash or an ending names a file`(word: String) {
    #expect(FirstWord.isFile(word))
  }

  @Test(arguments: ["a", "run", "yml", "a.txt"])
  func `other words name no file`(word: String) {
    #expect(!FirstWord.isFile(word))
  }

  @Test(arguments: [
    "panel", "demo", "run", "watch", "list", "why", "wait", "history", "restart", "check", "init", "help",
  ])
  func `every command is known`(word: String) {
    #expect(FirstWord.isCommand(word))
  }

  @Test func `a word that is nearly a command is guessed`() {
    #expect(FirstWord.mistake(in: "lits") == "there is no command `lits` (did you mean `list`?)")
    #expect(FirstWord.mistake(in: "xyzzy").hasPrefix("there is no command `xyzzy` (`signalbox --help` lists"))
    #expect(FirstWord.mistake(in: "run") == "the command `run` has to come before all options")
  }
}
