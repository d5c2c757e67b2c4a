/// What a command is.
public enum Invocation: Sendable, Equatable {
  /// A text for `/bin/sh -c`.
  case shell(String)
  /// A program and its arguments. A name without a slash is looked up in `PATH`; a relative path starts at the
  /// directory that the command runs in.
  case arguments([String])
}
