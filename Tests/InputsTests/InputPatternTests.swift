import TestSupport
import Testing

@testable import Inputs

@Suite(.timeLimit(.minutes(15))) struct InputPatternTests {
  @Test(
    arguments: [
      (
        "Sources/**", ["Sources/A.swift", "Sources/b/c/D.swift"], ["Sources", "Tests/A.swift", "xSources/A"]
      ),
      ("Sources", ["Sources", "Sources/a/b"], ["Sources2/a", "a/Sources"]),
      ("Sources/", ["Sources/a"], ["Source/a"]),
      ("**/*.md", ["README.md", "a/b/c.md", "a/x.md/file"], ["README.mdx", "../README.md"]),
      ("*.{c,h}", ["a.c", "a.h"], ["b/a.c", "a.o", "a.ch"]),
      ("{a,b/{c,d}}/x", ["a/x", "b/c/x", "b/d/x"], ["b/x", "c/x"]),
      ("a/**/z", ["a/z", "a/b/z", "a/b/c/z"], ["a/bz", "z"]),
      ("[a-c]?.txt", ["bä.txt", "a1.txt"], ["d1.txt", "a.txt", "a12.txt"]),
      ("[!a]", ["b", "ä"], ["a", "bb"]), ("[]-]", ["]", "-"], ["["]),
      ("\\[a\\]", ["[a]"], ["a"]), ("a\\*", ["a*"], ["ab"]),
      ("./a/./b", ["a/b"], ["b"]), (".", ["a", "b/c"], ["../a"]),
      ("../shared/*", ["../shared/a", "../shared/a/b"], ["shared/a", "../other/a"]),
      ("..", ["../a"], ["../../a"]), ("**", ["a", "a/b"], ["../a", "/etc"]),
      ("*", [".env", "a"], ["/"]),
    ] as [(String, [String], [String])])
  func `a pattern matches these and not those`(text: String, matching: [String], other: [String]) throws {
    let pattern = try InputPattern(text)
    for path in matching { #expect(pattern.matches(path.utf8), "\(text) does not match \(path)") }
    for path in other { #expect(!pattern.matches(path.utf8), "\(text) matches \(path)") }
  }

  @Test(arguments: [
    ("", "the pattern is empty", 0), ("!", "there is no pattern behind `!`", 0),
    ("/etc", "patterns are relative to the board's file, and cannot begin with `/`", 0),
    ("!/etc", "patterns are relative to the board's file, and cannot begin with `/`", 1),
    ("~/a", "`~` is not a directory here: patterns are relative to the board's file", 0),
    ("a/[b", "`[` is not closed; write `\\[` for the character", 2),
    ("ä[[:colour:]]", "`[` is not closed; write `\\[` for the character", 1),
    ("ab{c,d", "`{` is not closed; write `\\{` for the character", 2),
    ("ab}", "`}` without `{`; write `\\}` for the character", 2),
    ("ab\\", "nothing follows `\\`", 2), ("a\tb", "a pattern cannot contain control characters", 1),
    ("a/../b", "`..` is possible at the beginning of a pattern only", 0),
    (String(repeating: "{a,b}", count: 9), "the braces stand for more than 256 patterns", 40),
    (String(repeating: "a/", count: 64) + "b", "the pattern has more than 63 parts", 0),
  ])
  func `a mistake says what and where`(text: String, message: String, offset: Int) {
    #expect(throws: InputPattern.Mistake(text: message, offset: offset)) { try InputPattern(text) }
  }

  @Test func `the fixed part ends before the first pattern`() throws {
    let pattern = try InputPattern("../lib/src/**/*.c")
    #expect(pattern.alternatives.map(\.fixed) == [["..", "lib", "src"].map { Array($0.utf8) }])
    #expect(pattern.alternatives.map(\.isLiteral) == [false])
    try expectEqual(InputPattern("Package.swift").alternatives.map(\.isLiteral), [true])
    #expect(try InputPattern("!a").isExclusion)
  }

  @Test func `directories where nothing can match are known`() throws {
    let pattern = try InputPattern("a/*/c/*.h").alternatives[0]
    for (path, expected) in [("a", true), ("a/x", true), ("a/x/c", true), ("a/x/d", false), ("b", false)] {
      #expect(pattern.canMatch(below: Array(path.utf8).components) == expected, "\(path)")
    }
  }

  @Test func `names that are not UTF-8 are matched by their bytes`() throws {
    #expect(try InputPattern("a?b").matches([0x61, 0xFF, 0x62]))
    #expect(try !InputPattern("a?b").matches([0x61, 0xFF, 0xFE, 0x62]))
    #expect(try InputPattern("**/*.c").matches([0xC3, 0x2F, 0xFF, 0x2E, 0x63]))
  }

  @Test func `many stars need no more time`() throws {
    let name = String(repeating: "a", count: 200)
    #expect(try !InputPattern(String(repeating: "*a", count: 60) + "b").matches(name.utf8))
    let deep = Array(repeating: "a", count: 60).joined(separator: "/")
    #expect(try !InputPattern(String(repeating: "**/a/", count: 25) + "b").matches(deep.utf8))
  }
}
