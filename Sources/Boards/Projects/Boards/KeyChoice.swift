/// Which letters press the actions of a project: always a letter of their name that means nothing else in the
/// panel.
package enum KeyChoice {
  /// Letters that have a meaning in the panel.
  package static let taken = Set("qefgahijklmnowxyzAEFGHLNORWX")

  /// Names that have a letter which people expect.
  private static let usual: [String: Character] = [
    "dev": "d", "build": "b", "test": "t", "start": "s", "run": "r", "check": "c", "up": "u", "preview": "p",
    "serve": "v", "lint": "I", "format": "T",
  ]

  /// Words of names that change what cannot be brought back: they need a capital letter, and are asked about.
  private static let grave: Set = [
    "deploy", "publish", "release", "destroy", "drop", "reset", "prune", "purge", "delete", "remove",
    "uninstall", "down", "push", "rollback", "force", "eject",
  ]

  package static func isGrave(_ name: String) -> Bool { words(of: name).contains(where: grave.contains) }

  /// A key for each name, nil for none.
  /// - Parameter kept: The keys that actions with an id have already, by the index of their name.
  package static func keys(of names: [String], kept: [Int: Character] = [:]) -> [Character?] {
    var keys: [Character?] = names.map { _ in nil }
    var used = taken
    for (index, key) in kept.sorted(by: { $0.key < $1.key })
    where keys.indices.contains(index) && !used.contains(key) {
      keys[index] = key
      used.insert(key)
    }
    func give(_ key: Character, to index: Int) -> Bool {
      guard used.insert(key).inserted else { return false }
      keys[index] = key
      return true
    }
    for (index, name) in names.enumerated() where keys[index] == nil {
      if let key = usual[name.lowercased()] { _ = give(key, to: index) }
    }
    for (index, name) in names.enumerated() where keys[index] == nil {
      for key in candidates(for: name) where give(key, to: index) { break }
    }
    return keys
  }

  private static func candidates(for name: String) -> [Character] {
    let words = words(of: name)
    let order = name.contains(":") ? words.prefix(1) + words.dropFirst().reversed() : words[...]
    let isGrave = isGrave(name)
    return order.flatMap { word -> [Character] in
      guard let first = word.first, first.isASCII, first.isLetter else { return [] }
      let capital = Character(first.uppercased())
      return isGrave ? [capital] : [first, capital]
    }
  }

  private static func words(of name: String) -> [String] {
    name.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }
}
