internal import Configuration

/// A value in the text of a board.
indirect enum BoardValue: Sendable, Equatable {
  case text(String)
  /// A number, a duration or a word of the format, which needs no quotes.
  case word(String)
  case list([BoardValue])
  /// A list with a line for each element.
  case rows([BoardValue])
  case mapping([Entry])

  struct Entry: Sendable, Equatable {
    let key: String
    let value: BoardValue
  }

  static func options(_ entries: [(String, BoardValue?)]) -> BoardValue {
    .mapping(entries.compactMap { key, value in value.map { Entry(key: key, value: $0) } })
  }

  /// In one line.
  var flow: String {
    switch self {
    case .text(let text): Self.quoted(text, inFlow: true)
    case .word(let word): word
    case .list(let values), .rows(let values): "[\(values.map(\.flow).joined(separator: ", "))]"
    case .mapping(let entries):
      "{ \(entries.map { "\(Self.quoted($0.key, inFlow: true)): \($0.value.flow)" }.joined(separator: ", ")) }"
    }
  }

  /// As the value of a key: in its line, or as a block below it.
  func written(indentation: String) -> String {
    if case .text(let text) = self {
      return Self.block(text, indentation: indentation) ?? Self.quoted(text, inFlow: false)
    }
    guard case .rows(let values) = self else { return flow }
    return values.map { "\n\(indentation)- \($0.flow)" }.joined()
  }

  /// Text of several lines as a block; nil if it has to be in quotes.
  private static func block(_ text: String, indentation: String) -> String? {
    guard text.contains("\n"), let first = text.first, first != " ", first != "\n", first != "\t",
      !text.hasSuffix("\n\n"), !text.hasSuffix(" \n"),
      text.unicodeScalars.allSatisfy({ $0 == "\n" || $0 == "\t" || !$0.isUnsafeToShow && $0 != "\u{FEFF}" })
    else { return nil }
    let hasEnd = text.hasSuffix("\n")
    let lines = (hasEnd ? text.dropLast() : text[...]).split(
      separator: "\n", omittingEmptySubsequences: false)
    guard lines.last?.contains(where: { $0 != " " && $0 != "\t" }) == true else { return nil }
    return (hasEnd ? "|\n" : "|-\n")
      + lines.map { $0.isEmpty ? "" : "\(indentation)\($0)" }.joined(separator: "\n")
  }

  private static let words: Set = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"]

  /// A text, in quotes unless it is plain words.
  static func quoted(_ text: String, inFlow: Bool) -> String {
    let isPlain =
      text.utf8.first.map { $0.isLetter } == true && !text.hasSuffix(" ")
      && text.utf8.allSatisfy { $0.isLetter || (48...57).contains($0) || " _-./".utf8.contains($0) }
      && !words.contains(text.lowercased())
    if isPlain { return text }
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _
      where scalar.isUnsafeToShow || scalar == "\u{FEFF}" || scalar.value >= 0xFFFE && scalar.value <= 0xFFFF:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { (65...90).contains(self) || (97...122).contains(self) }
}

extension String {
  /// The text in an option in which `${NAME}` would be a variable.
  var withoutVariables: String { replacing("${", with: "$${") }
}
