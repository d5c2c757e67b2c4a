/// A command that runs as a child process.
///
///     let build = CommandDefinition(.shell("swift build"), environment: ["CONFIGURATION": "debug"])
public struct CommandDefinition: Sendable, Equatable {
  public let invocation: Invocation
  /// The working directory; nil for that of signalbox. A relative path is relative to that directory, too.
  /// The commands of a board that was loaded from a file have absolute paths, unless they begin with a
  /// variable.
  public let directory: VariableText?
  /// What ``directory`` is relative to if it begins with a variable whose value is a relative path; nil for
  /// the directory of signalbox.
  public let directoryBase: String?
  /// Files with variables, which are read at each start: those of a later file override those of an earlier
  /// one, and inherited ones override them all, unless the file says otherwise.
  public let environmentFiles: [VariableFile]
  /// Variables that are added to the inherited environment and to those of the files, and override them; nil
  /// for one that the command must not have.
  public let environment: [String: VariableText?]
  /// What it has as its terminal.
  public let terminal: TerminalUse
  /// When a person who presses it enters it; nil if it has no terminal of its own.
  public let enter: EnterPolicy?
  /// When a program that people can enter asks them something.
  public let questions: QuestionRule
  /// The exit codes with which it succeeds. Never empty.
  public let successCodes: Set<Int32>

  /// The exit codes if the board does not set them.
  public static let defaultSuccessCodes: Set<Int32> = [0]

  /// Whether its questions are noticed.
  public var canAsk: Bool { terminal == .full && questions != .never }

  /// What is executed.
  public enum Invocation: Sendable, Equatable {
    /// Text for `sh -c`.
    case shell(String)
    /// Text for another shell, whose last argument it is: a program and its other arguments. Never empty.
    case text(String, shell: [String])
    /// Text whose first line, `#!`, names its interpreter: a program and its arguments. Never empty.
    case script(String, interpreter: [String])
    /// A program, which is looked up in `PATH`, and its arguments. Never empty, and the program is a text.
    case arguments([CommandArgument])
  }

  /// The signal that asks it to end, unless the board names another one. A shell ignores SIGTERM while it
  /// waits for keys, and ends when its terminal does.
  public var usualStopSignal: StopPolicy.Signal { terminal == .full ? .hangUp : .terminate }

  public init(
    _ invocation: Invocation, directory: VariableText? = nil, directoryBase: String? = nil,
    environmentFiles: [VariableFile] = [], environment: [String: VariableText?] = [:],
    terminal: TerminalUse = .output, enter: EnterPolicy? = nil, questions: QuestionRule = .usual,
    successCodes: Set<Int32> = Self.defaultSuccessCodes
  ) {
    self.invocation = invocation
    self.directory = directory
    self.directoryBase = directoryBase
    self.environmentFiles = environmentFiles
    self.environment = environment
    self.terminal = terminal
    self.enter = terminal == .full ? enter ?? invocation.usualEnterPolicy : nil
    self.questions = questions
    self.successCodes = successCodes
  }
}
