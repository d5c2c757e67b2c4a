/// What a command has as its terminal.
public enum TerminalUse: String, Sendable, CaseIterable {
  /// Its output is a pseudo-terminal, so that it prints as it does for a person: line by line, in colours.
  /// Its input is empty, and it has no controlling terminal.
  case output
  /// It has a terminal of its own for input and output, which people can enter: editors, shells, and programs
  /// that ask for a password.
  case full
  /// Its output is a pipe.
  case none
}
