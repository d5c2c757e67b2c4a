import Foundation
import TestSupport
import Testing

@testable import Board

/// The directories in which the commands of a board run.
@Suite(.timeLimit(.minutes(15))) struct BoardPlaceTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// The directory of a command with this option.
  private func directory(_ option: String, in place: BoardPlace) throws -> String? {
    let text = "actions: {a: {run: x\(option.isEmpty ? "" : ", dir: \(option)")}}"
    return try Board.parse(text, file: "board.yml", at: place)["a"]?.directory
  }

  private func write(_ path: String) throws -> String {
    let file = "\(scratch.path)/\(path)"
    try FileManager.default.createDirectory(
      atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    return try scratch.write("actions: {a: {run: x}, b: {run: x, dir: sub}}", to: path)
  }

  private func link(_ path: String, to target: String) throws -> String {
    let file = "\(scratch.path)/\(path)"
    try FileManager.default.createDirectory(
      atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: target)
    return file
  }

  @Test(arguments: [
    ("", "/boards"), ("sub/dir", "/boards/sub/dir"), ("..", "/boards/.."), ("/tmp", "/tmp"),
    ("~", "/home/ann"), ("'~'", "/home/ann"), ("~/x y", "/home/ann/x y"), ("./~ann", "/boards/./~ann"),
    ("a~/b", "/boards/a~/b"), ("7", "/boards/7"),
  ])
  func `a directory is relative to that of the board`(option: String, expected: String) throws {
    try expectEqual(directory(option, in: BoardPlace(directory: "/boards", home: "/home/ann")), expected)
  }

  @Test func `a board in the root has a directory, too`() throws {
    try expectEqual(directory("", in: BoardPlace(directory: "/")), "/")
    try expectEqual(directory("sub", in: BoardPlace(directory: "/")), "/sub")
  }

  @Test func `without a file, a directory is relative to the working directory`() throws {
    try expectEqual(directory("", in: BoardPlace()), nil)
    try expectEqual(directory("sub", in: BoardPlace()), "sub")
    try expectEqual(Set(Board.demo().actions.map(\.directory)), [nil])
  }

  @Test(arguments: [
    (
      "~ann", "/home/ann",
      "2:20: `dir` begins with the home directory of another user, which is not supported"
        + " | write an absolute path, or `./~ann` for a directory with this name"
    ),
    ("~/x", nil, "2:20: `dir` needs the home directory, but HOME is not an absolute path"),
    ("~", nil, "2:20: `dir` needs the home directory, but HOME is not an absolute path"),
    ("", "/home/ann", "2:20: `dir` must be text, but it has no value"),
    ("null", "/home/ann", "2:20: `dir` must be text, but it has no value"),
    ("''", "/home/ann", "2:20: `dir` is empty"),
    ("[a]", "/home/ann", "2:20: `dir` must be text, not a list"),
  ])
  func `mistakes in a directory`(value: String, home: String?, expected: String) {
    let text = "actions:\n  a: {run: x, dir: \(value)}\n"
    let error = #expect(throws: BoardError.self) {
      try Board.parse(text, file: "board.yml", at: BoardPlace(directory: "/boards", home: home))
    }
    #expect(error?.diagnostics.map(\.inOneLine) == [expected])
  }

  @Test func `commands run in the directory of the file`() throws {
    let board = try Board.load(contentsOf: try write("boards/one.yml"))
    #expect(board["a"]?.directory == "\(scratch.path)/boards")
    #expect(board["b"]?.directory == "\(scratch.path)/boards/sub")
  }

  @Test func `the home directory is that of the environment`() throws {
    let home = try #require(ProcessInfo.processInfo.environment["HOME"])
    let file = try scratch.write("actions: {a: {run: x, dir: ~}}", to: "home.yml")
    try expectEqual(Board.load(contentsOf: file)["a"]?.directory, home)
  }

  @Test func `the path of a file can be relative`() throws {
    let file = try write("boards/one.yml")
    let up = String(repeating: "../", count: 40)
    let board = try Board.load(contentsOf: up + file.dropFirst())
    #expect(board["a"]?.directory == "\(scratch.path)/boards")
  }

  @Test func `a file is read again only if its text or its directory has changed`() throws {
    let file = try write("boards/one.yml")
    let path = try link("board.yml", to: "boards/one.yml")
    let board = try Board.load(contentsOf: path)
    try expectEqual(board.reload(contentsOf: path), nil)

    let text = try String(contentsOfFile: file, encoding: .utf8)
    _ = try scratch.write(text + "# A comment\n", to: "boards/one.yml")
    let commented = try #require(try board.reload(contentsOf: path))
    #expect(commented == board)
    try expectEqual(commented.reload(contentsOf: path), nil)

    _ = try write("others/one.yml")
    try FileManager.default.removeItem(atPath: path)
    _ = try link("board.yml", to: "others/one.yml")
    try expectEqual(board.reload(contentsOf: path)?["a"]?.directory, "\(scratch.path)/others")
  }

  @Test func `a link leads to the directory of the file itself`() throws {
    _ = try write("boards/one.yml")
    let file = try link("links/board.yml", to: "../boards/one.yml")
    let parent = try link("other", to: "boards")
    try expectEqual(Board.load(contentsOf: file)["a"]?.directory, "\(scratch.path)/boards")
    try expectEqual(Board.load(contentsOf: "\(parent)/one.yml")["a"]?.directory, "\(scratch.path)/boards")
  }

  @Test func `a descriptor has no directory, whatever file it is`() throws {
    let file = try FileHandle(forReadingFrom: URL(filePath: try write("one.yml")))
    for path in ["/dev/fd/\(file.fileDescriptor)", "/proc/self/fd/\(file.fileDescriptor)"] {
      #expect(BoardPlace(ofFile: path, home: nil).directory == nil, "\(path)")
    }
    #expect(BoardPlace(ofFile: "/dev/stdin", home: nil).directory == nil)
    withExtendedLifetime(file) {}
  }

  @Test func `a pipe has no directory`() throws {
    let path = "\(scratch.path)/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    #expect(BoardPlace(ofFile: path, home: nil).directory == nil)
  }

  @Test(arguments: [
    ("sub/${A}", "/boards/sub/${A}"), ("${A}/sub", "${A}/sub"), ("/abs/${A}", "/abs/${A}"),
    ("~/${A}", "/home/ada/${A}"), ("a$${A}", "/boards/a$${A}"), ("\u{301}${A}", "/boards/\u{301}${A}"),
  ])
  func `a directory with variables is relative to the board`(path: String, expected: String) throws {
    let place = BoardPlace(directory: "/boards", home: "/home/ada")
    let board = try Board.parse("actions: {a: {run: x, dir: '\(path)'}}", file: "board.yml", at: place)
    #expect(board["a"]?.directory == expected)
  }

  @Test func `the directory of a board may look like a variable`() throws {
    let place = BoardPlace(directory: "/${boards}")
    let board = try Board.parse("actions: {a: {run: x}, b: {run: x, dir: c}}", file: "board.yml", at: place)
    #expect(board["a"]?.directory == "/$${boards}")
    #expect(board["b"]?.directory == "/$${boards}/c")
    #expect(board["b"]?.variables == [])
  }

  @Test func `notice commands run in the directory of the board`() throws {
    let text = "actions: {a: {run: x, dir: sub, notify: {when: failed, command: ./tell.sh}}}"
    let board = try Board.parse(text, file: "board.yml", at: BoardPlace(directory: "/boards"))
    #expect(
      board["a"]?.notify?.command == CommandDefinition(.shell("./tell.sh"), directory: "/boards"))
  }
}

extension ActionDefinition {
  fileprivate var directory: String? {
    if case .command(let command) = work { command.directory.map { "\($0)" } } else { nil }
  }
}
