import Board
import TestSupport
import Testing

@testable import Projects

/// What just makes of files that others name, and of the variables in them. All was compared with just 1.59.
@Suite(.timeLimit(.minutes(15))) struct JustModuleTests {
  @Test func `a file with two names has its recipes under both, and one that is imported twice once`()
    throws
  {
    let found = Found([
      "justfile": "mod db\nmod data 'db.just'\nimport 'db.just'\nimport 'db.just'\nimport 'more.just'\n",
      "db.just": "move:\n    echo\n", "more.just": "import 'db.just'\n",
    ])
    #expect(found.ids == ["db__move", "data__move", "move"])
    try expectEqual(found.words("data__move"), ["just", "data::move"])
    #expect(found.remarks == [])
  }

  @Test func `a file that includes itself is not read again, and that is said`() {
    let found = Found([
      "justfile": "a:\n    echo\nmod db\n", "db.just": "b:\n    echo\nimport? 'c.just'\n",
      "c.just": "\nmod again 'db.just'\n",
    ])
    #expect(found.ids == ["a", "db__b"])
    #expect(
      found.remarks == ["c.just:2: db.just: this file includes itself, which just refuses"],
      "\(found.remarks)")
  }

  @Test func `files that name each other often are not read without end`() {
    let modules = (0..<40).map { "mod m\($0) '\($0).just'\n" }.joined()
    let files = Dictionary(uniqueKeysWithValues: (0..<40).map { ("\($0).just", modules + "r:\n    echo\n") })
    let found = Found(files.merging(["justfile": modules]) { $1 })
    #expect(found.ids.count == ForeignFiles.countLimit - 1)
    #expect(found.remarks.contains { $0.contains("too often") })
  }

  @Test func `a large file is not read again and again`() {
    let modules = (0..<20).map { "mod m\($0) 'large.just'\n" }.joined()
    let large = String(repeating: "#" + String(repeating: "x", count: 1_023) + "\n", count: 3 << 10)
    let found = Found(["justfile": modules, "large.just": large + "r:\n    echo\n"])
    #expect(found.ids.count == 6)
    #expect(found.remarks.contains { $0.contains("too often") })
  }

  private static let variables = #"""
    x := "a"
    export y := 'b c' # as it is
    computed := x + "1"
    named := x
    escaped := "\u{41}"
    joined := "1" + x
    wide := '''  w'''
    wider := """  w"""
    broken := "a\nb"
    lines := "a
    b"
    twice := "1"
    twice := "2"
    alias d := deploy
    import 'more.just'
    import 'more.just'
    mod db
    """#

  private func fallback(of expression: String, before: String = "") throws -> String? {
    let found = Found([
      "justfile": "\(Self.variables)\ndeploy \(before)$p=\(expression) $after=\"z\":\n    echo\n",
      "more.just": "imported := \"i\"\n", "db.just": "inner := \"n\"\n",
    ])
    let input = try found.input("p", of: "deploy")
    // Only behind a default that is known, the next one can be entered.
    let names = try found.action("deploy").form.inputs.map(\.name)
    #expect(names.contains("after") == (input.fallback != nil), "\(names)")
    #expect(input.isOptional == (input.fallback == nil))
    return input.fallback
  }

  @Test(arguments: [("x", "a"), ("y", "b c"), ("imported", "i"), ("'x'", "x")])
  func `a default that names a variable is its text`(expression: String, text: String) throws {
    try expectEqual(fallback(of: expression), text)
  }

  @Test(arguments: [
    "computed", "named", "escaped", "joined", "wide", "wider", "broken", "lines", "twice", "inner", "d",
    "missing", "(x)", "x()", "'''  w'''", "db",
  ])
  func `any other default is left to just`(expression: String) throws {
    try expectEqual(fallback(of: expression), nil)
  }

  @Test func `a parameter hides the variable of its name from those that follow`() throws {
    try expectEqual(fallback(of: "x", before: "x='1' "), nil)
    try expectEqual(fallback(of: "x", before: "w='1' "), "a")
  }

  @Test func `a module has variables of its own`() throws {
    let found = Found([
      "justfile": "x := 'outer'\nmod db\n", "db.just": "x := 'inner'\nr p=x:\n    echo {{p}}\n",
    ])
    try expectEqual(found.input("p", of: "db__r").fallback, "inner")
  }

  @Test func `what a shell would read is no default that is entered`() throws {
    let found = Found(["justfile": "x := 'a;b'\nr p=x $q=x:\n    echo {{p}}\n"])
    try expectEqual(found.input("p", of: "r").fallback, nil)
    try expectEqual(found.action("r").form.inputs.map(\.name), ["p"])
  }
}
