import Foundation
import Fuzzing
import TestSupport
import Testing

@testable import Inputs

/// Compares with the git that is installed.
@Suite(.timeLimit(.minutes(15))) final class GitTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @discardableResult
  private func git(_ arguments: String..., input: [String] = [], status: ClosedRange<Int32> = 0...0) throws
    -> [String]
  {
    try runGit(arguments, in: scratch.path, input: input, status: status)
  }

  private func index() throws -> GitIndex {
    try GitIndex(Array(Data(contentsOf: URL(filePath: scratch.path + "/.git/index"))))
  }

  @Test func `random rules ignore what git ignores`() throws {
    try git("init", "-q")
    for seed in Seeds(40) {
      var random = SeededGenerator(seed: seed)
      let lines = (0..<random.within(1...4)).map { _ in rule(&random) }
      let text = lines.joined(separator: random.oneIn(8) ? "\r\n" : "\n")
      try Data(text.utf8).write(to: URL(filePath: scratch.path + "/.gitignore"))
      let paths = Set((0..<60).map { _ in path(&random) }).sorted()
      let ignored = Set(
        try git("check-ignore", "--no-index", "-z", "--stdin", input: paths, status: 0...1))
      let rules = IgnoreRules(text.utf8)
      for path in paths {
        let names = Array(path.utf8).components
        // An ignored directory hides what it contains.
        let expected = (1...names.count).contains {
          rules.verdict(on: names[..<$0], isDirectory: $0 < names.count) == true
        }
        #expect(ignored.contains(path) == expected, "seed \(seed): \(path.debugDescription) with \(lines)")
      }
    }
  }

  private func rule(_ random: inout SeededGenerator) -> String {
    let parts = [
      "a", "b", "ab", "*", "**", "***", "?", "/", "/", "**/", "/**", "/**/", "[ab]", "[!a]", "[^b]", "[a-c]",
      "[]a]",
      "[a", "[a/b]", "[[:alpha:]]", "[[:x:]]", "[\\]a]", "\\a", "\\", "\\/", "\\ ", " ", "#", "!", ".c", "ä",
    ]
    let prefix = random.oneIn(4) ? "!" : ""
    return prefix + (0..<random.within(1...5)).map { _ in random.pick(parts) }.joined()
  }

  private func path(_ random: inout SeededGenerator) -> String {
    let names = [
      "a", "b", "ab", "ba", "aab", "a.c", "b.c", "c", "ä", "a ", "#a", "[a", "!a", "-", "]", "abc",
    ]
    return (0..<random.within(1...4)).map { _ in random.pick(names) }.joined(separator: "/")
  }

  @Test(arguments: [2, 3, 4], ["sha1", "sha256"])
  func `the names in an index are those that git lists`(version: Int, format: String) throws {
    try git("init", "-q", "--object-format=\(format)")
    var random = SeededGenerator(seed: UInt64(version))
    for name in Set(
      (0..<120).map { _ in
        "d\(random.below(9))/\(String(repeating: "n", count: random.below(40)))\(random.below(99))"
      })
    {
      let path = scratch.path + "/" + name
      try FileManager.default.createDirectory(
        atPath: URL(filePath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
      try scratch.write(name, to: name)
    }
    try git("add", "-A")
    // Version 3 is written only where an entry needs it.
    try scratch.write("later", to: "d0/intended")
    if version >= 3 { try git("add", "-N", "d0/intended") }
    try git("update-index", "--index-version", "\(version)")
    let index = try index()
    let listed = try git("ls-files", "-z")
    #expect((0..<index.names.count).map { Array(index.names[$0]).text } == listed)
    #expect(listed.count > 50)
    for name in listed { #expect(index.names.contains(name.utf8), "\(name)") }
    #expect(!index.names.contains("d0/none".utf8))
    #expect(index.names.hasPath(below: Array("d1".utf8)) && !index.names.hasPath(below: Array("d".utf8)))
  }

  @Test func `split, sparse and damaged indexes are refused`() throws {
    try git("init", "-q")
    for name in ["a", "b", "c"] { try scratch.write(name, to: name) }
    try git("add", "-A")
    let bytes = Array(try Data(contentsOf: URL(filePath: scratch.path + "/.git/index")))
    for end in 0..<bytes.count {
      #expect(throws: GitIndex.Refusal.unreadable) { try GitIndex(Array(bytes[..<end])) }
    }
    for seed in Seeds(300) {
      var random = SeededGenerator(seed: seed)
      var damaged = bytes
      for _ in 0..<random.within(1...6) { damaged[random.below(damaged.count)] = UInt8(random.below(256)) }
      // Whatever is in the file, reading ends.
      _ = try? GitIndex(damaged)
    }
    try git("update-index", "--split-index")
    #expect(throws: GitIndex.Refusal.split) { try self.index() }
  }

  @Test func `a large file of rules and deep patterns need little time`() {
    let rules = IgnoreRules(String(repeating: "a*b*c*d/**/e\n", count: 5_000).utf8)
    #expect(!rules.isEmpty)
    let path = Array((0..<60).map { _ in "abcd" }.joined(separator: "/").utf8)
    #expect(rules.verdict(on: path.components, isDirectory: false) == nil)
  }
}
