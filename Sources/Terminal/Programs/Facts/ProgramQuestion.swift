/// What a program on a terminal waits for: the answer of a person.
package struct ProgramQuestion: Sendable, Equatable {
  /// Identifies it among all questions of this process. The next one has a higher number, also if it has the
  /// same text.
  package var number: UInt64
  /// The line that the program has begun, such as "Password:"; empty if there is none.
  package var text: String
  /// Whether what is typed must not be shown.
  package var isHidden: Bool

  /// The most characters of a text. Its end is kept.
  package static let textLimit = 200

  package init(number: UInt64, text: String, isHidden: Bool) {
    self.number = number
    self.text = text
    self.isHidden = isHidden
  }

  /// The question in a few words.
  package var words: String { text.isEmpty ? "a hidden input" : text }
}
