import Foundation
import Fuzzing
import TestSupport
import Testing

@testable import Inputs

/// Lists real files, and compares with the git that is installed.
@Suite(.timeLimit(.minutes(15))) final class InputListingTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func create(_ names: String...) throws {
    for name in names { try write(name, "") }
  }

  private func write(_ name: String, _ text: String) throws {
    let path = scratch.path + "/" + name
    try FileManager.default.createDirectory(
      at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  private func listing(_ patterns: String..., ignored: Bool = false, in base: String = "") throws
    -> InputListing
  {
    InputListing(
      of: InputSelection(try patterns.map { try InputPattern($0) }, includesIgnored: ignored),
      in: scratch.path + base)
  }

  private func names(_ listing: InputListing) -> [String] {
    (0..<listing.paths.count).map { Array(listing.paths[$0]).text }
  }

  @Test func `the last pattern that matches decides`() throws {
    try create("Sources/a.swift", "Sources/b/c.swift", "Sources/b/notes.md", "Tests/t.swift", "README.md")
    try expectEqual(names(listing("Sources", "!**/*.md")), ["Sources/a.swift", "Sources/b/c.swift"])
    try expectEqual(
      names(listing("**", "!Sources/b", "Sources/b/notes.md")),
      ["README.md", "Sources/a.swift", "Sources/b/notes.md", "Tests/t.swift"])
    try expectEqual(names(listing("../**/*.md", in: "/Tests")), ["../README.md", "../Sources/b/notes.md"])
  }

  @Test func `a pattern without a file is a problem`() throws {
    try create("Sources/a.swift")
    let listing = try listing("Sources", "scr/**", "!nothing/**")
    #expect(listing.problems.map(\.text) == ["`scr/**` matches no file"])
  }

  @Test func `links are not followed, except in the fixed part of a pattern`() throws {
    try create("release-1/lib/a", "release-1/lib/b/c")
    let files = FileManager.default
    try files.createSymbolicLink(atPath: scratch.path + "/current", withDestinationPath: "release-1")
    try files.createSymbolicLink(atPath: scratch.path + "/release-1/lib/circle", withDestinationPath: "..")
    try expectEqual(
      names(listing("**")), ["current", "release-1/lib/a", "release-1/lib/b/c", "release-1/lib/circle"])
    try expectEqual(
      names(listing("current/lib/**")), ["current/lib/a", "current/lib/b/c", "current/lib/circle"])
    try expectEqual(
      names(listing("*", "current/lib/a")).filter { $0.hasPrefix("current") },
      [
        "current", "current/lib/a",
      ])
  }

  @Test func `pipes and sockets are no inputs, and are not opened`() throws {
    try create("a")
    #expect(mkfifo(scratch.path + "/pipe", 0o600) == 0)
    try expectEqual(names(listing("**")), ["a"])
    try expectEqual(listing("pipe").problems.map(\.text), ["`pipe` matches no file"])
  }

  @Test func `names that are not UTF-8 or have newlines are names`() throws {
    for name in [[0x61, 0xFF], [0x62, 0x0A, 0x63]] as [[UInt8]] {
      let path: PathBytes = Array(scratch.path.utf8) + [0x2F] + name
      let descriptor = path.withCString { open($0, O_CREAT | O_WRONLY, 0o600) }
      #expect(descriptor >= 0)
      close(descriptor)
    }
    try expectEqual(listing("**").paths, PathTable([[0x61, 0xFF], [0x62, 0x0A, 0x63]]))
  }

  @Test func `what git ignores counts if it is tracked, named, or wanted`() throws {
    try runGit(["init", "-q"], in: scratch.path)
    try write(".gitignore", ".env\nbuild/\n*.o\n")
    try create(".env", "build/kept", "build/out", "a.o", "b.c", "build/deep/x.o")
    try runGit(["add", "-f", "build/kept"], in: scratch.path)
    try expectEqual(names(listing("**")), [".gitignore", "b.c", "build/kept"])
    try expectEqual(names(listing("**", ".env")), [".env", ".gitignore", "b.c", "build/kept"])
    try expectEqual(names(listing("build")), ["build/kept", "build/out"])
    try expectEqual(listing("build/*").paths.count, 1)
    try expectEqual(listing("**", ignored: true).paths.count, 7)
    try runGit(["update-index", "--split-index"], in: scratch.path)
    try expectEqual(listing("**").paths.count, 7)
  }

  @Test func `submodules, worktrees and directories of a repository have its rules and their own`() throws {
    try write(".gitignore", "*.o\n")
    try create("a.c", "sub/b.c", "sub/b.o", "sub/c.d")
    try write("sub/.gitignore", "*.d\n")
    try runGit(["init", "-q"], in: scratch.path)
    try runGit(["init", "-q", "sub"], in: scratch.path)
    try runGit(["add", "-f", "b.c"], in: scratch.path + "/sub")
    // The rules of the repository around it do not count in another one.
    try expectEqual(names(listing("sub/**")), ["sub/.gitignore", "sub/b.c", "sub/b.o"])
    try expectEqual(names(listing("**")), [".gitignore", "a.c", "sub/.gitignore", "sub/b.c", "sub/b.o"])
    try expectEqual(names(listing("**", in: "/sub")), [".gitignore", "b.c", "b.o"])

    let author = ["-c", "user.name=n", "-c", "user.email=e"]
    try runGit(author + ["commit", "-q", "-m", "m"], in: scratch.path + "/sub")
    try runGit(["worktree", "add", "-q", "../tree"], in: scratch.path + "/sub")
    try write("sub/.git/info/exclude", "local\n")
    try create("tree/local", "tree/other")
    try expectEqual(names(listing("**", in: "/tree")), ["b.c", "other"])
  }

  @Test func `rules that are too large or cannot be read leave it unknown`() throws {
    try runGit(["init", "-q"], in: scratch.path)
    try write(".gitignore", String(repeating: "abcdefg\n", count: 131_072))
    try create("a")
    try expectEqual(listing("a").problems.map(\.text), ["`\(scratch.path)/.gitignore` is too large"])
  }

  @Test func `a list of rules that is a link is not read, as git does not`() throws {
    try runGit(["init", "-q"], in: scratch.path)
    try write("sub/rules", "*.o\n")
    try create("sub/a.o", "sub/b.c")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/sub/.gitignore", withDestinationPath: "rules")
    let expected = try runGit(["ls-files", "-co", "--exclude-standard", "-z"], in: scratch.path)
    try expectEqual(names(listing("**")), expected.sorted())
    #expect(expected.contains("sub/a.o"))
  }

  @Test func `directories whose path is too long for the system are a problem`() throws {
    try create("a")
    let name = String(repeating: "d", count: 250)
    // The system takes names of some kilobytes at once, but directories can be as deep as one likes.
    var descriptor = open(scratch.path, O_RDONLY | O_DIRECTORY)
    for _ in 0..<20 {
      #expect(mkdirat(descriptor, name, 0o700) == 0)
      let next = openat(descriptor, name, O_RDONLY | O_DIRECTORY)
      close(descriptor)
      descriptor = next
    }
    #expect(descriptor >= 0)
    close(descriptor)
    defer { _ = try? ChildProgram("/bin/rm", ["-rf", scratch.path + "/" + name]).waitForEnd() }
    let problems = try listing("**").problems.map(\.text)
    #expect(problems.count == 1 && problems.allSatisfy { $0.hasSuffix("/\(name)` cannot be read") })
  }

  /// How many trees are compared; 2,000 are for the benchmarks.
  private static let trees =
    ProcessInfo.processInfo.environment["SIGNALBOX_RANDOM_TREES"].flatMap(Int.init) ?? 25

  @Test func `random trees have the inputs that git lists`() throws {
    for seed in Seeds(Self.trees) {
      var random = SeededGenerator(seed: seed)
      try FileManager.default.removeItem(atPath: scratch.path)
      try FileManager.default.createDirectory(atPath: scratch.path, withIntermediateDirectories: true)
      try runGit(["init", "-q"], in: scratch.path)
      let parts = ["a", "b", "ab", "c.o", "d", "e.d"]
      var files: Set<String> = []
      for _ in 0..<60 {
        let name = (0..<random.within(1...4)).map { _ in random.pick(parts) }.joined(separator: "/")
        // A name is either a file or a directory.
        if (try? write(name, "")) != nil { files.insert(name) }
      }
      for _ in 0..<random.below(4) {
        let directory = URL(
          filePath: scratch.path + "/" + (files.sorted().randomElement(using: &random) ?? "a")
        )
        .deletingLastPathComponent().path
        let rules = (0..<random.within(1...4)).map { _ in rule(&random) }.joined(separator: "\n")
        try Data(rules.utf8).write(to: URL(filePath: directory + "/.gitignore"))
      }
      try write(".git/info/exclude", rule(&random))
      let tracked = files.sorted().filter { _ in random.oneIn(6) }
      if !tracked.isEmpty { try runGit(["add", "-f", "--"] + tracked, in: scratch.path) }
      let expected = Set(try runGit(["ls-files", "-co", "--exclude-standard", "-z"], in: scratch.path))
      let listing = try listing("**")
      let difference = Set(names(listing)).symmetricDifference(expected).sorted()
      #expect(difference.isEmpty, "seed \(seed): \(difference) in \(scratch.path)")
      if !difference.isEmpty { return }
      if try !isSelectedAsGitDoes(seed, &random) { return }
    }
  }

  /// Compares what random patterns select with the patterns of git.
  private func isSelectedAsGitDoes(_ seed: UInt64, _ random: inout SeededGenerator) throws -> Bool {
    for _ in 0..<3 {
      let wanted = (0..<random.within(1...3)).map { _ in pattern(&random) }
      let excluded = (0..<random.below(3)).map { _ in pattern(&random) }
      // Without a pattern that begins with another name, git leaves what all patterns begin with out of those
      // that exclude, too, whatever they begin with.
      let specifications =
        [":(glob)*none"] + wanted.flatMap { [":(glob)\($0)", ":(glob)\($0)/**"] }
        + excluded.flatMap { [":(exclude,glob)\($0)", ":(exclude,glob)\($0)/**"] }
      let expected = Set(
        try runGit(
          ["ls-files", "-co", "--exclude-standard", "-z", "--"] + specifications, in: scratch.path))
      let selection = InputSelection(
        try (wanted + excluded.map { "!" + $0 }).map { try InputPattern($0) })
      let difference = Set(names(InputListing(of: selection, in: scratch.path)))
        .symmetricDifference(expected).sorted()
      #expect(
        difference.isEmpty,
        "seed \(seed): \(difference) for \(wanted) without \(excluded) in \(scratch.path)")
      if !difference.isEmpty { return false }
    }
    return true
  }

  /// A pattern with a wildcard: what one without names is an input even if git ignores it.
  private func pattern(_ random: inout SeededGenerator) -> String {
    let names = ["a", "b", "d", "*", "*.o", "a*", "**", "?b", "[a-d]", "*.?"]
    var parts = (0..<random.within(1...3)).map { _ in random.pick(names) }
    if !parts.contains(where: { $0.contains { "*?[".contains($0) } }) { parts.append("*") }
    return parts.joined(separator: "/")
  }

  private func rule(_ random: inout SeededGenerator) -> String {
    let names = ["a", "b", "*", "*.o", "a*", "**", "d", "e.d", "?b", "[a-c]"]
    let name = (0..<random.within(1...3)).map { _ in random.pick(names) }.joined(separator: "/")
    return (random.oneIn(3) ? "!" : "") + (random.oneIn(4) ? "/" : "") + name + (random.oneIn(3) ? "/" : "")
  }
}
