internal import Headless
internal import Processes

extension StandardOutput {
  /// Writes lines for people.
  func write(lines: [TerminalText]) { write(lines.map { $0.string + "\n" }.joined()) }
}
