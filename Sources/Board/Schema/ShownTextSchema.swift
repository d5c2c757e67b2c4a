import Configuration

extension ValueReader where Value == String {
  /// Text that is displayed: one line that is not empty, without control characters.
  static var shownText: Self {
    Self { field in
      guard let text = Self.text.read(field), let scalar = field.node.scalar else { return nil }
      let scalars = text.unicodeScalars
      guard let index = scalars.firstIndex(where: \.isUnsafeToShow) else { return text }
      let place = field.locations(in: scalar)(scalars.distance(from: scalars.startIndex, to: index))
      field.report.mistake(
        "\(field.name) contains \(scalars[index].nameOfUnsafe)", at: place,
        hint: scalars[index] == "\n" && scalar.style == .block
          ? "it is shown in one line: `>-` joins the lines of a block"
          : "what is shown is one line of plain text")
      return nil
    }
  }
}

extension Unicode.Scalar {
  /// What a message calls a scalar that is not safe to show: "the control character U+001B".
  var nameOfUnsafe: String {
    switch self {
    case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": "the line break \(codePoint)"
    case _ where isControl: "the control character \(codePoint)"
    default: "the bidirectional control \(codePoint)"
    }
  }
}
