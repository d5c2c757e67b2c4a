/// One row of editable text, with the editing keys of a shell's command line.
///
/// The cursor is drawn as a reversed cell, because the terminal's cursor is hidden. If the text is longer
/// than the row, the part around the cursor is shown.
public struct TextField: Widget, Hashable, Sendable {
  /// The maximum number of characters in a field.
  public static let limit = 1_000

  /// The text to the left of the cursor. `after` is the rest, which begins under the cursor.
  private var before: String
  private var after = ""

  /// A field with the cursor at the end of its text.
  public init(_ text: String = "") {
    before = String(text.prefix(TextField.limit))
  }

  public var text: String { before + after }

  /// A field with the same length and cursor that shows nothing of the text.
  public var masked: TextField { masked(by: "*") }

  /// The same, with another sign in place of each character.
  public func masked(by sign: Character) -> TextField {
    var masked = TextField(String(repeating: sign, count: before.count))
    masked.after = String(repeating: sign, count: after.count)
    return masked
  }

  /// Inserts a text at the cursor. Line breaks and tabs are replaced by spaces; other control characters are
  /// removed.
  public mutating func insert(_ text: String) {
    let room = TextField.limit - self.text.count
    let typed = text.map { $0.isNewline || $0 == "\t" ? " " : $0 }
      .filter { character in
        character.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
      }
    before += String(typed.prefix(max(0, room)))
  }

  /// Handles an editing key. Returns false, without an effect, if the key is not an editing key.
  public mutating func take(_ key: Key) -> Bool {
    switch key {
    case .character(let character): insert(String(character))
    case .backspace: _ = before.popLast()
    case .delete: if !after.isEmpty { after.removeFirst() }
    case .control("u"): before = ""
    case .control("k"): after = ""
    case .control("w"): deleteWord()
    case .left, .control("b"): if let character = before.popLast() { after = String(character) + after }
    case .right, .control("f"): if !after.isEmpty { before.append(after.removeFirst()) }
    case .home, .control("a"): (before, after) = ("", text)
    case .end, .control("e"): (before, after) = (text, "")
    default: return false
    }
    return true
  }

  /// Deletes the word before the cursor and the spaces after that word.
  private mutating func deleteWord() {
    while before.last == " " { before.removeLast() }
    while let last = before.last, last != " " { before.removeLast() }
  }

  /// Draws into the first row of the area.
  public func render(into frame: inout Frame, area: Rect) {
    let row = area.row(0)
    guard !row.isEmpty else { return }
    let cursor = after.first ?? " "
    let width = max(1, TextWidth.of(cursor))
    let left = tail(of: before, width: row.width - width)
    let x = frame.draw(left, at: row.origin, within: row)
    frame.draw(String(after.dropFirst()), at: Point(x: x + width, y: row.y), within: row)
    frame.draw(
      String(cursor), at: Point(x: x, y: row.y), style: Style(attributes: .reverse), within: row)
  }

  /// The longest end of a text that fits.
  private func tail(of text: String, width: Int) -> String {
    var (start, room) = (text.endIndex, width)
    while start > text.startIndex {
      let before = text.index(before: start)
      room -= TextWidth.of(text[before])
      if room < 0 { break }
      start = before
    }
    return String(text[start...])
  }
}
