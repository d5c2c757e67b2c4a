/// One action of a board: what it does, when it may start, and how it is shown.
///
/// Definitions are equal if they mean the same, independent of their location in a file. So the definitions
/// of a reloaded board can be compared with the previous ones.
public struct ActionDefinition: Sendable, Equatable, Identifiable {
  /// The name in the file, in guards and on the command line: letters, digits, `-` and `_`.
  public let id: String
  /// Other names by which commands find it.
  public let also: [String]
  /// The label of its button. By default the id.
  public let title: String
  /// What the board says of it only for people.
  public let notes: ActionNotes
  /// The key that presses its button; nil if there is no key, or if there are several buttons.
  public let key: ButtonKey?
  /// What is entered for a start. Only commands have something other than nothing.
  public let form: InputForm
  public let work: WorkDefinition
  /// The files that its results are made from; nil if they count whatever changes.
  @Indirect public private(set) var inputs: InputFiles?
  /// When it starts because these files have changed; nil if it does not.
  public let watch: WatchPolicy?
  /// The condition under which it may start.
  public let enabledIf: Guard
  /// Finds the progress in its output; nil if it reports no progress.
  public let progress: ProgressPattern?
  /// Finds the current value in its output; nil if the last line is the value.
  public let status: OutputPattern?
  /// The port on which its command is going to listen; nil for none.
  public let port: PortDefinition?
  /// Finds in its output why the command has failed; nil if the last line says it.
  @Indirect public private(set) var failure: OutputPattern?
  /// The file that keeps its output; nil for none.
  @Indirect public private(set) var log: LogDefinition?
  /// Of which runs the last lines survive the box.
  public let keepOutput: KeepOutput
  /// The time limit of an attempt; nil for no limit. Always positive.
  public let timeout: Duration?
  /// The interval in which it runs by itself, at least 100 milliseconds; nil if it does not.
  public let every: Duration?
  /// How many failures in a row make the action fail; at least 1.
  public let failuresBeforeError: Int
  /// How failed attempts are retried; nil for no retries.
  @Indirect public private(set) var retry: RetryPolicy?
  /// What makes its command a service; nil if it is none. A service has no retries, no time limit and no
  /// interval.
  @Indirect public private(set) var service: ServiceDefinition?
  /// When it starts by itself, besides its repeats.
  public let start: StartPolicy
  /// What its end means for the whole board.
  public let onEnd: EndPolicy
  /// How its command is stopped.
  public let stop: StopPolicy
  /// Whether processes that its command leaves in its process group go on when it has ended.
  public let leavesRunning: Bool
  /// Whether its runs are hidden from the spinner and the network indicator.
  public let isQuiet: Bool
  public let error: ErrorPolicy
  /// Which changes of its state send a notification; nil for none.
  @Indirect public private(set) var notify: NotifyPolicy?
  /// The question that must be answered with yes before it starts; nil for no question.
  public let confirmation: String?
  /// What agents may do with it.
  public let agents: AgentPolicy
  public let whileRunning: WhileRunning
  /// What makes it the same for all machines; nil if it is this machine's own.
  public let shared: SharedPolicy?

  public init(
    id: String, also: [String] = [], title: String? = nil, notes: ActionNotes = ActionNotes(),
    key: ButtonKey? = nil, form: InputForm = .none, work: WorkDefinition, inputs: InputFiles? = nil,
    watch: WatchPolicy? = nil,
    enabledIf: Guard = .always, progress: ProgressPattern? = nil, status: OutputPattern? = nil,
    port: PortDefinition? = nil, failure: OutputPattern? = nil, log: LogDefinition? = nil,
    keepOutput: KeepOutput = .failed,
    timeout: Duration? = nil, every: Duration? = nil, failuresBeforeError: Int = 1, retry: RetryPolicy? = nil,
    service: ServiceDefinition? = nil, start: StartPolicy = .manual, onEnd: EndPolicy = .proceed,
    stop: StopPolicy = StopPolicy(),
    leavesRunning: Bool = false, isQuiet: Bool = false, error: ErrorPolicy = ErrorPolicy(),
    notify: NotifyPolicy? = nil,
    confirmation: String? = nil, agents: AgentPolicy? = nil, whileRunning: WhileRunning = .reject,
    shared: SharedPolicy? = nil
  ) {
    self.id = id
    self.also = also
    self.title = title ?? id
    self.notes = notes
    self.key = key
    self.form = form
    self.work = work
    self.inputs = inputs
    self.watch = watch
    self.enabledIf = enabledIf
    self.progress = progress
    self.status = status
    self.port = port
    self.failure = failure
    self.log = log
    self.keepOutput = keepOutput
    self.timeout = timeout
    self.every = every
    self.failuresBeforeError = failuresBeforeError
    self.retry = retry
    self.service = service
    self.start = start
    self.onEnd = onEnd
    self.stop = stop
    self.leavesRunning = leavesRunning
    self.isQuiet = isQuiet
    self.error = error
    self.notify = notify
    self.confirmation = confirmation
    self.agents = agents ?? .usual(confirmation: confirmation)
    self.whileRunning = whileRunning
    self.shared = shared
  }
}

extension ActionDefinition {
  /// The buttons, each with an input. Empty if there is one button, without an input.
  public var buttons: [ButtonDefinition] { form.buttons }

  /// The age from which on a success counts no more; nil if it counts for ever.
  public var staleAfter: Duration? { work.goesStale ? every.map { $0 * 3 } : nil }

  /// The environment variables that a start needs, apart from those of its probes.
  public var variables: [VariableText.Variable] {
    let texts: [VariableText] =
      switch work {
      case .command(let command):
        [command.directory].compactMap(\.self)
          + command.environment.sorted { $0.key < $1.key }.compactMap(\.value)
      case .http(let probe): probe.texts
      case .tcp(let probe): probe.texts
      case .alerts(let probe): probe.server.texts
      case .query(let probe): probe.server.texts
      case .simulation: []
      }
    return texts.flatMap(\.variables)
  }

  /// The environment variables that the probes of a service need. Its command may have them by itself.
  public var probeVariables: [VariableText.Variable] {
    var probes: [ServiceProbe] = []
    if case .probe(let repeated) = service?.ready { probes.append(repeated.probe) }
    if let probe = service?.liveness?.probe { probes.append(probe) }
    return probes.flatMap(\.texts).flatMap(\.variables)
  }
}

extension MonitoringServer {
  /// The texts in which variables can be.
  var texts: [VariableText] { [url] + headers.map(\.value) }
}

extension HTTPProbe {
  /// The texts in which variables can be.
  var texts: [VariableText] { [url] + headers.map(\.value) }
}
