internal import Configuration

/// A typed name that is that of no action, in the words of all commands.
package struct UnknownAction: Sendable, Equatable, CustomStringConvertible {
  private let name: String
  private let ids: [String]
  /// The actions with similar names, the nearest first, each with the other names that it answers to.
  private let near: [String]

  /// The largest number of similar names that are said, and of all names where none is similar.
  private static let (nearLimit, listLimit) = (3, 12)
  /// The most characters of the name that are repeated.
  private static let nameLimit = 100

  /// - Parameter actions: The names of the actions, with the other names that each answers to.
  package init(_ name: String, among actions: [(id: String, also: [String])]) {
    self.name = name
    ids = actions.map(\.id)
    let owners = actions.indices.flatMap { index in
      ([actions[index].id] + actions[index].also).map { ($0, index) }
    }
    let actionOfName = Dictionary(owners) { first, _ in first }
    var found: [Int] = []
    for candidate in Suggestion.near(name, among: owners.map(\.0)) {
      if let index = actionOfName[candidate], !found.contains(index) { found.append(index) }
    }
    near = found.prefix(Self.nearLimit).map { index in
      let (id, also) = actions[index]
      return also.isEmpty ? id : "\(id) (\(also.joined(separator: ", ")))"
    }
  }

  package init(_ name: String, on board: Board) {
    self.init(name, among: board.actions.map { ($0.id, $0.also) })
  }

  /// Without the names of actions that are not similar.
  package var description: String {
    "there is no action \(quoted(String(name.prefix(Self.nameLimit))))"
      + (near.isEmpty ? "" : ". Near: \(near.joined(separator: ", "))")
  }

  /// With a way to the names of the actions if none is similar.
  package var withWay: String {
    if !near.isEmpty { return description }
    return ids.count > Self.listLimit
      ? "\(description). `signalbox list` lists the \(ids.count) actions"
      : "\(description). There are: \(ids.joined(separator: ", "))"
  }
}
