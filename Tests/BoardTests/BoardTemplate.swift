import Configuration

/// A minimal board around one option, for each mapping of the format.
struct BoardTemplate {
  /// The lines above the mapping.
  private let head: String
  /// The options that the mapping needs, or that others in it require.
  private let base: KeyValuePairs<String, String>

  private init(_ head: String = "", _ base: KeyValuePairs<String, String> = [:]) {
    self.head = head
    self.base = base
  }

  private static let action = "actions:\n  a:\n    run: x\n"
  private static let all: [String: BoardTemplate] = [
    "board": BoardTemplate("", ["actions": "{a: {run: x}}"]),
    "cluster": BoardTemplate(
      action + "cluster:\n",
      ["etcd": "'http://a:1'", "realm": "r", "board": "b", "user": "u", "password-file": "p"]),
    "network": BoardTemplate(action + "network:\n"),
    "action": BoardTemplate(
      "actions:\n  build: {run: x}\n  database: {run: x, service: true}\n  a:\n", ["run": "x"]),
    "agents": BoardTemplate(action + "    agents:\n", ["policy": "ask"]),
    "inputs": BoardTemplate("actions:\n  build: {run: x}\n  a:\n    run: x\n    inputs:\n", ["files": "x"]),
    "watch": BoardTemplate(action + "    inputs: x\n    watch:\n"),
    "button": BoardTemplate(action + "    buttons:\n    -\n", ["input": "x"]),
    "input": BoardTemplate(action + "    input:\n", ["prompt": "x"]),
    "named-input": BoardTemplate(action + "    input:\n    -\n", ["name": "x"]),
    "argument": BoardTemplate(
      "actions:\n  a:\n    input:\n    - {name: x}\n    - {name: env}\n    run:\n    - x\n    -\n",
      ["input": "x"]),
    "http": BoardTemplate("actions:\n  a:\n    http:\n", ["url": "https://a/"]),
    "tcp": BoardTemplate("actions:\n  a:\n    tcp:\n", ["host": "a", "port": "1"]),
    "alerts": BoardTemplate("actions:\n  a:\n    alerts:\n", ["url": "https://a/"]),
    "query": BoardTemplate("actions:\n  a:\n    query:\n", ["url": "https://a/", "expr": "up"]),
    "alertmanager": BoardTemplate(action + "alertmanager:\n", ["url": "https://a/"]),
    "simulate": BoardTemplate("actions:\n  a:\n    simulate:\n", ["duration": "1s", "fail-every": "2"]),
    "env-file": BoardTemplate(action + "    env-file:\n", ["file": "x"]),
    "log": BoardTemplate(action + "    log:\n", ["file": "x"]),
    "json-progress": BoardTemplate(action + "    progress:\n", ["json": "$.a"]),
    "json-status": BoardTemplate(action + "    status:\n", ["json": "$.a"]),
    "retry": BoardTemplate(action + "    retry:\n", ["attempts": "2"]),
    "ready": BoardTemplate(action + "    service: true\n    ready:\n", ["run": "x"]),
    "restart": BoardTemplate(action + "    service: true\n    restart:\n"),
    "liveness": BoardTemplate(action + "    service: true\n    liveness:\n", ["run": "x"]),
    "stop": BoardTemplate(action + "    terminal: full\n    stop:\n"),
    "error": BoardTemplate(action + "    error:\n"),
    "notify": BoardTemplate(action + "    notify:\n", ["when": "failed"]),
    "while-running": BoardTemplate(action + "    while-running:\n", ["queue": "1"]),
  ]

  /// A board with a value for an option of a mapping, or without the option.
  static func board(_ option: OptionSchema, _ value: String?, in mapping: MappingSchema) -> String? {
    guard let template = all[mapping.name] else { return nil }
    let isAlternative = value != nil && mapping.alternatives.contains(option.key)
    let others = template.base.filter { key, _ in
      key != option.key && !(isAlternative && mapping.alternatives.contains(key))
    }
    let needsService =
      mapping.name == "action" && ["ready", "restart", "restart-with", "liveness"].contains(option.key)
    let needsTerminal = mapping.name == "action" && ["asks", "enter"].contains(option.key)
    let sharing = mapping.name == "action" && ["shared", "on-lost"].contains(option.key)
    let lines =
      (mapping.name == "action" && option.key == "on-lost" ? ["shared: true"] : [])
      + (mapping.name == "action" && option.key == "watch" ? ["inputs: x"] : [])
      + (needsService ? ["service: true"] : []) + (needsTerminal ? ["terminal: full"] : [])
      + others.map { "\($0): \($1)" }
      + (value.map { ["\(option.key): \($0)"] } ?? [])
    let content = lines.isEmpty ? ["{}"] : lines
    let indent = template.head.isEmpty ? "" : "      "
    let cluster = sharing ? "cluster: {etcd: 'http://a:1', realm: r, board: b}\n" : ""
    return cluster + template.head + content.map { indent + $0 + "\n" }.joined()
  }
}
