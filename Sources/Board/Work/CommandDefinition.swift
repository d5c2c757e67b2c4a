/// A command that runs as a child process.
///
///     let build = CommandDefinition(.shell("swift build"), environment: ["CONFIGURATION": "debug"])
public struct CommandDefinition: Sendable, Equatable {
  public let invocation: Invocation
  /// The working directory; nil for that of signalbox. A relative path is relative to that directory, too.
  /// The commands of a board that was loaded from a file have absolute paths.
  public let directory: String?
  /// The paths of files with variables, which are read at each start: those of a later file override those of
  /// an earlier one. They are relative like ``directory``.
  public let environmentFiles: [String]
  /// Variables that are added to the inherited environment and to those of the files, and override them.
  public let environment: [String: String]
  /// What it has as its terminal.
  public let terminal: TerminalUse

  /// What is executed.
  public enum Invocation: Sendable, Equatable {
    /// Text for `sh -c`.
    case shell(String)
    /// A program, which is looked up in `PATH`, and its arguments. Never empty.
    case arguments([String])
  }

  public init(
    _ invocation: Invocation, directory: String? = nil, environmentFiles: [String] = [],
    environment: [String: String] = [:], terminal: TerminalUse = .output
  ) {
    self.invocation = invocation
    self.directory = directory
    self.environmentFiles = environmentFiles
    self.environment = environment
    self.terminal = terminal
  }
}
