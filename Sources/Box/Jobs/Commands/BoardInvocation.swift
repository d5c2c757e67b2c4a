internal import Board
internal import Processes

extension Invocation {
  /// The invocation that a board names.
  /// - Parameters:
  ///   - form: What is entered for it.
  ///   - values: What was entered for this run.
  init(_ invocation: CommandDefinition.Invocation, _ form: InputForm = .none, _ values: InputValues? = nil) {
    self =
      switch invocation {
      case .shell(let script): .shell(script)
      case .text(let text, let shell): .arguments(shell + [text])
      case .script(let text, let interpreter): .script(text, interpreter: interpreter)
      case .arguments(let arguments): .arguments(arguments.texts(form, values))
      }
  }
}
