import Board
import Configuration
import TestSupport
import Testing

@testable import Projects

@Suite(.timeLimit(.minutes(15))) struct ScriptsReaderTests {
  private let file = #"""
    {
      "name": "shop", // deno allows this
      "scripts": {
        "prepare": "husky",
        "prebuild": "rm -rf out",
        "build": "tsc -p .",
        "dev": "vite",
        "test:watch": "vitest",
        "-rf": "echo no",
        "": "echo none",
        "empty": "",
        "number": 7,
        "list": ["a"],
        "emoji": "echo \uD83D\uDE00\u00e9",
      }
    }
    """#

  @Test func `scripts are run by the package manager, with their names and texts`() throws {
    let found = Found(["package.json": file], lockFiles: ["pnpm-lock.yaml"])
    #expect(found.ids == ["build", "dev", "test_watch", "number", "emoji"])
    try expectEqual(found.words("test_watch"), ["pnpm", "run", "test:watch"])
    try expectEqual(found.action("test_watch").also, ["test:watch"])
    try expectEqual(found.action("build").notes.summary, "tsc -p .")
    try expectEqual(found.action("emoji").notes.summary, "echo 😀é")
    #expect(try found.action("dev").service != nil)
    try expectEqual(found.action("build").service, nil)
  }

  @Test func `packages below it are remarks`() throws {
    let scripts = #""scripts": {"build": "x"}"#
    for members in [#"["!old/**", "packages/**", "web"]"#, #"{"packages": ["packages/*"]}"#] {
      let found = Found(["package.json": "{\(scripts),\n  \"workspaces\": \(members)}"])
      #expect(
        found.remarks == [
          "package.json:2: workspaces: each package has a panel of its own: `signalbox packages/NAME`"
        ])
    }
    let found = Found(["package.json": "{\(scripts)}", "pnpm-workspace.yaml": "packages: [packages/*]"])
    #expect(
      found.remarks == [
        "pnpm-workspace.yaml: each package has a panel of its own: `signalbox DIRECTORY` opens it"
      ])
  }

  @Test func `what npm runs by itself is no button, and is said`() throws {
    let remarks = Found(["package.json": file]).remarks
    #expect(remarks.contains("package.json:4: prepare: npm runs it by itself: no button"))
    #expect(remarks.contains("package.json:5: prebuild: it runs before `build`, with that"))
    #expect(remarks.contains("package.json:11: empty: there is nothing to run"))
    #expect(remarks.contains("package.json:13: list: its value is no text"))
    #expect(remarks.contains { $0.contains("-rf: a name that begins with `-`") })
  }

  @Test(arguments: [
    (#""pnpm@9.1.0""#, [], "pnpm"), (#""yarn@4""#, ["package-lock.json"], "yarn"),
    ("null", ["bun.lock"], "bun"),
    ("null", ["yarn.lock", "pnpm-lock.yaml"], "npm"), ("null", [], "npm"), (#""evil; rm@1""#, [], "npm"),
  ])
  func `the field names the package manager, else the lock file, else it is npm`(
    field: String, locks: [String], expected: String
  ) throws {
    let text = #"{"packageManager": \#(field), "scripts": {"x": "true"}}"#
    try expectEqual(Found(["package.json": text], lockFiles: locks).words("x"), [expected, "run", "x"])
  }

  @Test func `a missing comma is said with its place`() {
    let found = Found(["package.json": "{\n  \"scripts\": {\n    \"a\": \"b\"\n    \"c\": \"d\"\n  }\n}\n"])
    #expect(found.project.mistakes.first?.location?.line == 4, "\(found.project.mistakes)")
    #expect(found.project.groups.isEmpty)
  }

  @Test(arguments: [
    "", "\u{FEFF}", "[]", "7", "\"x\"", "{", "{}", "scripts: {a: b}", "{\"scripts\": []}", "\0",
  ])
  func `other contents have no actions, and something is said`(text: String) {
    let found = Found(["package.json": text])
    #expect(found.ids.isEmpty)
    #expect(!found.project.mistakes.isEmpty || !found.remarks.isEmpty)
  }
}
