import Foundation
import TestSupport
import Testing

@testable import Inputs

/// Compares real repositories with the git that is installed. `SIGNALBOX_REPOSITORIES` names a directory that
/// contains some; without it, there is nothing to compare.
///
/// Nothing is written there: files that the rules of a repository ignore are added to a clone of it.
@Suite(.timeLimit(.minutes(60))) struct RepositoryTests {
  private static let directory = ProcessInfo.processInfo.environment["SIGNALBOX_REPOSITORIES"]

  private static let repositories: [String] = {
    guard let directory else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return names.sorted().map { "\(directory)/\($0)" }.filter {
      FileManager.default.fileExists(atPath: $0 + "/.git")
    }
  }()

  private static let selections = [
    ["**"], ["**/*.{c,h,js,py,rb,go,rs,swift,java,php}"], ["**", "!**/*.md", "!**/{test,tests,Tests}/**"],
    ["*/**", "!**/.*/**"], ["**/[a-m]*/**"],
  ]

  @Test(.enabled(if: directory != nil, "SIGNALBOX_REPOSITORIES is not set"))
  func `real repositories have the inputs that git lists`() throws {
    #expect(!Self.repositories.isEmpty)
    var (files, ignored, made) = (0, 0, 0)
    for repository in Self.repositories {
      files += try compare(repository)
      ignored += try runGit(["ls-files", "-ci", "--exclude-standard", "-z"], in: repository).count
      let scratch = try Scratch()
      let clone = scratch.path + "/clone"
      try runGit(["clone", "-q", "--shared", repository, clone], in: scratch.path)
      made += try addIgnored(to: clone)
      _ = try compare(clone)
      try runGit(["worktree", "add", "-q", "-f", "--detach", scratch.path + "/tree"], in: clone)
      made += try addIgnored(to: scratch.path + "/tree")
      _ = try compare(scratch.path + "/tree")
    }
    print(
      """
      \(Self.repositories.count) repositories with \(files) inputs, of which \(ignored) are tracked and \
      ignored; \(made) files made from their rules
      """)
  }

  /// Returns the number of all files that are inputs.
  private func compare(_ repository: String) throws -> Int {
    let expected = try files(of: repository)
    for patterns in Self.selections {
      let selection = InputSelection(try patterns.map { try InputPattern($0) })
      let listing = InputListing(of: selection, in: repository)
      let listed = Set((0..<listing.paths.count).map { Array(listing.paths[$0]).text })
      let wanted = expected.filter { path in
        selection.patterns.last { $0.matches(path.utf8) }.map { !$0.isExclusion } ?? false
      }
      let difference = listed.symmetricDifference(wanted).sorted()
      #expect(
        difference.isEmpty,
        "\(repository), \(patterns): \(difference.count) differ, such as \(difference.prefix(5))")
    }
    return expected.count
  }

  /// What git lists and exists, with the files of the repositories inside.
  private func files(of repository: String) throws -> Set<String> {
    var files: Set<String> = []
    for name in try runGit(["ls-files", "-co", "--exclude-standard", "-z"], in: repository) {
      var status = stat()
      let path = "\(repository)/\(name)"
      guard lstat(path, &status) == 0 else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFREG, S_IFLNK: files.insert(name)
      case S_IFDIR where FileManager.default.fileExists(atPath: path + "/.git"):
        let prefix = name.hasSuffix("/") ? name : name + "/"
        files.formUnion(try self.files(of: path).map { prefix + $0 })
      default: break
      }
    }
    return files
  }

  /// Creates a file for each rule, where the rule may ignore it, and one deeper; returns their number.
  private func addIgnored(to repository: String) throws -> Int {
    var count = 0
    let ruled = try runGit(["ls-files", "-z", "--", ".gitignore", "**/.gitignore"], in: repository)
    for file in ruled {
      let directory = "\(repository)/\(file)".dropLast(".gitignore".count)
      let text = (try? String(contentsOfFile: "\(repository)/\(file)", encoding: .utf8)) ?? ""
      for rule in text.split(whereSeparator: \.isNewline) where !rule.hasPrefix("#") {
        let name = example(of: rule)
        guard !name.isEmpty, !name.contains("..") else { continue }
        for path in ["\(directory)\(name)", "\(directory)made/deep/\(name)", "\(directory)\(name)/below"]
        where create(path) { count += 1 }
      }
    }
    return count
  }

  /// A path that a rule may be about.
  private func example(of rule: Substring) -> String {
    rule.trimmingPrefix("!").trimmingPrefix("/")
      .replacing(#/\[(.)[^\]]*\]/#) { $0.1 }
      .replacing("**", with: "one/two").replacing("*", with: "x").replacing("?", with: "y")
      .trimmingCharacters(in: .whitespaces.union(["/"]))
  }

  /// False if there is something on the way.
  private func create(_ path: String) -> Bool {
    guard !FileManager.default.fileExists(atPath: path) else { return false }
    try? FileManager.default.createDirectory(
      at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    return FileManager.default.createFile(atPath: path, contents: Data("made\n".utf8))
  }
}
