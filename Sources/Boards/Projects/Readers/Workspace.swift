internal import Configuration

/// Which directories below a directory have packages that belong together, as its package.json or its
/// pnpm-workspace.yaml says.
package struct Workspace: Equatable {
  /// A directory, seen from another one below it.
  package struct Place: Sendable, Equatable {
    package let path: String
    /// How many directories it is above the other one.
    package let levels: Int

    package init(path: String, levels: Int) { (self.path, self.levels) = (path, levels) }

    /// The relative path that leads there.
    var way: String { Array(repeating: "..", count: levels).joined(separator: "/") }
  }

  static let pnpmFile = "pnpm-workspace.yaml"
  /// The key of package.json.
  static let key = "workspaces"

  /// Paths of directories, with `*` and `**`. One that begins with `!` leaves directories out.
  let patterns: [String]

  /// As the files of a directory say; nil if they say nothing, or are not readable.
  init?(_ files: ForeignFiles) {
    var unused = Reading()
    if case .text(let text) = files[Self.pnpmFile] {
      let file = ForeignText(path: Self.pnpmFile, text: text)
      guard let root = try? ForeignValues.yaml(file, &unused) else { return nil }
      self.init(patterns: root["packages"]?.elements ?? [])
    } else if case .text(let text) = files["package.json"] {
      let file = ForeignText(path: "package.json", text: text)
      guard let root = try? ForeignValues.json(file, &unused) else { return nil }
      self.init(package: root)
    } else {
      return nil
    }
  }

  /// As package.json says; nil if it says nothing.
  init?(package root: YAMLNode) {
    guard let members = root[Self.key] else { return nil }
    self.init(patterns: members["packages"]?.elements ?? members.elements)
  }

  private init(patterns: [YAMLNode]) { self.patterns = patterns.compactMap(\.text) }

  /// Whether a directory belongs to it.
  /// - Parameter path: Relative to the directory that says it.
  func contains(_ path: String) -> Bool {
    let names = path.split(separator: "/").map(Array.init)
    return patterns.reduce(false) { isIn, pattern in
      let isExclusion = pattern.hasPrefix("!")
      let parts = pattern.dropFirst(isExclusion ? 1 : 0).split(separator: "/").filter { $0 != "." }
      return Self.matches(names, parts.map(Array.init)) ? !isExclusion : isIn
    }
  }

  /// Whether the names of a path match the parts of a pattern. The effort is at most the product of both
  /// numbers.
  private static func matches(_ names: [[Character]], _ parts: [[Character]]) -> Bool {
    // Which numbers of names the parts so far can match.
    var reached: Set = [0]
    for part in parts {
      if part == ["*", "*"] {
        reached = reached.min().map { Set($0...names.count) } ?? []
      } else {
        reached = Set(reached.filter { $0 < names.count && matches(names[$0], part) }.map { $0 + 1 })
      }
    }
    return reached.contains(names.count)
  }

  /// Whether a name matches a part of a pattern, in which each `*` is any text.
  private static func matches(_ name: [Character], _ part: [Character]) -> Bool {
    var reached: Set = [0]
    for character in part {
      if character == "*" {
        reached = reached.min().map { Set($0...name.count) } ?? []
      } else {
        reached = Set(reached.filter { $0 < name.count && name[$0] == character }.map { $0 + 1 })
      }
    }
    return reached.contains(name.count)
  }
}
