/// A child process: what it is and where it runs.
///
///     let build = CommandDefinition(.shell("swift build"), environment: ["CONFIGURATION": "debug"])
public struct CommandDefinition: Sendable, Equatable {
  public let invocation: Invocation
  /// The directory it runs in, as the board has it; nil for the one that signalbox runs in. A relative one
  /// counts from there too.
  public let directory: String?
  /// Variables that are added to the inherited environment, or replace what is there.
  public let environment: [String: String]

  /// How the process is named.
  public enum Invocation: Sendable, Equatable {
    /// A text for `sh -c`.
    case shell(String)
    /// The program, looked up in `PATH`, and its arguments. Never empty.
    case arguments([String])
  }

  public init(_ invocation: Invocation, directory: String? = nil, environment: [String: String] = [:]) {
    self.invocation = invocation
    self.directory = directory
    self.environment = environment
  }
}
