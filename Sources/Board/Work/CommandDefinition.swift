/// A command that runs as a child process.
///
///     let build = CommandDefinition(.shell("swift build"), environment: ["CONFIGURATION": "debug"])
public struct CommandDefinition: Sendable, Equatable {
  public let invocation: Invocation
  /// The working directory; nil for that of signalbox. A relative path is relative to that directory, too.
  /// The commands of a board that was loaded from a file have absolute paths.
  public let directory: String?
  /// Variables that are added to the inherited environment, and override it.
  public let environment: [String: String]

  /// What is executed.
  public enum Invocation: Sendable, Equatable {
    /// Text for `sh -c`.
    case shell(String)
    /// A program, which is looked up in `PATH`, and its arguments. Never empty.
    case arguments([String])
  }

  public init(_ invocation: Invocation, directory: String? = nil, environment: [String: String] = [:]) {
    self.invocation = invocation
    self.directory = directory
    self.environment = environment
  }
}
