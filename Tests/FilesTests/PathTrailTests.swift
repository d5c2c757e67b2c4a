import Testing

@testable import Files

@Suite(.timeLimit(.minutes(15))) struct PathTrailTests {
  /// Resolves a path in a file system in memory. Links have a target; files and directories have none.
  private func trail(_ path: String, _ entries: [String: String?]) -> PathTrail {
    PathTrail(path) { place in
      switch entries[place] {
      case nil: .missing
      case .some(nil): .other
      case .some(.some(let target)): .link(to: target)
      }
    }
  }

  @Test func `a file is watched in its directory`() {
    let trail = trail("signalbox.yml", ["./signalbox.yml": nil])
    #expect(trail.names == [".": ["signalbox.yml"]])
    #expect(trail.file == "./signalbox.yml")
  }

  @Test func `parent directories are not watched`() {
    let trail = trail("/home/me/a.yml", ["/home": nil, "/home/me": nil, "/home/me/a.yml": nil])
    #expect(trail.names == ["/home/me": ["a.yml"]])
    #expect(trail.file == "/home/me/a.yml")
  }

  @Test func `a missing file is watched in the directory where it is missing`() {
    let trail = trail("boards/a.yml", [:])
    #expect(trail.names == [".": ["boards"]])
    #expect(trail.file == nil)
  }

  @Test func `links are watched in their directory and at their target`() {
    // Kubernetes mounts files in this way: it replaces the link `..data`.
    let trail = trail(
      "/etc/box/board.yml",
      [
        "/etc": nil, "/etc/box": nil, "/etc/box/board.yml": "..data/board.yml",
        "/etc/box/..data": "..2026", "/etc/box/..2026": nil, "/etc/box/..2026/board.yml": nil,
      ])
    #expect(trail.names == ["/etc/box": ["board.yml", "..data"], "/etc/box/..2026": ["board.yml"]])
    #expect(trail.file == "/etc/box/..2026/board.yml")
  }

  @Test func `a link may lead to the root or to a parent directory`() {
    let entries: [String: String?] = [
      "./a.yml": "/b", "/b": "c/../d.yml", "/c": nil, "/c/..": nil, "/c/../d.yml": nil,
    ]
    let trail = trail("./a.yml", entries)
    #expect(trail.names == [".": ["a.yml"], "/": ["b"], "/c/..": ["d.yml"]])
    #expect(trail.file == "/c/../d.yml")
  }

  @Test func `the resolution of a link to itself ends`() {
    let trail = trail("a", ["./a": "a"])
    #expect(trail.names == [".": ["a"]])
    #expect(trail.file == nil)
  }
}
