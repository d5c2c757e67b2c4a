import Testing

@testable import Files

@Suite(.timeLimit(.minutes(5))) struct PathTrailTests {
  /// A file system in memory: files and directories without a target, links with one.
  private func trail(_ path: String, _ entries: [String: String?]) -> PathTrail {
    PathTrail(path) { place in
      switch entries[place] {
      case nil: .missing
      case .some(nil): .other
      case .some(.some(let target)): .link(to: target)
      }
    }
  }

  @Test func aFileIsWatchedInItsDirectory() {
    let trail = trail("signalbox.yml", ["./signalbox.yml": nil])
    #expect(trail.names == [".": ["signalbox.yml"]])
    #expect(trail.file == "./signalbox.yml")
  }

  @Test func directoriesOnTheWayAreNotWatched() {
    let trail = trail("/home/me/a.yml", ["/home": nil, "/home/me": nil, "/home/me/a.yml": nil])
    #expect(trail.names == ["/home/me": ["a.yml"]])
    #expect(trail.file == "/home/me/a.yml")
  }

  @Test func whatIsMissingIsAwaitedWhereItIsMissing() {
    let trail = trail("boards/a.yml", [:])
    #expect(trail.names == [".": ["boards"]])
    #expect(trail.file == nil)
  }

  @Test func linksAreWatchedWhereTheyAreAndWhereTheyLead() {
    // As Kubernetes mounts a file: it replaces the link `..data`.
    let trail = trail(
      "/etc/box/board.yml",
      [
        "/etc": nil, "/etc/box": nil, "/etc/box/board.yml": "..data/board.yml",
        "/etc/box/..data": "..2026", "/etc/box/..2026": nil, "/etc/box/..2026/board.yml": nil,
      ])
    #expect(trail.names == ["/etc/box": ["board.yml", "..data"], "/etc/box/..2026": ["board.yml"]])
    #expect(trail.file == "/etc/box/..2026/board.yml")
  }

  @Test func aLinkMayLeadToTheRootOrUpwards() {
    let entries: [String: String?] = [
      "./a.yml": "/b", "/b": "c/../d.yml", "/c": nil, "/c/..": nil, "/c/../d.yml": nil,
    ]
    let trail = trail("./a.yml", entries)
    #expect(trail.names == [".": ["a.yml"], "/": ["b"], "/c/..": ["d.yml"]])
    #expect(trail.file == "/c/../d.yml")
  }

  @Test func aLinkToItselfEnds() {
    let trail = trail("a", ["./a": "a"])
    #expect(trail.names == [".": ["a"]])
    #expect(trail.file == nil)
  }
}
