internal import Board
internal import Configuration

/// A found action with what it is called on a board.
package struct NamedAction: Sendable, Equatable {
  /// Its name on the board.
  package var id: String
  /// What says that it is the same action when its files are read again: its name on the board may be that of
  /// another one then.
  var identity: String
  /// Other names that it answers to.
  package var also: [String] = []
  package var group: String?
  package var key: Character?
  package var found: FoundAction
  /// What must have happened before, as a guard; nil for nothing.
  package var guardText: String?
}

extension NamedAction {
  /// Where it comes from, beside its summary and its command.
  var origin: ForeignOrigin {
    ForeignOrigin(
      identity: identity, file: found.place.file, line: found.place.line, body: found.body,
      known: [found.summary, found.command.text].compactMap { $0 })
  }
}

extension Project {
  /// The actions with their names, in the order of the panel.
  /// - Parameter keys: The keys of actions that have some already, by their identities.
  package func namedActions(keeping keys: [String: Character] = [:]) -> [NamedAction] {
    var named: [NamedAction] = []
    var taken: Set<String> = ["network", "errors"]
    let counts = Dictionary(
      groups.flatMap { group in Set(group.actions.map(\.name)).map { ($0, 1) } }, uniquingKeysWith: +)
    for group in groups {
      var ids: [String: String] = [:]
      let shared = group.sharedPrefixes
      let isOnly = groups.first { $0.format == group.format }?.file == group.file
      let source = isOnly ? group.format.rawValue : group.file
      for action in group.actions {
        var id = action.name.asIdentifier
        let isDouble = counts[action.name, default: 0] > 1
        if isDouble, taken.contains(id) { id = "\(group.qualifier.asIdentifier)-\(id)" }
        id = id.unused(in: taken)
        taken.insert(id)
        ids[action.name] = id
        var result = NamedAction(id: id, identity: "\(source) \(action.name)", found: action)
        result.also = (isDouble ? [] : [action.name].filter { $0 != id }) + action.aliases
        if groups.count > 1 { result.also.append("\(group.qualifier):\(action.name)") }
        result.group =
          groups.count > 1
          ? "\(group.tool) · \(group.file)" : action.section ?? shared[action.name.prefixBeforeColon ?? ""]
        named.append(result)
      }
      for index in named.indices.suffix(group.actions.count) {
        named[index].guardText = Self.guardText(named[index].found.needs, ids)
      }
    }
    Self.makeUnique(&named)
    let kept = named.indices.compactMap { index in keys[named[index].identity].map { (index, $0) } }
    let letters = KeyChoice.keys(
      of: named.map(\.found.name), kept: Dictionary(kept, uniquingKeysWith: { first, _ in first }))
    for (index, letter) in letters.enumerated() { named[index].key = letter }
    return named
  }

  private static func guardText(_ needs: [FoundAction.Need], _ ids: [String: String]) -> String? {
    let conditions = needs.compactMap { need in
      ids[need.name].map { id in
        switch need.condition {
        case .ready: "\(id).ready"
        case .running: "\(id).running"
        case .succeeded: "\(id).succeeded"
        case .ended: "(\(id).succeeded || \(id).failed)"
        }
      }
    }
    return conditions.isEmpty ? nil : conditions.joined(separator: " && ")
  }

  /// Leaves out other names that are taken: names come first, then the earlier action.
  private static func makeUnique(_ named: inout [NamedAction]) {
    var taken = Set(named.map(\.id))
    for index in named.indices {
      named[index].also = named[index].also.filter { name in
        !name.isEmpty && !name.hasPrefix("-") && !name.unicodeScalars.contains { $0.isUnfitForName }
          && taken.insert(name).inserted
      }
    }
  }
}

extension Project.Group {
  /// What precedes the names of its actions where files have the same: `pnpm:build`.
  fileprivate var qualifier: String { tool.split(separator: " ").last.map(String.init) ?? tool }

  /// What two or more names have before their first colon.
  fileprivate var sharedPrefixes: [String: String] {
    let prefixes = actions.compactMap(\.name.prefixBeforeColon)
    let counts = Dictionary(prefixes.map { ($0, 1) }, uniquingKeysWith: +)
    return Dictionary(counts.filter { $0.value > 1 }.map { ($0.key, $0.key) }) { $1 }
  }
}

extension Unicode.Scalar {
  /// Whether a name that is typed on a command line cannot have it.
  var isUnfitForName: Bool {
    properties.isWhitespace || isUnsafeToShow || properties.generalCategory == .format
  }
}

extension String {
  fileprivate var prefixBeforeColon: String? {
    firstIndex(of: ":").flatMap { $0 == startIndex ? nil : String(self[..<$0]) }
  }

  /// As the name of an action: other characters than letters, digits, `-` and `_` are `_`.
  var asIdentifier: String {
    let text = String(
      String.UnicodeScalarView(
        unicodeScalars.map { scalar in
          switch scalar {
          case "a"..."z", "A"..."Z", "0"..."9", "-", "_": scalar
          default: "_"
          }
        }))
    return text.isEmpty || text.hasPrefix("-") ? "_" + text : text
  }

  fileprivate func unused(in taken: Set<String>) -> String {
    guard taken.contains(self) else { return self }
    if self == "network" || self == "errors" { return (self + "_").unused(in: taken) }
    var number = 2
    while taken.contains("\(self)_\(number)") { number += 1 }
    return "\(self)_\(number)"
  }
}
