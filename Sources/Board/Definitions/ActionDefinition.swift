/// One action of a board: what it does, when it may, and how it is shown.
///
/// Two definitions are equal when they mean the same, wherever they stand in their files, so that a board
/// that is read again tells which actions changed.
public struct ActionDefinition: Sendable, Equatable, Identifiable {
  /// Its name in the file, in guards and on the command line: letters, digits, `-` and `_`.
  public let id: String
  /// What its button says; the id when the board has none.
  public let title: String
  /// The key that presses its button; nil when it is reached by focus only, or has several buttons.
  public let key: ButtonKey?
  /// The buttons it has instead of one; empty when it has one, without an input. Only commands have some.
  public let buttons: [ButtonDefinition]
  public let work: WorkDefinition
  /// When it may start.
  public let enabledIf: Guard
  /// How its output tells progress; nil when it does not.
  public let progress: ProgressPattern?
  /// How its output tells the current value; nil when the last line is the value.
  public let status: OutputPattern?
  /// After which time an attempt is ended and counts as failed; nil for never. Longer than nothing.
  public let timeout: Duration?
  /// The interval in which it runs by itself; nil when it does not. At least 100 milliseconds.
  public let every: Duration?
  /// Which failure in a row is the first that counts; at least 1.
  public let failuresBeforeError: Int
  /// What is done about an attempt that failed; nil when the run has failed with it.
  public let retry: RetryPolicy?
  /// Whether its runs neither spin nor light the network indicator.
  public let isQuiet: Bool
  public let error: ErrorPolicy
  /// Whom a change of its state is told; nil when nobody.
  public let notify: NotifyPolicy?
  /// The question to be answered with yes before it starts; nil when none is asked.
  public let confirmation: String?
  public let whileRunning: WhileRunning

  public init(
    id: String, title: String? = nil, key: ButtonKey? = nil, buttons: [ButtonDefinition] = [],
    work: WorkDefinition,
    enabledIf: Guard = .always, progress: ProgressPattern? = nil, status: OutputPattern? = nil,
    timeout: Duration? = nil, every: Duration? = nil, failuresBeforeError: Int = 1, retry: RetryPolicy? = nil,
    isQuiet: Bool = false, error: ErrorPolicy = ErrorPolicy(), notify: NotifyPolicy? = nil,
    confirmation: String? = nil, whileRunning: WhileRunning = .reject
  ) {
    self.id = id
    self.title = title ?? id
    self.key = key
    self.buttons = buttons
    self.work = work
    self.enabledIf = enabledIf
    self.progress = progress
    self.status = status
    self.timeout = timeout
    self.every = every
    self.failuresBeforeError = failuresBeforeError
    self.retry = retry
    self.isQuiet = isQuiet
    self.error = error
    self.notify = notify
    self.confirmation = confirmation
    self.whileRunning = whileRunning
  }
}
