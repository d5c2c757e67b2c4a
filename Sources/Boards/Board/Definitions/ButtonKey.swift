import Configuration

/// A key of the keyboard that presses a button.
///
///     let key = try ButtonKey("ctrl-b")   // .control("b")
public enum ButtonKey: Sendable, Hashable {
  /// The key that types this character; `D` is Shift and d.
  case character(Character)
  /// F1 to F12.
  case function(Int)
  /// Ctrl and a letter from a to z.
  case control(Character)

  /// Why text is not a valid key for a button.
  public struct Refusal: Error, Equatable {
    /// The reason, on one line.
    public let message: String
    /// What to write instead, on one line.
    public let hint: String?
  }

  /// Parses a key: one character, `f1` to `f12`, or `ctrl-` and a letter.
  /// - Throws: An error if the text is none of these, if the key is reserved for the panel, or if terminals
  ///   cannot distinguish it from another key.
  public init(_ text: String) throws(Refusal) {
    if Self.reservedNames.contains(text.lowercased()) || Self.reservedCharacters.contains(text) {
      throw Refusal(
        message: "the key \(quoted(text)) is reserved for the panel", hint: "reserved keys: \(Self.reserved)")
    }
    try self.init(any: text)
  }

  /// Parses a key, including keys that are reserved for the panel.
  package init(any text: String) throws(Refusal) {
    let name = text.lowercased()
    if let other = Self.indistinguishable[name] {
      throw Refusal(message: "terminals cannot distinguish \(quoted(text)) from \(other)", hint: nil)
    }
    if text.unicodeScalars.count == 1, let character = text.first, character.isTypable {
      self = .character(character)
    } else if name.hasPrefix("f"), let number = Int(name.dropFirst()), name == "f\(number)",
      (1...12).contains(number)
    {
      self = .function(number)
    } else if name.hasPrefix("ctrl-"), name.unicodeScalars.count == 6, let letter = name.last,
      ("a"..."z").contains(letter)
    {
      self = .control(letter)
    } else {
      throw Refusal(
        message: "\(quoted(text)) is not a key",
        hint: Self.meant(by: name) ?? "a key is one character, `f1` to `f12`, or `ctrl-` and a letter")
    }
  }

  /// What was probably meant by `ctrl+b`, `C-b` or `^b`, as other programs write keys.
  private static func meant(by name: String) -> String? {
    let prefix = ["ctrl+", "control-", "control+", "c-", "^", "<c-"].first { name.hasPrefix($0) }
    guard let rest = prefix.map({ name.dropFirst($0.count) }), let letter = rest.first,
      ("a"..."z").contains(letter), rest.dropFirst() == (prefix == "<c-" ? ">" : "")
    else { return nil }
    return "did you mean `ctrl-\(letter)`?"
  }

  private static let reserved =
    "q ? !, Tab, Enter, Space, Esc, arrows, PgUp, PgDn, Home, End and "
    + "ctrl- with c d e f g l n o p r t u v w y z"
  private static let reservedCharacters: Set = ["q", "?", "!", " "]
  private static let reservedNames: Set = [
    "tab", "enter", "return", "space", "esc", "escape", "up", "down", "left", "right", "pgup", "pgdn",
    "pageup", "pagedown", "home", "end",
    "ctrl-c", "ctrl-d", "ctrl-e", "ctrl-f", "ctrl-g", "ctrl-l", "ctrl-n", "ctrl-o", "ctrl-p", "ctrl-r",
    "ctrl-t",
    "ctrl-u", "ctrl-v",
    "ctrl-w", "ctrl-y", "ctrl-z",
  ]
  private static let indistinguishable = [
    "ctrl-h": "Backspace", "ctrl-i": "Tab", "ctrl-j": "Enter", "ctrl-m": "Enter",
  ]
}

extension ButtonKey: CustomStringConvertible {
  /// The key as written in a board file.
  public var description: String {
    switch self {
    case .character(let character): String(character)
    case .function(let number): "f\(number)"
    case .control(let letter): "ctrl-\(letter)"
    }
  }
}

extension Character {
  /// Whether a key can type it: a visible character that is not a combining mark.
  fileprivate var isTypable: Bool {
    unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .nonspacingMark, .enclosingMark, .spacingMark, .lineSeparator,
        .paragraphSeparator,
        .spaceSeparator, .surrogate, .unassigned, .privateUse:
        false
      default: true
      }
    }
  }
}
