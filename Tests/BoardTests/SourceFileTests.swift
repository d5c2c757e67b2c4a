import Foundation
import Testing

@testable import Board

@Suite(.timeLimit(.minutes(5))) struct SourceFileTests {
  /// What `load` says about a file with these bytes, with the directory left out.
  private func load(_ bytes: [UInt8]) throws -> String {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let path = directory.appendingPathComponent("board.yml").path
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    do {
      return try Board.load(contentsOf: path).title
    } catch {
      return error.description.replacing(directory.path + "/", with: "")
    }
  }

  @Test func aFileIsABoard() throws {
    #expect(try load(Array("actions: {a: {run: make}}".utf8)) == "board")
  }

  @Test func mistakesBeginWithThePath() throws {
    #expect(
      try load(Array("actions:\n  a: {}\n".utf8)) == """
        board.yml:2:3: error: `a` has no work
          a: {}
          ^
        give it `run`, `http`, `tcp` or `simulate`
        """)
  }

  @Test func aFileThatIsNotThere() {
    #expect(
      throws: BoardError(
        diagnostics: [
          Diagnostic(file: "/nowhere/a.yml", message: "cannot be read: No such file or directory")
        ])
    ) { try Board.load(contentsOf: "/nowhere/a.yml") }
  }

  @Test func aDirectoryIsNoBoard() {
    #expect(
      throws: BoardError(diagnostics: [Diagnostic(file: "/", message: "cannot be read: Is a directory")])
    ) { try Board.load(contentsOf: "/") }
  }

  @Test func aFileWithoutEndIsTooLarge() {
    #expect(
      throws: BoardError(
        diagnostics: [Diagnostic(file: "/dev/zero", message: "larger than 4 MiB, which no board needs")])
    ) { try Board.load(contentsOf: "/dev/zero") }
  }

  @Test func aTextThatIsTooLargeIsNotRead() {
    let text = String(repeating: "#", count: SourceFile.sizeLimit + 1)

    #expect(mistakes(in: text) == "board.yml: error: larger than 4 MiB, which no board needs")
    #expect(mistakes(in: String(text.dropLast())).hasPrefix("board.yml:1:1: error: the board is empty\n"))
  }

  @Test func bytesThatAreNotUTF8HaveAPlace() throws {
    #expect(
      try load(Array("title: x\ntitle: é ".utf8) + [0xFF, 0x0A]) == """
        board.yml:2:10: error: not UTF-8 from here on
        title: é 
                 ^
        save it as UTF-8
        """)
    #expect(
      try load([0xFF, 0xFE, 0x61, 0x00]) == "board.yml: error: not UTF-8 but UTF-16\nsave it as UTF-8")
  }

  @Test(
    .timeLimit(.minutes(5)),
    arguments: [
      ([0xFF, 0xFE, 0x61, 0x00], "UTF-16"), ([0xFE, 0xFF, 0x00, 0x61], "UTF-16"),
      ([0xFF, 0xFE, 0x00, 0x00, 0x61, 0x00, 0x00, 0x00], "UTF-32"),
      ([0x00, 0x00, 0xFE, 0xFF, 0x00, 0x00, 0x00, 0x61], "UTF-32"),
    ] as [([UInt8], String)])
  func `another encoding is called by its name`(bytes: [UInt8], name: String) throws {
    #expect(try load(bytes) == "board.yml: error: not UTF-8 but \(name)\nsave it as UTF-8")
  }
}
