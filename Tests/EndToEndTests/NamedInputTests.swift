import Foundation
import PseudoTerminal
import Rendezvous
import TerminalUI
import TestSupport
import Testing

/// Several inputs of an action, with real programs.
@Suite(.timeLimit(.minutes(15)), .ownThreads, .bothWays) struct NamedInputTests {
  private let board = #"""
    actions:
      deploy:
        key: d
        run: [sh, -c, 'printf "<%s>" "$@"; echo " $INPUT_VERSION. ${INPUT_TOKEN:+secret}${#INPUT_TOKEN}."', sh, { input: env }, { input: version, prefix: v= }, { input: files }]
        input:
          - { name: env, prompt: Environment, choices: [staging, production], default: staging }
          - { name: version, prompt: Version, matches: '^\d+(\.\d+)*$', optional: true }
          - { name: files, prompt: Files, many: true }
          - { name: token, prompt: Token, hidden: true }
      greet:
        run: 'echo "to $INPUT_NAME."'
        input: [{ name: name, default: all }]
    """#

  private func run(_ arguments: [String], line: String? = nil) throws -> HeadlessProgram.Result {
    try HeadlessProgram(
      ["run"] + arguments, board: board, redirection: line == nil ? "" : "< line",
      prelude: line.map { "echo '\($0)' > line" } ?? ""
    ).end()
  }

  @Test func `run passes each on as an argument and a variable`() throws {
    let result = try run(
      [
        "deploy", "--quiet", "--input", "version=1.2", "--input", "token=-", "--input", "files=a 'b *' $HOME",
      ], line: "s3cret")
    #expect(result.output == "<staging><v=1.2><a><b *><$HOME> 1.2. secret6.\n", "\(result)")
    let short = try run(["deploy", "-q", "--input", "files=x", "--input", "token=-"], line: "t")
    #expect(short.output == "<staging><x> . secret1.\n", "\(short)")
  }

  @Test func `what is not given has its default`() throws {
    try expectEqual(run(["greet", "-q"]).output, "to all.\n")
    try expectEqual(run(["greet", "-q", "--input", "name=a=b"]).output, "to a=b.\n")
  }

  @Test(arguments: [
    (["deploy"], "`deploy` needs --input files=… (Files), --input token=- (Token)"),
    (["deploy", "--input", "env=test", "--input", "files=a", "--input", "token=-"], "env must be one of"),
    (["deploy", "--input", "files=a", "--input", "token=s3cret"], "the input `token` is hidden"),
    (["deploy", "--input", "s3cret"], "--input needs a name"),
    (["greet", "deploy", "--input", "name=x"], "`deploy` needs --input files=…"),
  ])
  func `what is missing or wrong is named, and nothing starts`(arguments: [String], message: String) throws {
    let result = try run(arguments, line: "x")
    #expect(result.status == 2 && result.output == "", "\(result)")
    #expect(result.messages.contains(message) && !result.messages.contains("s3cret"), "\(result)")
  }

  @Test func `list tells programs what can be entered`() throws {
    let result = try HeadlessProgram.run("list", "--json", board: board)
    #expect(
      result.output.contains(
        #""inputs":[{"name":"env","prompt":"Environment","choices":["staging","production"],"default":"staging"},{"name":"version","prompt":"Version","matches":"^\\d+(\\.\\d+)*$","optional":true},{"name":"files","prompt":"Files","many":true},{"name":"token","prompt":"Token","hidden":true}]"#
      ), "\(result.output)")
  }

  @Test(arguments: [
    ("80x24", 80, 24, [:]), ("20x5", 20, 5, ["NO_COLOR": "1"]), ("40x12", 40, 12, ["LC_ALL": "C"]),
  ])
  func `the panel asks for them row by row`(
    name: String, width: Int, height: Int, environment: [String: String]
  ) throws {
    let sandbox = try Sandbox(board)
    let panel = try sandbox.panel(environment: environment, size: Size(width: width, height: height))
    try panel.waitFor("deploy")
    panel.send("d")
    try panel.waitFor("Env")
    panel.send("p\r")
    try panel.waitFor("Version")
    panel.send("3\r")
    try panel.waitFor("Files")
    panel.send("'a b'\r")
    try panel.waitFor("Token")
    panel.send("s3cret")
    try panel.waitFor(environment["LC_ALL"] == "C" ? "****" : "••••")
    panel.send("\r")
    // There is one row for the output, the last one.
    try panel.waitFor(height < 10 ? "succeeded" : "<production><v=3")
    #expect(!String(decoding: panel.output, as: UTF8.self).contains("s3cret"))
  }
}

/// What is hidden is nowhere but in the command.
@Suite(.timeLimit(.minutes(15)), .ownThreads) struct HiddenNamedInputTests {
  @Test func `it is in no file, no list of processes, no answer and no message`() throws {
    let board = try SharedBoard(
      """
        login:
          run: [sh, -c, 'echo ready; read line < gate; case $INPUT_TOKEN in s3cr??-t?ken) ;; *) exit 9;; esac', sh, { input: user }]
          input: [{ name: user }, { name: token, hidden: true }]

      """)
    let gate = try board.sandbox.gate()
    try board.sandbox.write("s3cr3t-t0ken\n", to: "line")
    let run = try board.start(
      "run", "login", "--input", "user=ada", "--input", "token=-", redirection: "< line")
    #expect(run.line().contains("ready"))
    try FileManager.default.removeItem(atPath: board.sandbox.path(of: "line"))
    var seen = try board.run("ps", "--json").output + board.run("list", "--json").output
    seen += try board.run("history", "login", "--json").output + board.run("why", "login", "--json").output
    for process in try FileManager.default.contentsOfDirectory(atPath: "/proc") where Int(process) != nil {
      let words = (try? Data(contentsOf: URL(filePath: "/proc/\(process)/cmdline"))) ?? Data()
      seen += String(decoding: words, as: UTF8.self)
    }
    gate.letThrough()
    let result = try run.end()
    #expect(result.status == 0, "\(result)")
    seen += result.output + result.messages
    seen += try board.run("record", "--json").output + board.run("record").output
    seen += try board.run("history", "login").output + board.run("history", "login", "--json").output
    #expect(seen.contains("ada"))
    #expect(!seen.contains("s3cr3t"), "\(seen.split(separator: "\n").filter { $0.contains("s3cr3t") })")
    let places = try board.places()
    for directory in [places.stateDirectory, board.sandbox.directory] {
      let files = FileManager.default.enumerator(atPath: directory)
      for case let name as String in files ?? .init()
      where files?.fileAttributes?[.type] as? FileAttributeType == .typeRegular {
        let bytes = (try? Data(contentsOf: URL(filePath: "\(directory)/\(name)"))) ?? Data()
        #expect(!String(decoding: bytes, as: UTF8.self).contains("s3cr3t"), "\(directory)/\(name)")
      }
    }
  }
}
