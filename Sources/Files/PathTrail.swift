/// How a path leads to its file, by way of symbolic links: everything that decides which file that is.
///
/// The way is walked as the system walks it. Of directories that are no links nothing is expected but that they stay,
/// except where the file is, where a link is, and where the way ends because something is missing.
struct PathTrail: Sendable, Equatable {
  /// The names that matter in each directory.
  private(set) var names: [String: Set<String>] = [:]
  /// What the path leads to in the end; nil while it leads nowhere.
  private(set) var file: String?

  /// What stands at a place.
  enum Entry: Sendable, Equatable {
    case missing
    case link(to: String)
    case other
  }

  /// So many links does the system follow.
  private static let linkLimit = 40

  /// - Parameter look: Tells what stands at a path whose last component is not followed.
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

  private static func components(_ path: String) -> ArraySlice<String> {
    path.split(separator: "/").filter { $0 != "." }.map(String.init)[...]
  }
}
