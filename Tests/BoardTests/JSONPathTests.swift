import Testing

@testable import Board

@Suite(.timeLimit(.minutes(15))) struct JSONPathTests {
  @Test(
    arguments: [
      ("$", []), ("$.done", [.name("done")]), ("$[0]", [.index(0)]),
      ("$.a-b._c1[12].é", [.name("a-b"), .name("_c1"), .index(12), .name("é")]),
      ("$.@type[0][1]", [.name("@type"), .index(0), .index(1)]),
    ] as [(String, [JSONPath.Step])])
  func `paths consist of names and indices`(text: String, steps: [JSONPath.Step]) throws {
    let path = try JSONPath(text)

    #expect(path.steps == steps)
    #expect(path.description == text)
  }

  @Test(arguments: [
    ("", 0, "a path must start with `$`"), ("done", 0, "a path must start with `$`"),
    ("$done", 1, "unexpected `d`"), ("$.", 2, "a name is missing after `.`"),
    ("$.a..b", 4, "a name is missing after `.`"), ("$.é b", 3, "unexpected ` `"),
    ("$.*", 2, "a name is missing after `.`"), ("$[a]", 2, "brackets must contain a number, as in `[0]`"),
    ("$[-1]", 2, "brackets must contain a number, as in `[0]`"),
    ("$[1", 2, "brackets must contain a number, as in `[0]`"), ("$.a]", 3, "unexpected `]`"),
    ("$[99999999999999999999]", 2, "brackets must contain a number, as in `[0]`"),
  ])
  func `a mistake has an offset`(text: String, offset: Int, message: String) {
    let mistake = #expect(throws: JSONPath.Mistake.self) { try JSONPath(text) }

    #expect(mistake?.offset == offset)
    #expect(mistake?.message == message)
  }
}
