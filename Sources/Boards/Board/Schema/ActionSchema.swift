import Configuration

/// An action as it was read, with the locations that later checks report.
struct ActionDraft {
  let id: String
  let location: TextLocation
  /// The keys of its buttons.
  var keys: [PlacedKey] = []
  /// Its other names.
  var others: [PlacedName] = []
  /// The facts in its guard.
  var mentions: [GuardMention] = []
  /// The services with which it is restarted.
  var restartsWith: [PlacedName] = []
  /// The file that keeps its output.
  var log: PlacedLog?
  /// The files that its results are made from.
  var inputs: PlacedInputFiles?
  /// Where it says that it is shared with other machines; nil if it is not.
  var sharedLocation: TextLocation?
  /// Nil if the action could not be read. An action that could be read may have mistakes.
  var definition: ActionDefinition?

  /// Reads one entry of `actions`.
  static func read(_ id: String, _ entry: YAMLEntry, of place: BoardPlace, _ report: Report) -> ActionDraft {
    let location = entry.key.location
    checkName(id, at: location, report)
    let field = Field(name: "action \(quoted(id))", node: entry.value, location: location, report: report)
    return ValueReader.action(id, at: location, of: place).read(field)
      ?? ActionDraft(id: id, location: location)
  }

  /// Reads every option of an action.
  fileprivate mutating func read(_ fields: inout FieldReader, of board: BoardPlace) {
    var place = board
    let title = fields.read(
      "title", .title, "the label of its button", default: "the name of the action", example: "Build it")
    let also = fields.read(
      "also", .otherNames,
      "other names by which `run`, `why`, `output` and `cancel` find it: any text without spaces, and not the name of another action",
      default: "none", example: "[test:watch]")
    let summary = fields.read(
      "description", .shownText, "what it is for, shown beside its output, by `list` and by `why`",
      default: "none", example: "Compiles everything")
    let group = fields.read(
      "group", .title, "the heading below which panels show it, with the other actions of the group",
      default: "none", example: "Database")
    let tags = fields.read(
      "tags", ValueReader<String>.shownText.oneOrMore, "words by which it can be found in a panel",
      default: "none", example: "[slow, nightly]")
    let key = fields.read(
      "key", .placedKey, "the key that presses its button", default: "none", example: "b",
      excludes: ["buttons": "each button has its own key"])
    let buttons = fields.read(
      "buttons", .buttons, "several buttons, each with an input of its own", default: "one button",
      requires: ["run"])
    let input = fields.read(
      "input", .input,
      "a text that a person types before each start, the value of the variable `INPUT` of the command: what is asked for; or a list of [several inputs](#several-inputs)",
      default: "none", example: "{ prompt: Version, matches: '^\\d+' }", requires: ["run"],
      excludes: ["buttons": "each button has an input of its own"])
    let form = input ?? buttons.map { .buttons($0.map(\.definition)) } ?? .none
    let isFormKnown = input != nil || !fields.contains("input")
    let work = Self.readWork(&fields, of: &place, entering: isFormKnown ? form : nil)
    let inputs = fields.read(
      "inputs", .inputFiles(in: board),
      "the files that its result is made from: a success counts only while they are as they were: see [inputs](#inputs)",
      default: "none: a success counts whatever changes",
      example: "['Sources/**', Package.swift, '!**/*.md']",
      requires: ["run"])
    let watch = fields.read(
      "watch", .watchChoice,
      "whether it starts when its inputs have changed, while a panel or `watch` is there: see [`watch`](#watch)",
      default: "`false`", example: "true", requires: ["inputs"],
      excludes: [
        "buttons": "a start by itself has no input", "input": "a start by itself has no input",
        "confirm": "a start by itself cannot ask a question",
        "every": "it starts by itself either way",
      ])
    let enabledIf = fields.read(
      "enabled-if", .guardExpression(services: board.services), "the condition under which it may start",
      default: "always",
      example: "build.succeeded")
    let progress = fields.read(
      "progress", .progressPattern, "how to find the progress in the output", default: "no progress",
      example: "'(\\d+)%'", requires: ["run", "http"])
    let status = fields.read(
      "status", .outputPattern, "how to find the current value in the output", default: "the last line",
      example: "'^Test \"(.*)\" '", requires: ["run", "http"])
    let port = fields.read(
      "port", .portDefinition,
      "the port on which the command is going to listen, or a range of which it gets a free one (`auto` is `20000..29999`): see [`port`](#port)",
      default: "none", example: "3000", requires: ["run"])
    let failure = fields.read(
      "failure", .outputPattern,
      "how to find in the output why the command has failed: see [the words of a failure](#the-words-of-a-failure)",
      default: "the last line", example: "'^FAILED \\((.*)\\)'", requires: ["run"])
    let log = fields.read(
      "log", .log(of: place), "the file that keeps its output", default: "none", example: "build.log")
    let keepOutput = fields.read(
      "keep-output", ValueReader<KeepOutput>.choice,
      "of which runs the last lines are kept in a file, so that they survive the box: see [kept outputs](#kept-outputs)",
      default: "that of the board, `failed`", example: "never")
    let timeout = fields.read(
      "timeout", .positiveDuration, "the time limit of an attempt; then it is cancelled and has failed",
      default: "no limit", example: "10m")
    let every = fields.read(
      "every", .interval, "the interval in which it runs by itself", default: "only when started",
      example: "10s",
      excludes: [
        "buttons": "a repeated run has no input", "input": "a repeated run has no input",
        "confirm": "a repeated run cannot ask a question",
      ])
    let failuresBeforeError = fields.read(
      "failures-before-error", .count(1...1_000_000),
      "how many failures in a row make the action fail; until then its last result remains", default: "`1`",
      example: "3")
    let retry = fields.read(
      "retry", .retryPolicy, "whether and when failed attempts are repeated",
      default: "no retries")
    let service = readService(&fields, in: place)
    let start = fields.read(
      "start", .startPolicy,
      "whether it starts by itself when a panel or `watch` comes: see [services](#services)",
      default: "`manual`", example: "with-board",
      excludes: [
        "buttons": "a start by itself has no input", "input": "a start by itself has no input",
        "confirm": "a start by itself cannot ask a question",
      ])
    let onEnd = fields.read(
      "on-end", ValueReader<EndPolicy>.choice,
      "whether all that runs on the board is cancelled when a run has ended by itself: see [`on-end`](#on-end)",
      default: "`continue`", example: "stop-all",
      excludes: [
        "every": "each of the repeated runs ends", "shared": "its runs end on the other machines, too",
      ])
    let stop = fields.read(
      "stop", .stopPolicy(of: place), "how the command is stopped when it is cancelled or times out",
      example: "{ signal: INT }", requires: ["run"])
    let leavesRunning = fields.read(
      "leave-running", .truth,
      "whether processes that the command leaves in its process group go on when it has ended: see [what a command leaves behind](#what-a-command-leaves-behind)",
      default: "`false`", example: "true", requires: ["run"],
      excludes: ["service": "what a service leaves behind ends with it"])
    let isQuiet = fields.read(
      "quiet", .truth, "hides its runs from the spinner and the network indicator", default: "`false`",
      example: "true")
    let error = fields.read(
      "error", .errorPolicy, "how its failure is shown", example: "{ priority: high }")
    let notify = fields.read(
      "notify", .notifyPolicy(of: place), "which changes of its state send a notification", default: "none",
      example: "[failed, recovered]")
    let confirmation = fields.read(
      "confirm", .question,
      """
      a question that must be answered with yes before it starts, or `true` for "Start it?"; `signalbox run` \
      asks it on the terminal, and needs `--yes` where there is none
      """, default: "no question", example: "Deploy?")
    let agents = fields.read(
      "agents", .agentRules,
      """
      what programs may do that act for a person: `press` it, `ask` a person first, only `look`, or `none`: see \
      [agents](Agents.md)
      """, default: "`press`, with `confirm` `ask`", example: "look")
    if agents?.reach == .press, confirmation != nil, agents?.answersConfirm != true {
      fields.mistake(
        "`agents: press` would start it without its question", at: "agents",
        hint: "write `ask`, or `{ policy: press, answers-confirm: true }`")
    }
    let whileRunning = fields.read(
      "while-running", .whileRunning, "what happens if it is started again while it runs",
      default: "`reject`", example: "restart")

    let isShared = fields.read(
      "shared", .truth,
      "whether it is the same action for the boards of all machines: see [more than one machine](Cluster.md)",
      default: "`false`", example: "true",
      excludes: [
        "every": "each of the machines would repeat it", "start": "each of the machines would start it",
        "service": "a service belongs to one machine",
        "inputs": "each of the machines has files of its own",
      ])
    let onLost = fields.read(
      "on-lost", .onLost,
      "whether only a person can end a run whose machine does not respond, or time does, too",
      default: "`keep`", example: "free-after 2m", requires: ["shared"])

    if case .command(let command) = work, command.terminal == .full {
      for key in ["every", "retry"] where fields.contains(key) {
        fields.mistake("a command with `terminal: full` needs a person, so it cannot have `\(key)`", at: key)
      }
    }
    if stop?.keys != nil, case .command(let command) = work, command.terminal != .full {
      fields.mistake("only a command with `terminal: full` can get keys, so `keys` has no effect", at: "stop")
    }
    if let work, notify?.changes.contains(.asks) == true, !work.canAsk {
      fields.mistake(
        "only the questions of a command with `terminal: full` are noticed, so it never `asks`", at: "notify")
    }
    if port != nil, case .concurrent = whileRunning {
      fields.mistake(
        "two runs cannot listen on one port, so `while-running` must not be `concurrent`", at: "while-running"
      )
    }
    if watch?.policy != nil, case .concurrent = whileRunning {
      fields.mistake(
        "a changed file would start another run beside the present one, so `while-running` must not be `concurrent`",
        at: "while-running")
    }
    if service != nil { Self.checkPolicy(whileRunning, of: fields) }
    if isShared == true {
      Self.checkLimit(whileRunning, of: fields)
      sharedLocation = location
    } else if isShared == false, onLost != nil {
      fields.mistake("`on-lost` has no effect: `shared` is `false`", at: "on-lost")
    }
    keys = [key].compactMap(\.self) + (buttons ?? []).compactMap(\.key)
    others = also ?? []
    mentions = enabledIf?.mentions ?? []
    self.log = log
    self.inputs = inputs
    definition = work.map {
      ActionDefinition(
        id: id, also: (also ?? []).map(\.name), title: title,
        notes: ActionNotes(summary: summary, group: group, tags: tags ?? []), key: key?.key,
        form: form, work: $0, inputs: inputs?.definition, watch: watch?.policy,
        enabledIf: enabledIf?.expression ?? .always, progress: progress, status: status,
        port: port, failure: failure, log: log?.definition, keepOutput: keepOutput ?? board.keepOutput,
        timeout: timeout,
        every: every, failuresBeforeError: failuresBeforeError ?? 1, retry: retry,
        service: service, start: start ?? .manual, onEnd: onEnd ?? .proceed,
        stop: stop ?? StopPolicy(),
        leavesRunning: leavesRunning ?? false, isQuiet: isQuiet ?? false,
        error: error ?? ErrorPolicy(), notify: notify, confirmation: confirmation,
        agents: AgentRules.policy(agents, place.agents, confirmation: confirmation),
        whileRunning: whileRunning ?? .reject, shared: isShared == true ? onLost ?? SharedPolicy() : nil)
    }
  }

