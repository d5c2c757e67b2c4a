internal import Boundary
internal import Wire

/// What an agent can do. The list and its order never change.
enum Tool: String, CaseIterable {
  case listActions = "list_actions"
  case press, cancel, wait, why, output, history, plan

  /// Whether it changes nothing.
  var onlyLooks: Bool { self != .press && self != .cancel }

  var about: String {
    switch self {
    case .listActions:
      "All actions of the board: their state, what a locked one needs, their inputs and last results."
    case .press:
      """
      Start an action, wait for its end (a service: until it is ready), and return the end of its output. A locked \
      action is refused with what it needs.
      """
    case .cancel: "Cancel the run of an action that an agent has started."
    case .wait:
      """
      Wait for the end of an action's run, until a guard such as `server.ready && !build.running` holds, or for a \
      person's answer to a petition.
      """
    case .why: "Why an action is locked: its guard, and the present value of each fact."
    case .output:
      "What an action has printed: the last lines, those from a number on, or those that match an expression."
    case .history: "The last runs of an action: when, who started them, how they ended."
    case .plan:
      "The steps by which a locked action can be started, in their order. It only shows them; no tool performs a plan."
    }
  }

  var parameters: [ToolParameter] {
    switch self {
    case .listActions: []
    case .press:
      [
        .action, ToolParameter("input", .text(4_000), "for an action that has an input"),
        ToolParameter(
          "named_inputs", .texts(4_000), "for an action that has named_inputs: their texts, by their names"),
        ToolParameter(
          "if_running", .choice(RunningRule.allCases.map(\.rawValue)),
          """
          when it runs already: after waits for the end of that run and starts another one, join waits for the end of \
          that run, which may be older than your last change, refuse is an error
          """),
        .waitSeconds, .tail(default: 40),
      ]
    case .cancel, .why, .plan: [.action]
    case .wait:
      [
        .optionalAction, ToolParameter("guard", .text(100_000), "a condition as boards have them"),
        ToolParameter("petition", .whole(1...1_000_000_000), "the number of a question to a person"),
        .waitSeconds,
      ]
    case .output:
      [
        .action,
        ToolParameter("run", .whole(1...1_000_000_000), "the number of a run; the last one without it"),
        .tail(default: 200),
        ToolParameter("from_line", .whole(0...1_000_000_000), "the number of the first line"),
        ToolParameter("matching", .text(1_000), "a regular expression (PCRE)"),
      ]
    case .history: [.action, ToolParameter("last", .whole(1...50), "how many runs; default 10")]
    }
  }

  /// What `tools/list` says about it.
  /// - Parameter actions: The actions that agents see.
  func description(_ actions: [ActionDescription]) -> JSONTree {
    let required = parameters.filter(\.isRequired).map { JSONTree.text($0.name) }
    let properties = parameters.map { JSONTree.Member(name: $0.name, value: $0.schema(actions)) }
    var tool: JSONTree = [
      "name": .text(rawValue), "title": .text(rawValue.replacingUnderscores), "description": .text(about),
      "inputSchema": [
        "type": "object", "properties": .object(properties), "required": .list(required),
        "additionalProperties": false,
      ],
    ]
    if self == .listActions { tool.set("outputSchema", Self.listSchema) }
    tool.set("annotations", annotations)
    return tool
  }

  private var annotations: JSONTree {
    if onlyLooks { return ["readOnlyHint": true, "openWorldHint": false] }
    return [
      "readOnlyHint": false, "destructiveHint": true, "idempotentHint": .truth(self == .cancel),
      "openWorldHint": .truth(self == .press),
    ]
  }

  private static let listSchema: JSONTree = {
    let text: JSONTree = ["type": "string"]
    let truth: JSONTree = ["type": "boolean"]
    let number: JSONTree = ["type": "number"]
    let texts: JSONTree = ["type": "array", "items": ["type": "string"]]
    let action: JSONTree = [
      "type": "object",
      "properties": [
        "name": text, "title": text, "about": text, "state": text, "enabled": truth, "policy": text,
        "needs": texts, "service": truth, "confirm": text, "input": ["type": "object"], "inputs": texts,
        "named_inputs": ["type": "array", "items": ["type": "object"]],
        "progress": number, "exit": number, "message": text, "asks": text, "runs": number, "by": text,
      ],
      "required": ["name", "title", "state", "enabled", "policy"],
    ]
    return [
      "type": "object",
      "properties": [
        "board": text, "title": text, "petitions": ["type": "array", "items": ["type": "object"]],
        "actions": ["type": "array", "items": action],
      ],
      "required": ["board", "title", "petitions", "actions"],
    ]
  }()
}

extension String {
  fileprivate var replacingUnderscores: String { split(separator: "_").joined(separator: " ") }
}

/// What a press does while the action runs.
enum RunningRule: String, CaseIterable {
  case after, join, refuse
}
