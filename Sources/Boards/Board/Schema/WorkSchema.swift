import Configuration

extension ActionDraft {
  /// Reads the work of an action: exactly one kind.
  ///
  /// A new kind of work is added here: its key, the options that belong to it, and its case of
  /// ``WorkDefinition``.
  /// - Parameter place: What the board says about all actions; the shell of this action replaces that of the
  ///   board.
  /// - Parameter form: What is entered for it; nil if that is a mistake.
  static func readWork(
    _ fields: inout FieldReader, of place: inout BoardPlace, entering form: InputForm?
  ) -> WorkDefinition? {
    let invocation = fields.read(
      "run", .invocation(entering: form),
      "a command: text for a shell, or for the interpreter that its first line `#!` names, or a list of a program and its arguments, of which some can be [entered](#arguments-that-are-entered): see [commands](#commands)",
      default: "", example: "[swift, test]")
    let shell = fields.read(
      "shell", .shell,
      "the shell of a command that is text: a program and its arguments, to which the text is added",
      default: "that of the board", example: "[bash, -euo, pipefail, -c]", requires: ["run"])
    if let shell { place.commands.shell = shell }
    let others = ["stop", "notify", "ready", "liveness"]
    if case .arguments = invocation, shell != nil, !others.contains(where: fields.contains) {
      fields.mistake("`shell` has no effect: `run` is a list", at: "shell")
    }
    let directory = fields.read(
      "dir", .directory(of: place),
      "the working directory of the command, relative to that of the board's file; `~` is your home directory, and `${NAME}` an [environment variable](#variables)",
      default: "that of the board",
      example: "../site", requires: ["run"])
    let environment = fields.read(
      "env", .environment,
      "environment variables that are added to those of signalbox and of the board, or removed by `null`; `${NAME}` in a value is one of [those of signalbox](#variables)",
      default: "none",
      example: "{ CI: 1 }", requires: ["run"])
    let environmentFiles = fields.read(
      "env-file", .variableFiles(in: place),
      "files with environment variables, `NAME=value` in each line, which are read at each start; those of signalbox and `env` override them: see [`env-file`](#env-file)",
      default: "none", example: ".env", requires: ["run"])
    let terminal = fields.read(
      "terminal", ValueReader<TerminalUse>.choice,
      "what the command has as its terminal: see [terminals](#terminals)", default: "`output`",
      example: "none",
      requires: ["run"])
    let enter = fields.read(
      "enter", ValueReader<EnterPolicy>.choice,
      "whether a press that starts the command [enters](#entering-a-program) it, too; needs `terminal: full`",
      default:
        "`when-pressed` if it is a shell, an editor, a console or `ssh` by its name; `on-request` else",
      example: "when-pressed", requires: ["run"])
    if enter != nil, fields.contains("run"), terminal != .full {
      fields.mistake(
        "only a command with `terminal: full` can be entered, so `enter` has no effect", at: "enter")
    }
    let questions = fields.read(
      "asks", .questionRule,
      "which lines of a program that waits are [questions](#questions); needs `terminal: full`",
      default: "lines that end like a question", example: "'\\[y/n\\] ?$'", requires: ["run"])
    if questions != nil, fields.contains("run"), terminal != .full {
      fields.mistake(
        "only a command with `terminal: full` can be answered, so `asks` has no effect", at: "asks")
    }
    let successCodes = fields.read(
      "success-codes", .exitCodes,
      "the exit codes with which the command succeeds: see [exit codes](#exit-codes)", default: "`0`",
      example: "[0, 130, 143]", requires: ["run"])
    let http = fields.read(
      "http", .httpProbe(in: place), "a request whose response must be as expected", default: "",
      example: "http://localhost/")
    let tcp = fields.read(
      "tcp", .tcpProbe, "a connection that must succeed", default: "", example: "localhost:5432")
    let alerts = fields.read(
      "alerts", .alertsProbe(in: place), "the alerts of an Alertmanager, none of which may fire", default: "",
      example: "http://localhost:9093")
    let query = fields.read(
      "query", .queryProbe(in: place), "an expression that Prometheus evaluates", default: "",
      example: "{ url: 'http://localhost:9090', expr: max(node_load1), fail: '> 8' }")
    let simulation = fields.read(
      "simulate", .simulation, "simulated requests", default: "", example: "{ duration: 2s }")
    fields.requireOne(of: ["run", "http", "tcp", "alerts", "query", "simulate"])
    return invocation.map {
      .command(
        CommandDefinition(
          $0.using(place.commands.shell), in: place, directory: directory,
          environmentFiles: environmentFiles ?? [],
          environment: environment ?? [:], terminal: terminal ?? .output, enter: enter,
          questions: questions ?? .usual,
          successCodes: successCodes ?? CommandDefinition.defaultSuccessCodes))
    }
      ?? http.map(WorkDefinition.http) ?? tcp.map(WorkDefinition.tcp)
      ?? alerts.map(WorkDefinition.alerts) ?? query.map(WorkDefinition.query)
      ?? simulation.map(WorkDefinition.simulation)
  }
}
