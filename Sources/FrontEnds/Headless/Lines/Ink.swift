/// The colours of text for a terminal. Without colours, text is unchanged.
package struct Ink: Sendable, Equatable {
  private let hasColor: Bool

  package init(hasColor: Bool) { self.hasColor = hasColor }

  func red(_ text: TerminalText) -> TerminalText { paint(text, "31") }
  func green(_ text: TerminalText) -> TerminalText { paint(text, "32") }
  func yellow(_ text: TerminalText) -> TerminalText { paint(text, "33") }
  func cyan(_ text: TerminalText) -> TerminalText { paint(text, "36") }
  func dim(_ text: TerminalText) -> TerminalText { paint(text, "2") }
  func bold(_ text: TerminalText) -> TerminalText { paint(text, "1") }

  /// All terminals with colours support these sequences (ECMA-48, SGR).
  private func paint(_ text: TerminalText, _ parameter: String) -> TerminalText {
    hasColor ? "\u{1B}[\(parameter)m\(text)\u{1B}[0m" : text
  }
}
