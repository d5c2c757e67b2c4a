/// How the command of an action is stopped when it is cancelled, times out or is restarted.
///
/// First `keys` are typed and then `command` runs, if there are any, then the signal is sent, then SIGKILL.
/// Each step follows when the grace period of the one before has passed; a command that fails is followed by
/// the signal at once.
public struct StopPolicy: Sendable, Equatable {
  /// A signal that asks a program to end. The raw values are the names that `kill` uses.
  public enum Signal: String, Sendable, CaseIterable {
    case hangUp = "HUP"
    case interrupt = "INT"
    case quit = "QUIT"
    case abort = "ABRT"
    case kill = "KILL"
    case user1 = "USR1"
    case user2 = "USR2"
    case terminate = "TERM"
    case windowChange = "WINCH"
  }

  /// The signal that all processes of the command's group receive; nil for the usual one of the command.
  public let signal: Signal?
  /// How long the program has to end after each step. Always positive.
  public let grace: Duration
  /// What is typed into the terminal of the program first, to end it; nil for nothing.
  public let keys: TypedKeys?
  /// What asks the program to end before a signal does; nil for nothing.
  public let command: CommandDefinition.Invocation?

  /// The grace period if the board does not set one.
  public static let defaultGrace = Duration.seconds(10)

  public init(
    signal: Signal? = nil, grace: Duration = Self.defaultGrace, keys: TypedKeys? = nil,
    command: CommandDefinition.Invocation? = nil
  ) {
    self.signal = signal
    self.grace = grace
    self.keys = keys
    self.command = command
  }
}
