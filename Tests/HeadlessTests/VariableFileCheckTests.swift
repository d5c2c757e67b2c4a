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
}
