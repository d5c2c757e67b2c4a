/// A request to answer a question of a program. Its text is in no message and in no history.
package struct AnswerOrder {
  /// The name of the action.
  package var action: String
  /// The number of the question. Nothing is typed if the program asks something else, or nothing.
  package var question: UInt64
  /// What is typed, without the end of the line.
  package var text: String
  /// Called once: with nil if it was typed, otherwise with the reason, without the name of the action.
  package var onAnswer: @MainActor (_ refusal: String?) -> Void = { _ in }

  package init(_ action: String, question: UInt64, text: String) {
    self.action = action
    self.question = question
    self.text = text
  }
}