  private static func checkPolicy(_ policy: WhileRunning?, of fields: FieldReader) {
    switch policy {
    case .queue, .concurrent:
      fields.mistake(
        "`while-running` of a service must be `reject` or `restart`: it has one run at a time",
        at: "while-running")
    case .reject, .restart, nil: break
    }
  }

  private static func checkLimit(_ policy: WhileRunning?, of fields: FieldReader) {
    guard case .concurrent(let limit) = policy, limit > SharedPolicy.slotLimit else { return }
    fields.mistake(
      "a shared action can run at most \(SharedPolicy.slotLimit) times at once", at: "while-running",
      hint: "for instance `while-running: { concurrent: 2 }`")
  }

  private static func checkName(_ id: String, at location: TextLocation, _ report: Report) {
    if id.isEmpty || id.hasPrefix("-") || !id.unicodeScalars.allSatisfy(\.isPartOfName) {
      report.mistake(
        "\(quoted(id)) is not a valid name for an action", at: location,
        hint: "use letters, digits, `-` and `_`, and do not begin with `-`; `title` can be any text")
    } else if GuardFact.reservedNames.contains(id) {
      report.mistake(
        "the name \(quoted(id)) is reserved for guards", at: location,
        hint: "choose another name; `title` can be any text")
    }
  }
}

extension ValueReader where Value == ActionDraft {
  static func action(_ id: String, at location: TextLocation, of place: BoardPlace) -> Self {
    let mapping = mapping("action", foreignWords: place.foreignWords) { fields in
      var draft = ActionDraft(id: id, location: location)
      draft.read(&fields, of: place)
      return draft
    }
    return Self(mapping.schema()) { field in
      if case .mapping = field.node.content { return mapping.read(field) }
      field.mustBe("a mapping", hint: hint(inPlaceOf: field.node))
      return nil
    }
  }

  /// What was probably meant by a command in place of an action.
  private static func hint(inPlaceOf node: YAMLNode) -> String? {
    switch node.content {
    case .mapping: return nil
    case .sequence: return "did you mean `run` with this list, in a line below?"
    case .scalar(let scalar) where scalar.isNull:
      return "an action needs its work, for instance `run: make` in a line below"
    case .scalar(let scalar):
      let isPlain = scalar.style == .plain && !scalar.text.contains("\n")
      return isPlain
        ? "did you mean \(quoted("run: \(scalar.text)")), in a line below?"
        : "did you mean `run` with this text, in a line below?"
    }
  }
}
