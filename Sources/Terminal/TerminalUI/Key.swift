/// A key, or a combination of keys that a terminal reports as one.
public enum Key: Hashable, Sendable {
  /// A printable character, including the space.
  case character(Character)
  /// Ctrl with a letter or another character; letters are lower case.
  case control(Character)
  /// A function key, numbered from 1.
  case function(Int)
  case enter, tab, backTab, escape, backspace, delete, insert
  case up, down, left, right, home, end, pageUp, pageDown

  /// The name of the key on screen: "a", "Space", "Ctrl-C", "F5", "PgUp".
  public var name: String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): String(character)
    case .control(let character): "Ctrl-" + character.uppercased()
    case .function(let number): "F\(number)"
    default: Key.names.first { $0.key == self }?.name ?? ""
    }
  }

  /// The key with this name; case is ignored. A single character is the key for itself. Nil if there is no
  /// key with this name.
  public init?(name: String) {
    if name.count == 1, let character = name.first {
      guard TextWidth.of(character) > 0 else { return nil }
      self = .character(character)
      return
    }
    let lower = name.lowercased()
    if lower.hasPrefix("ctrl-"), lower.count == 6, let character = lower.last {
      self = .control(character)
    } else if lower.first == "f", let number = Int(lower.dropFirst()), (1...63).contains(number) {
      self = .function(number)
    } else {
      self.init(word: name)
    }
  }

  /// The key whose name is this word, such as "space" or "PgUp"; case is ignored. Nil for any other name.
  public init?(word: String) {
    let lower = word.lowercased()
    guard let named = Key.names.first(where: { $0.name.lowercased() == lower }) else { return nil }
    self = named.key
  }

  /// The names that are words, in lower case.
  public static var words: [String] { names.map { $0.name.lowercased() } }

  private static let names: [(key: Key, name: String)] = [
    (.character(" "), "Space"), (.enter, "Enter"), (.tab, "Tab"), (.backTab, "Shift-Tab"), (.escape, "Esc"),
    (.backspace, "Backspace"), (.delete, "Del"), (.insert, "Ins"),
    (.up, "Up"), (.down, "Down"), (.left, "Left"), (.right, "Right"),
    (.home, "Home"), (.end, "End"), (.pageUp, "PgUp"), (.pageDown, "PgDn"),
  ]
}
