/// Breaks a text into rows of a given width. Like a terminal, it breaks anywhere, but never inside a
/// character.
public enum TextBreaks {
  /// The beginnings of the rows, as UTF-8 offsets into the text; the first is 0.
  public static func offsets(in text: String, width: Int) -> [Int] {
    let width = max(1, width)
    let length = text.utf8.count
    // No character is wider than its number of bytes.
    if length <= width { return [0] }
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return Array(stride(from: 0, to: length, by: width)) }
    var offsets = [0]
    var offset = 0
    var column = 0
    for character in text {
      let columns = TextWidth.of(character)
      if column > 0, column + columns > width {
        offsets.append(offset)
        column = 0
      }
      column += columns
      offset += character.utf8.count
    }
    return offsets
  }
}
