import Foundation
import TestSupport
import Testing

@testable import Inputs

/// Real editors and other programs change files. What they change is known at the next look, and the kernel
/// gives notice of it at once.
@Suite(.timeLimit(.minutes(15))) struct ToolTests {
  /// A program, what it does, and what it changes.
  struct Tool: CustomTestStringConvertible {
    let name: String
    /// Run by a shell in the directory `tree`; `$OUT` is another directory on the same file system.
    let script: String
    var changed: Set<String> = ["a"]
    var testDescription: String { name }
  }

  static let tools = [
    Tool(name: "vim", script: "vim -u NONE -N -es -c 'set backup bkc=yes' -c 's/$/x/' -c 'wq' a"),
    Tool(name: "vim", script: "vim -u NONE -N -es -c 'set backup bkc=no' -c 's/$/x/' -c 'wq' a"),
    Tool(name: "vim", script: "vim -u NONE -N -es -c 'set backup bkc=auto' -c 's/$/x/' -c 'wq' a"),
    Tool(name: "sed", script: "sed -i s/1/2/ a"),
    Tool(name: "cp", script: "cp a b.new && echo 2 >> b.new && mv b.new b", changed: ["b"]),
    Tool(name: "rsync", script: "echo 9 > $OUT/a; touch -r a $OUT/a; rsync -t --ignore-times $OUT/a a"),
    Tool(
      name: "tar",
      script: "echo 8 > $OUT/a; touch -r a $OUT/a; tar -C $OUT -cf $OUT/x.tar a; tar -xf $OUT/x.tar"),
    Tool(name: "truncate", script: "truncate -s 0 a"),
    Tool(name: "touch", script: "touch a", changed: []),
    Tool(name: "chmod", script: "chmod 600 a", changed: []),
    Tool(name: "mv", script: "mv sub moved", changed: ["sub/c", "moved/c"]),
    Tool(name: "git", script: "git checkout -q other", changed: ["a", "sub/c", "d"]),
    Tool(name: "git", script: "echo 5 > a; git stash -q", changed: []),
    Tool(name: "git", script: "echo 5 > a; git stash -q; git stash pop -q", changed: ["a"]),
    Tool(name: "git", script: "git rebase -q other", changed: ["a", "sub/c", "d"]),
    Tool(
      name: "git", script: "git worktree add -q tree2 other",
      changed: ["tree2/a", "tree2/b", "tree2/sub/c", "tree2/d"]),
    Tool(
      name: "git",
      script:
        "git init -q $OUT/m; cd $OUT/m; echo 1 > f; git add f; git commit -qm m; cd - >/dev/null; git -c protocol.file.allow=always submodule --quiet add $OUT/m mod",
      changed: ["mod/f", ".gitmodules"]),
  ]

  private static func isInstalled(_ name: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
    }
  }

  private static func run(_ script: String, in scratch: Scratch) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-ec", script]
    process.currentDirectoryURL = URL(filePath: scratch.path + "/tree")
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": scratch.path,
      "OUT": scratch.path + "/out", "GIT_CONFIG_NOSYSTEM": "1", "TERM": "dumb", "LC_ALL": "C",
      "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a",
      "GIT_COMMITTER_EMAIL": "a@b",
    ]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(script)")
  }

  @Test(
    .enabled(if: isInstalled("git"), "git is not installed"), arguments: tools.filter { isInstalled($0.name) }
  )
  func `what a program changes is known`(_ tool: Tool) throws {
    let scratch = try Scratch()
    for directory in ["/tree", "/tree/sub", "/out"] {
      try FileManager.default.createDirectory(
        atPath: scratch.path + directory, withIntermediateDirectories: false)
    }
    try Self.run(
      """
      git init -q; echo 1 > a; echo 1 > b; echo 1 > sub/c; git add .; git commit -qm 1
      git checkout -q -b other; echo 2 > a; echo 2 > sub/c; echo 2 > d; git add .; git commit -qm 2
      git checkout -q -
      """, in: scratch)
    let selection = InputSelection([try InputPattern("**"), try InputPattern("!*~")])
    let tree = scratch.path + "/tree"
    let notices = TreeNotices()
    var watches: TreeWatches?
    let before = try #require(InputLook(selection, in: tree, notices: notices).perform(&watches))
    try Self.run(tool.script, in: scratch)
    var effect = NoticeEffect()
    if let notices, let watches {
      for notice in notices.read() { effect.add(notice, watches, selection, before) }
      #expect(effect != NoticeEffect(), "the kernel says something")
      #expect(watches.isComplete)
    }
    let after = try #require(InputLook(selection, in: tree, known: before, noticed: effect.noticed).perform())
    #expect(after.problem == nil)
    let differing = Set(before.contents).symmetricDifference(after.contents).map(\.path)
    #expect(Set(differing) == tool.changed)
    #expect((after.difference(from: before) == nil) == tool.changed.isEmpty)
  }
}

private struct PathWithContent: Hashable {
  let path: String
  let digest: ContentDigest
}

extension InputTable {
  fileprivate var contents: [PathWithContent] {
    entries.indices.map { PathWithContent(path: Array(paths[$0]).text, digest: entries[$0].digest) }
  }
}
