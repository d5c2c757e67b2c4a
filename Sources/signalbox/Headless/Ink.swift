/// Colours for a terminal; without them, text stays as it is.
struct Ink: Sendable, Equatable {
  let hasColor: Bool

  func red(_ text: String) -> String { paint(text, "31") }
  func green(_ text: String) -> String { paint(text, "32") }
  func yellow(_ text: String) -> String { paint(text, "33") }
  func cyan(_ text: String) -> String { paint(text, "36") }
  func dim(_ text: String) -> String { paint(text, "2") }
  func bold(_ text: String) -> String { paint(text, "1") }

  /// Every terminal since the VT100 that has colours has these (ECMA-48, SGR).
  private func paint(_ text: String, _ parameter: String) -> String {
    hasColor ? "\u{1B}[\(parameter)m\(text)\u{1B}[0m" : text
  }
}
