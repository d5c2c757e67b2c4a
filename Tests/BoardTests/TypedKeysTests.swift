import Board
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct TypedKeysTests {
  @Test(
    arguments: [
      (["q"], [113]), (["ctrl-c"], [3]), (["CTRL-D"], [4]), (["\\x03"], [3]),
      (["\\x1b:q!\\x0D"], [27, 58, 113, 33, 13]),
      (["esc", ":q!", "enter"], [27, 58, 113, 33, 13]), (["up"], [27, 91, 65]),
      (["F10"], [27, 91, 50, 49, 126]),
      (["\\\\"], [92]), (["f13"], [102, 49, 51]), (["é"], [195, 169]),
    ] as [([String], [UInt8])])
  func `keys are names and text`(parts: [String], bytes: [UInt8]) throws {
    try expectEqual(TypedKeys(parsing: parts).bytes, bytes)
  }

  @Test(arguments: ["\\", "\\q", "\\x", "\\x1", "\\xZZ", "\\n"])
  func `other escapes are mistakes`(text: String) {
    #expect(throws: TypedKeys.Mistake.self) { try TypedKeys(parsing: [text]) }
  }

  @Test func `there is a limit`() throws {
    let most = String(repeating: "q", count: TypedKeys.limit)
    try expectEqual(TypedKeys(parsing: [most]).bytes.count, 1_000)
    #expect(throws: TypedKeys.Mistake.self) { try TypedKeys(parsing: [most, "q"]) }
  }

  @Test func `a board says them in its stop`() throws {
    let board = try Board.parse(
      "actions: {a: {run: x, terminal: full, stop: {keys: [esc, ':q', enter]}}, b: {run: x, terminal: full, stop: {keys: q}}}",
      file: "board.yml")
    #expect(board["a"]?.stop.keys?.bytes == [27, 58, 113, 13])
    #expect(board["b"]?.stop.keys?.bytes == [113])
    #expect(
      mistakes(inAction: "a: {run: x, stop: {keys: q}}") == [
        "2:15: only a command with `terminal: full` can get keys, so `keys` has no effect"
      ])
    #expect(
      mistakes(inAction: #"a: {run: x, terminal: full, stop: {keys: '\q'}}"#).first?.contains(
        #"`keys` has a `\` that is not `\xNN`"#) == true)
  }
}
