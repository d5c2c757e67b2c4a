import Configuration

extension ValueReader where Value == String {
  /// Text that is shown: one line, not empty, without control characters.
  static var shownText: Self { shownText { $0 } }

  /// Text that is shown as a label. A tab in it is a space.
  static var title: Self { shownText { $0 == "\t" ? " " : $0 } }

  /// A question before a start. `true` is the general one, and `false` is none.
  static var question: Self {
    Self(.text) { field in
      let text = shownText.read(field)
      guard let scalar = field.node.scalar, scalar.style == .plain else { return text }
      return switch scalar.text {
      case "true": "Start it?"
      case "false": nil
      default: text
      }
    }
  }

  private static func shownText(_ shown: @escaping (Unicode.Scalar) -> Unicode.Scalar) -> Self {
    Self(.text) { field in
      guard let read = Self.text.read(field), let scalar = field.node.scalar else { return nil }
      let text = String(String.UnicodeScalarView(read.unicodeScalars.map(shown)))
      let scalars = text.unicodeScalars
      guard let index = scalars.firstIndex(where: \.isUnsafeToShow) else { return text }
      let location = field.locations(in: scalar)(scalars.distance(from: scalars.startIndex, to: index))
      field.report.mistake(
        "\(field.name) contains \(scalars[index].nameOfUnsafe)", at: location,
        hint: scalars[index] == "\n" && scalar.style == .block
          ? "it must be one line; `>-` joins the lines of a block" : "it must be one line of plain text")
      return nil
    }
  }
}

extension Unicode.Scalar {
  /// The name of an unsafe scalar in messages: "the control character U+001B".
  var nameOfUnsafe: String {
    switch self {
    case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": "the line break \(codePoint)"
    case _ where isControl: "the control character \(codePoint)"
    default: "the bidirectional control \(codePoint)"
    }
  }
}
