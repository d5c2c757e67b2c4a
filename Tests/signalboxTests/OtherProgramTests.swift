import Foundation
import TestSupport
import Testing

@testable import signalbox

@Suite(.timeLimit(.minutes(15))) struct OtherProgramTests {
  private func output(_ program: OtherProgram, _ environment: [String: String]) throws -> String {
    let pipe = Pipe()
    let arguments = program.arguments(for: "/a file")
    let process = try ChildProgram(
      "/bin/\(arguments[0])", Array(arguments.dropFirst()),
      environment: environment.merging(["PATH": "/usr/bin:/bin"]) { $1 }, output: .pipe(pipe))
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitForEnd()
    return String(decoding: data, as: UTF8.self)
  }

  @Test func `the variables contain options, and the path is one argument`() throws {
    try expectEqual(output(.pager, ["PAGER": "printf %s|"]), "/a file|")
    try expectEqual(output(.editor, ["EDITOR": "printf e%s|", "VISUAL": ""]), "e/a file|")
    try expectEqual(output(.editor, ["EDITOR": "printf e%s|", "VISUAL": "printf v%s|"]), "v/a file|")
  }

  @Test(arguments: [
    ("vi", ["+12", "a.c"]), ("vim -R", ["+call cursor(12,5)", "a.c"]),
    ("/usr/bin/nvim", ["+call cursor(12,5)", "a.c"]),
    ("code --wait", ["--goto", "a.c:12:5"]), ("hx", ["a.c:12:5"]), ("nano", ["+12,5", "a.c"]),
    ("emacs -nw", ["+12:5", "a.c"]),
    ("idea", ["--line", "12", "--column", "5", "a.c"]), ("unknown", ["+12", "a.c"]),
  ])
  func `each editor is told the line as it understands it`(editor: String, arguments: [String]) {
    #expect(EditorPlace(path: "a.c", line: 12, column: 5).arguments(of: editor) == arguments)
    let whole = OtherProgram.editor.arguments(
      for: "a.c", line: 12, column: 5, environment: ["VISUAL": "", "EDITOR": editor])
    #expect(whole == ["sh", "-c", "exec ${VISUAL:-${EDITOR:-vi}} \"$@\"", "sh"] + arguments)
  }

  @Test func `a file is found from the directory of its action, or else from that of the board`() throws {
    let directory = try Scratch()
    try FileManager.default.createDirectory(
      atPath: directory.path + "/sub", withIntermediateDirectories: false)
    let board = directory.path + "/board.yml"
    for name in ["board.yml", "sub/a.c", "b.c"] { try directory.write("x", to: name) }
    let path = { (name: String) in
      NamedFile.path(of: name, in: directory.path + "/sub", boardFile: board, home: directory.path)
    }
    #expect(path("a.c") == directory.path + "/sub/a.c")
    #expect(path("b.c") == directory.path + "/b.c")
    #expect(path("~/b.c") == directory.path + "/b.c")
    #expect(path(board) == board)
    #expect(path("sub") == nil)
    #expect(path("gone.c") == nil)
  }

  @Test func `less shows colours, and its prompt names the output`() {
    let less = Pager(command: "/usr/bin/less -S")
    #expect(less.showsColors)
    #expect(
      less.arguments(for: "/f", title: "Output of a.b: 5%") == [
        "sh", "-c", "exec ${PAGER:-less} \"$@\"", "sh", "-R",
        #"-PsOutput of a\.b\: 5\% ?e(end):?pB%pB\%.. (q comes back)"#, "/f",
      ])
    #expect(!Pager(command: "more").showsColors)
    #expect(
      Pager(command: "moor").arguments(for: "/f", title: "x") == OtherProgram.pager.arguments(for: "/f"))
  }

  @Test func `a program that is not there has a message`() {
    #expect(OtherProgram.pager.message(exitCode: 127) == "The pager cannot be started; PAGER names it")
    #expect(OtherProgram.editor.message(exitCode: nil) == "The editor was killed, or cannot be started")
    #expect(OtherProgram.editor.message(exitCode: 1) == nil)
  }
}
