import Configuration

extension Field {
  /// Reports the first character of an address that cannot be a part of one, at its place.
  /// - Parameter hint: What to write instead of a character; nil for the usual advice about names.
  /// - Returns: Whether there is such a character.
  func refusesCharacter(
    in scalar: YAMLScalar, hint: (Unicode.Scalar) -> String? = { _ in nil }
  ) -> Bool {
    let scalars = scalar.text.unicodeScalars
    guard let index = scalars.firstIndex(where: { !$0.isPartOfAddress }) else { return false }
    let character = scalars[index]
    // It may contain a password.
    if scalar.text.contains("@") { report.conceal(scalar) }
    report.mistake(
      "\(name) contains \(character.nameInAddress), which an address cannot contain",
      at: locations(in: scalar)(scalars.distance(from: scalars.startIndex, to: index)),
      hint: hint(character)
        ?? (character.isASCII ? nil : "a name with such letters has a form that begins with `xn--`"))
    return true
  }
}

extension Unicode.Scalar {
  fileprivate var nameInAddress: String {
    if self == " " { return "a space" }
    return isUnsafeToShow ? nameOfUnsafe : "\(quoted(String(self))) (\(codePoint))"
  }

  /// How it is written in the path or the query of an address.
  var percentEncoded: String {
    let digits = Array("0123456789ABCDEF")
    return UTF8.encode(self)?.map { "%\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }.joined() ?? ""
  }
}

extension VariableText {
  /// The text with the defaults of its variables, and with 1 for those that have none: a valid name and port.
  var sample: String { (try? text { name in defaults[name] == nil ? "1" : nil }) ?? "" }

  /// Whether the value of a variable without a default decides what it is.
  var dependsOnValues: Bool { variables.contains { $0.fallback == nil } }

  private var defaults: [String: String] {
    Dictionary(variables.compactMap { variable in variable.fallback.map { (variable.name, $0) } }) { $1 }
  }
}
