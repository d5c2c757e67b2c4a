import Board
import TestSupport
import Testing

@testable import Headless

@Suite(.timeLimit(.minutes(15))) struct VariableFileCheckTests {
  @Test func `mistakes and missing files are told, and no text`() throws {
    let scratch = try Scratch()
    let good = try scratch.write("A=1", to: "good")
    let bad = try scratch.write("A=1\nsecret", to: "bad")
    let missing = "\(scratch.path)/missing"
    let board = try Board.parse(
      """
      env-file: \(missing)
      actions:
        a: { run: x, env-file: [\(good), \(bad)] }
        b: { run: x, env-file: \(bad) }
        c: { tcp: 'a:1' }
      """, file: "board.yml")
    let check = VariableFileCheck(of: board)
    #expect(check.mistakes == ["\(bad): line 2 is not NAME=value"])
    #expect(
      check.remarks.map(\.string)
        == ["\(missing): cannot be read: No such file or directory, so a and b cannot start"])
  }

  @Test func `a missing file is listed unless all its users can do without it`() throws {
    let board = { (other: String) in
      try Board.parse(
        """
        actions:
          a: { run: x, env-file: { file: /nowhere/.env, optional: true } }
          b: { run: x\(other) }
        """, file: "board.yml")
    }
    #expect(VariableFileCheck(of: try board("")).remarks.isEmpty)
    try expectEqual(VariableFileCheck(of: board(", env-file: /nowhere/.env")).remarks.count, 1)
  }
}
