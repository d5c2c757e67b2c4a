import Board
import Configuration
import TestSupport
import Testing

@testable import Projects

@Suite(.timeLimit(.minutes(15))) struct JustReaderTests {
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
    #expect((build.notes.summary, build.notes.group, build.also) == ("Build it", "main", ["b"]))
    try expectEqual(found.action("deploy").notes.summary, "Put it on the server")
    try expectEqual(found.action("db__migrate").notes.summary, "Move the tables")
    try expectEqual(found.words("db__migrate"), ["just", "db::migrate"])
  }

  @Test func `what a recipe takes is entered, an argument each`() throws {
    try expectEqual(found.words("build"), ["just", "build", #"{"""target"}"#, #"{"""flags"}"#])
    try expectEqual(found.words("deploy"), ["just", "deploy", #"{"""env"}"#, #"{"""version"}"#])
    try expectEqual(found.words("many"), ["just", "many", #"{"""files"}"#])
    try expectEqual(found.input("target", of: "build").fallback, "debug")
    let (flags, files) = (try found.input("flags", of: "build"), try found.input("files", of: "many"))
    #expect(flags.isOptional && flags.isMany && !files.isOptional && files.isMany)
    #expect(try found.input("env", of: "deploy").isNeeded)
    #expect(try !found.action("build").form.isNeeded)
  }

  @Test func `what follows a default that just computes is left to just`() throws {
    try expectEqual(found.words("greet"), ["just", "greet", #"{"""name"}"#])
    #expect(try found.input("name", of: "greet").isOptional)
    #expect(found.remarks.contains { $0.contains("greet words: just computes the default of `name`") })
  }

  @Test(arguments: [
    "x\"; touch pwn; echo \"", "$(touch pwn)", "`touch pwn`", "a;b", "a&b", "a|b", "a>b", "a<b", "'", "\\",
    "-x", " x", "*", "{{x}}",
    "a\nb", "$HOME", "!x", "~", "(x)", "#x",
  ])
  func `an input that just would put into the text of a shell is refused`(text: String) throws {
    #expect(try found.input("env", of: "deploy").mistake(in: text) != nil)
    #expect(try found.input("files", of: "many").mistake(in: "'\(text)'") != nil)
  }

  @Test func `a parameter that the recipe gets as a variable can be any text`() throws {
    try expectEqual(found.input("NAME", of: "exported").mistake(in: "it's $5; really"), nil)
    try expectEqual(found.input("env", of: "deploy").mistake(in: "v1.2.3-a@b:c,d/e+f=g%h"), nil)
    try expectEqual(found.input("files", of: "many").mistake(in: "a b-c 'd e'"), nil)
  }

  @Test(arguments: [
    "a $X:\n    echo {{X}}\n", "a $X: (b X)\nb y:\n    echo {{y}}\n", "a $X y=X:\n    echo {{y}}\n",
    "set positional-arguments\na X:\n    echo {{ trim(X) }}\n", "a X:\n    echo $1\n",
    "a $X:\n    echo {{ '}}' + X }}\n", "a $X:\n    echo {{ \"}}\" + X }}\n",
    "a $X:\n    echo {{ '''\n    ''' + X }}\n", "a $X:\n    echo {{ `echo }}` + X }}\n",
  ])
  func `but not if it is part of a text, too`(file: String) throws {
    #expect(try Found(["justfile": file]).input("X", of: "a").mistake(in: "a;b") != nil)
  }

  @Test(arguments: [
    "a $X:\n    echo $X {{other}}\n", "[positional-arguments]\na X:\n    echo \"$1\" {{XY}}\n",
  ])
  func `what a recipe only gets beside its text can be anything`(file: String) throws {
    try expectEqual(Found(["justfile": file]).input("X", of: "a").mistake(in: "a;b"), nil)
  }

  @Test func `the patterns and options of a parameter are taken over`() throws {
    let found = Found([
      "justfile": #"""
      [arg('mode', pattern='auto|no-reboot')]
      [arg("version", pattern='\d+(\.\d+)*', help='x')]
      [arg("host", long="to")]
      [arg("fast", long, value="true")]
      up mode version host fast="false" last="":
          echo {{mode}}

      """#
    ])
    try expectEqual(found.input("mode", of: "up").choices, ["auto", "no-reboot"])
    let version = try found.input("version", of: "up")
    #expect(version.mistake(in: "1.2") == nil && version.mistake(in: "1.2;x") != nil)
    #expect(version.mistake(in: "1.x") != nil)
    try expectEqual(found.words("up").suffix(2), [#"{"--to=""host"}"#, #"{"""last"}"#])
    try expectEqual(found.input("last", of: "up").fallback, "")
    #expect(found.remarks.contains { $0.contains("up fast: an option of just") })
  }

  @Test(arguments: ["a)|(.*", "(", "a)|(?:.*"])
  func `a pattern that is none by itself is not taken over`(pattern: String) throws {
    let found = Found(["justfile": "[arg('X', pattern='\(pattern)')]\na X:\n    echo {{X}}\n"])
    #expect(try found.input("X", of: "a").mistake(in: "a;b") != nil)
  }

  @Test func `a default with an escape of just is computed by just`() throws {
    let found = Found([
      "justfile": #"""
      a $X="\u{41}" $Y="b":
          echo

      """#
    ])
    try expectEqual(found.input("X", of: "a").fallback, nil)
  }

  @Test func `parameters whose names differ only in case or signs are different inputs`() throws {
    let found = Found(["justfile": "a x X x-y x_y:\n    echo\n"])
    #expect(found.ids == ["a"])
    try expectEqual(found.words("a").suffix(4), [#"{"""x"}"#, #"{"""X_2"}"#, #"{"""x-y"}"#, #"{"""x_y_2"}"#])
  }

  @Test func `files that are outside or missing are said`() {
    #expect(found.remarks.contains { $0.contains("../outside.just: a file outside") })
    #expect(!found.remarks.contains { $0.contains("nothing") })
  }

  @Test func `the file is found in any case`() {
    #expect(Found(["JUSTFILE": "a:\n"]).ids == ["a"])
    #expect(Found([".justfile": "a:\r\n  x\r\nb:\r\n"]).ids == ["a", "b"])
  }

  @Test func `what is put into the text of a recipe has no character with a meaning to a shell`() throws {
    let just = try Found(["justfile": "a X:\n    echo {{X}}\n"]).input("X", of: "a")
    let task = try Found([
      "Taskfile.yml": "version: '3'\ntasks: { a: { requires: { vars: [X] }, cmds: ['echo {{.X}}'] } }\n"
    ]).input("X", of: "a")
    for input in [just, task] {
      for sign in "\"'`$;&|<>(){}[]*?!#~\\\n\t\r^\u{0}\u{2028}é" {
        #expect(input.mistake(in: "a\(sign)b") != nil, "\(sign.unicodeScalars)")
      }
      for text in ["-a", "--a=b", " a"] { #expect(input.mistake(in: text) != nil, "\(text)") }
      for text in ["v1.2", "a@b:c/d,e=f+g%h_i-j k"] { #expect(input.mistake(in: text) == nil, "\(text)") }
    }
  }
}
