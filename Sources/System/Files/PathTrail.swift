/// The resolution of a path through symbolic links: every directory entry that determines which file the path
/// leads to.
///
/// The path is resolved in the same way as by the system. Directories that are not links are assumed to stay,
/// so their own entries are not part of the trail. The trail contains the entry of the file, that of each
/// link, and that of the first missing component.
struct PathTrail: Sendable, Equatable {
  /// The relevant names in each directory.
  private(set) var names: [String: Set<String>] = [:]
  /// The path of the resolved file; nil if it does not exist.
  private(set) var file: String?

  /// The type of a directory entry.
  enum Entry: Sendable, Equatable {
    case missing
    case link(to: String)
    case other
  }

  /// The maximum number of links that the system follows.
  private static let linkLimit = 40

  /// - Parameter look: Returns the entry at a path, without following it if it is a link.
  init(_ path: String, look: (String) -> Entry) {
    var directory = path.hasPrefix("/") ? "/" : "."
    var rest = Self.components(path)
    var linkCount = 0
    while let name = rest.popFirst() {
      let next = directory == "/" ? "/\(name)" : "\(directory)/\(name)"
      switch look(next) {
      case .missing:
        names[directory, default: []].insert(name)
        return
      case .link(let target):
        names[directory, default: []].insert(name)
        linkCount += 1
        guard linkCount <= Self.linkLimit else { return }
        if target.hasPrefix("/") { directory = "/" }
        rest = (Self.components(target) + rest)[...]
      case .other where rest.isEmpty:
        names[directory, default: []].insert(name)
        file = next
      case .other:
        directory = next
      }
    }
  }

  /// Adds the entries of another trail, but not its file.
  mutating func addEntries(of other: PathTrail) {
    names.merge(other.names) { $0.union($1) }
  }

  private static func components(_ path: String) -> ArraySlice<String> {
    path.split(separator: "/").filter { $0 != "." }.map(String.init)[...]
  }
}
