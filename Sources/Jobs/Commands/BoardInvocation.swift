internal import Board
internal import Processes

extension Invocation {
  /// The invocation that a board names.
  init(_ invocation: CommandDefinition.Invocation) {
    self =
      switch invocation {
      case .shell(let script): .shell(script)
      case .text(let text, let shell): .arguments(shell + [text])
      case .script(let text, let interpreter): .script(text, interpreter: interpreter)
      case .arguments(let arguments): .arguments(arguments)
      }
  }
}
