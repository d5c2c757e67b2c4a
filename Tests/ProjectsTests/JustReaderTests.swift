import Board
import Configuration
import Testing

@testable import Projects

@Suite(.timeLimit(.minutes(1))) struct JustReaderTests {
  private let file = #"""
    set positional-arguments := false
    set dotenv-load
    version := "1"
    banner := '''
    fake: not
      a recipe
    '''
    alias b := build

    # Build it
    [group('main')]
    @build target="debug" *flags: check
        cargo build
    # not above

    [private]
    check:
    _hidden:
    [doc('Put it on the server'), group("main")]
    [confirm("Sure?")]
    deploy env version:
        ./deploy {{env}}
    greet name=("a" + (version)) +words=`ls`: build
    exported $NAME:
    many +files:
    url := "http://x"
    [windows]
    only-windows:
    import 'more.just'
    mod db
    mod? nothing
    import "../outside.just"
    wide (
      x
    ): y
    """#

  private var found: Found {
    Found([
      "justfile": file, "more.just": "more:\n    echo\nbuild:\n    other\n",
      "db/mod.just": "# Move the tables\nmigrate:\n    sql\nimport 'self.just'\n",
      "db/self.just": "import 'mod.just'\n",
    ])
  }

  @Test func `recipes have their names, texts, groups and aliases, in their order`() throws {
    #expect(
      found.ids == [
        "build", "deploy", "greet", "exported", "many", "more", "db__migrate",
      ])
    let build = try found.action("build")
    #expect((build.summary, build.group, build.also) == ("Build it", "main", ["b"]))
    #expect(try found.action("deploy").summary == "Put it on the server")
    #expect(try found.action("db__migrate").summary == "Move the tables")
    #expect(try found.words("db__migrate") == ["just", "db::migrate"])
  }

  @Test func `what may be left out is left out, and what is needed is asked for as an argument of its own`()
    throws
  {
    #expect(try found.words("build") == ["just", "build"])
    #expect(try found.words("greet") == ["just", "greet"])
    #expect(try found.words("many") == ["sh", "-c", #"exec "$@" "$0$INPUT""#, "", "just", "many"])
    #expect(try found.words("deploy") == ["sh", "-c", #"set -f; exec "$@" $INPUT"#, "sh", "just", "deploy"])
    #expect(try found.action("deploy").input?.prompt == "env version")
  }

  @Test(arguments: [
    "x\"; touch pwn; echo \"", "$(touch pwn)", "`touch pwn`", "a;b", "a&b", "a|b", "a>b", "a<b", "'", "\\",
    "-x", " x", "*", "{{x}}",
    "a\nb", "$HOME", "!x", "~", "(x)", "#x",
  ])
  func `an input that just would put into the text of a shell is refused`(text: String) throws {
    #expect(try found.action("deploy").input?.mistake(in: text) != nil)
    #expect(try found.action("many").input?.mistake(in: text) != nil)
  }

  @Test func `a parameter that the recipe gets as a variable can be any text`() throws {
    #expect(try found.action("exported").input?.mistake(in: "it's $5; really") == nil)
    #expect(try found.action("deploy").input?.mistake(in: "staging v1.2.3-a@b:c,d/e+f=g%h") == nil)
    #expect(try found.action("deploy").input?.mistake(in: "staging v1 clean") != nil, "it would run clean")
    #expect(try found.action("deploy").input?.mistake(in: "staging") != nil)
    #expect(try found.action("many").input?.mistake(in: "a b-c d") == nil)
  }

  @Test func `files that are outside or missing are said`() {
    #expect(found.remarks.contains { $0.contains("../outside.just: a file outside") })
    #expect(!found.remarks.contains { $0.contains("nothing") })
  }

  @Test func `the file is found in any case`() {
    #expect(Found(["JUSTFILE": "a:\n"]).ids == ["a"])
    #expect(Found([".justfile": "a:\r\n  x\r\nb:\r\n"]).ids == ["a", "b"])
  }
}
