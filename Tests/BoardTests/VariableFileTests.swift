import Board
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite(.timeLimit(.minutes(15))) struct VariableFileTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func failure(_ path: String) -> VariableFile.Failure? {
    #expect(throws: VariableFile.Failure.self) { try VariableFile(path).variables() }
  }

  /// Writes bytes, which need not be text.
  private func write(_ bytes: [UInt8]) throws -> String {
    let path = try scratch.write("", to: "file")
    let file = try #require(fopen(path, "w"))
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
    return path
  }

  @Test(arguments: [
    (Array("A=1\nB=secret\0x\n".utf8), "line 2 contains a NUL character"),
    (Array("A=1\n\nB=caf".utf8) + [0xE9, 10], "line 3 is not UTF-8"),
    (Array("A=1\nsecret\n".utf8), "line 2 is not NAME=value"),
  ])
  func `a mistake has the file and the line, and not the text`(bytes: [UInt8], message: String) throws {
    let path = try write(bytes)
    let failure = try #require(self.failure(path))
    #expect(failure.description == "\(path): \(message)")
    #expect(!failure.isMissing)
  }

  @Test func `a byte order mark is no part of a name`() throws {
    try expectEqual(VariableFile(write([0xEF, 0xBB, 0xBF] + Array("A=1".utf8))).variables(), ["A": "1"])
  }

  @Test func `a file that is missing, is none, or is too large`() throws {
    let missing = "\(scratch.path)/missing"
    #expect(failure(missing)?.isMissing == true)
    #expect(failure(missing)?.description == "\(missing): cannot be read: No such file or directory")
    let pipe = "\(scratch.path)/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(failure(pipe)?.description == "\(pipe) is not a file")
    #expect(failure(pipe)?.isMissing == false)
    let full = try write(Array("A=".utf8) + Array(repeating: 120, count: (1 << 20) - 2))
    try expectEqual(VariableFile(full).variables()["A"]?.utf8.count, (1 << 20) - 2)
    let large = try write(Array("A=".utf8) + Array(repeating: 120, count: (1 << 20) - 1))
    #expect(failure(large)?.description == "\(large) is larger than 1 MiB, the limit for a file of variables")
  }

  @Test func `an optional file may be missing, with its directory, and nothing else`() throws {
    let file = try write(Array("A=1".utf8))
    for path in ["\(scratch.path)/missing", "\(scratch.path)/missing/file", "\(file)/file"] {
      try expectEqual(VariableFile(path, isOptional: true).variables(), [:], "\(path)")
      #expect(failure(path)?.isMissing == true)
    }
    let circle = "\(scratch.path)/circle"
    #expect(symlink(circle, circle) == 0)
    for path in [circle, scratch.path] {
      #expect(throws: VariableFile.Failure.self, "\(path)") {
        try VariableFile(path, isOptional: true).variables()
      }
    }
  }

  @Test func `a board says which files override`() throws {
    let board = try Board.parse(
      """
      env-file: { file: .env, override: true }
      actions:
        a: { run: x, env-file: [b, { file: c, override: true }, { file: d }] }
      """, file: "board.yml")
    guard case .command(let command)? = board["a"]?.work else {
      Issue.record("the work is \(String(describing: board["a"]?.work))")
      return
    }
    #expect(
      command.environmentFiles == [
        VariableFile(".env", overrides: true), "b", VariableFile("c", overrides: true), "d",
      ])
    #expect(
      mistakes(inAction: "a: { run: x, env-file: { override: true } }") == ["2:26: `env-file` needs `file`"])
  }
}
