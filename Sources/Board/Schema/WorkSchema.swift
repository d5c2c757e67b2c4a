import Configuration

extension ActionDraft {
  /// Reads the work of an action: exactly one kind.
  ///
  /// A new kind of work is added here: its key, the options that belong to it, and its case of
  /// ``WorkDefinition``.
  static func readWork(_ fields: inout FieldReader, of place: BoardPlace) -> WorkDefinition? {
    let invocation = fields.read(
      "run", .invocation, "a command: text for `sh -c`, or a list of a program and its arguments",
      default: "", example: "[swift, test]")
    let directory = fields.read(
      "dir", .directory(of: place),
      "the working directory of the command, relative to that of the board's file; `~` is your home directory, and `${NAME}` an [environment variable](#variables)",
      default: "that of the board's file",
      example: "../site", requires: ["run"])
    let environment = fields.read(
      "env", .environment,
      "environment variables that are added to those of signalbox; `${NAME}` in a value is one of [those](#variables)",
      default: "none",
      example: "{ CI: 1 }", requires: ["run"])
    let environmentFiles = fields.read(
      "env-file", .files(in: place),
      "files with environment variables, `NAME=value` in each line, which are read at each start; `env` overrides them",
      default: "none", example: ".env", requires: ["run"])
    let terminal = fields.read(
      "terminal", ValueReader<TerminalUse>.choice,
      "what the command has as its terminal: see [terminals](#terminals)", default: "`output`",
      example: "none",
      requires: ["run"])
    let questions = fields.read(
      "asks", .questionRule,
      "which lines of a program that waits are [questions](#questions); needs `terminal: full`",
      default: "lines that end like a question", example: "'\\[y/n\\] ?$'", requires: ["run"])
    if questions != nil, fields.contains("run"), terminal != .full {
      fields.mistake(
        "only a command with `terminal: full` can be answered, so `asks` has no effect", at: "asks")
    }
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
          $0, directory: directory ?? place.directory.map { VariableText(literal: $0) },
          directoryBase: directory?.beginsWithVariable == true ? place.directory : nil,
          environmentFiles: environmentFiles ?? [],
          environment: environment ?? [:], terminal: terminal ?? .output, questions: questions ?? .usual))
    }
      ?? http.map(WorkDefinition.http) ?? tcp.map(WorkDefinition.tcp)
      ?? alerts.map(WorkDefinition.alerts) ?? query.map(WorkDefinition.query)
      ?? simulation.map(WorkDefinition.simulation)
  }
}
