internal import Boundary
internal import Configuration
internal import Wire

/// The messages of the client.
extension Seat {
  /// How long clients may keep lists, in milliseconds.
  static let listLifetime = 5_000
  /// How long they may keep what the server says of itself.
  private static let discoveryLifetime = 3_600_000
  /// The most calls at once.
  private static let callLimit = 16

  mutating func receive(_ line: [UInt8]) {
    // A line that ends with a carriage return is JSON, too; one without anything is none, and no mistake
    // either.
    if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { return }
    switch ClientMessage(line) {
    case .mistake(let mistake, let id): send(ServerMessage.error(id, mistake))
    case .notification(let method, let params): notified(method, params)
    case .response(let id, let result): answeredForm(id, result)
    case .request(let id, let method, let params):
      do throws(RequestMistake) {
        try request(id, method, params)
      } catch {
        send(ServerMessage.error(id, error))
      }
    }
  }

  private mutating func request(_ id: JSONTree, _ method: String, _ params: JSONTree) throws(RequestMistake) {
    if method == "initialize", !ModernEra.names(params) { return try initialize(id, params) }
    if case .legacy(let client) = era { return try perform(id, method, params, client) }
    let client = try ModernEra.client(params)
    era = .modern
    if name == nil { name = client.title }
    if method == "server/discover" {
      let discovery = ModernEra.discovery(version: setup.version)
      return reply(id, client, discovery, .kept(milliseconds: Self.discoveryLifetime))
    }
    if method == "subscriptions/listen" { return listen(id, params, client) }
    try perform(id, method, params, client)
  }

  private mutating func initialize(_ id: JSONTree, _ params: JSONTree) throws(RequestMistake) {
    if era == .modern { throw .unsupportedVersion(params["protocolVersion"]?.text ?? "") }
    let (version, client) = LegacyEra.agreement(params)
    era = .legacy(client)
    subscriptions.beginLegacy()
    if name == nil { name = client.title }
    reply(id, client, LegacyEra.welcome(version, server: setup.version))
  }

  private mutating func listen(_ id: JSONTree, _ params: JSONTree, _ client: Client) {
    let honoured = subscriptions.listen(id, params["notifications"])
    send(
      ServerMessage.notification(
        "notifications/subscriptions/acknowledged",
        ["_meta": Subscriptions.meta(id), "notifications": honoured]))
    add(id, client, .listen, params, startsBox: true)
  }

  private mutating func perform(
    _ id: JSONTree, _ method: String, _ params: JSONTree, _ client: Client
  ) throws(RequestMistake) {
    switch method {
    case "ping" where !client.isModern: reply(id, client, [:])
    case "tools/list": add(id, client, .listTools, params, startsBox: false)
    case "resources/list": add(id, client, .listResources, params, startsBox: false)
    case "resources/templates/list":
      reply(id, client, ["resourceTemplates": []], .kept(milliseconds: Self.listLifetime))
    case "resources/read":
      add(id, client, .read(try Self.resource(params)), params, startsBox: false)
    case "resources/subscribe" where !client.isModern:
      let name = try Self.resource(params)
      subscriptions.subscribe(name)
      add(id, client, .subscribe(name), params, startsBox: true)
    case "resources/unsubscribe" where !client.isModern:
      subscriptions.unsubscribe(try Self.resource(params))
      reply(id, client, [:])
    case "tools/call": try callTool(id, params, client)
    default: throw .unknownMethod(method)
    }
  }

  private static func resource(_ params: JSONTree) throws(RequestMistake) -> ResourceName {
    let uri = params["uri"]?.text ?? ""
    guard let name = ResourceName(uri) else { throw .notFound(uri) }
    return name
  }

  private mutating func callTool(
    _ id: JSONTree, _ params: JSONTree, _ client: Client
  ) throws(RequestMistake) {
    let name = params["name"]?.text ?? ""
    guard let tool = tools.first(where: { $0.rawValue == name }) else {
      throw .wrongParams("Unknown tool: \(name.prefix(100))")
    }
    let arguments: ToolArguments
    do throws(ToolArguments.Mistake) {
      arguments = try ToolArguments(params["arguments"], of: tool)
    } catch {
      return reply(id, client, Self.toolResult(error.text, isError: true))
    }
    var state: RequestState?
    if let text = params["requestState"]?.text {
      guard let known = RequestState(text, setup.key), known.press == Self.press(arguments) else {
        throw .wrongParams("this requestState does not belong to this request")
      }
      state = known
    }
    guard calls.count < Self.callLimit else { throw .busy }
    add(id, client, .tool(tool, arguments), params, startsBox: !startsNothing(tool), state)
  }

  /// Whether a tool is content with what earlier boxes have kept.
  private func startsNothing(_ tool: Tool) -> Bool { tool != .press && tool != .wait }

  /// The tools that this seat has.
  var tools: [Tool] { Tool.allCases.filter { !setup.isReadOnly || $0.onlyLooks } }

  /// A digest of what is pressed.
  static func press(_ arguments: ToolArguments) -> String {
    let input = arguments.input.map { String(decoding: $0.tree.bytes, as: UTF8.self) }
    return Digest.of([arguments.text("action"), input])
  }

  private mutating func add(
    _ id: JSONTree, _ client: Client, _ purpose: Call.Purpose, _ params: JSONTree, startsBox: Bool,
    _ state: RequestState? = nil
  ) {
    lastNumber += 1
    var call = Call(
      number: lastNumber, id: id, client: client, purpose: purpose,
      progressToken: params["_meta"]?["progressToken"].flatMap(Self.token), began: now,
      stage: .reaching(startsBox: startsBox))
    (call.state, call.responses) = (state, params["inputResponses"])
    calls[lastNumber] = call
    begin(lastNumber, startsBox: startsBox)
  }

  private static func token(_ tree: JSONTree) -> JSONTree? {
    switch tree {
    case .text, .number: tree
    default: nil
    }
  }

  // MARK: Notifications

  private mutating func notified(_ method: String, _ params: JSONTree) {
    guard method == "notifications/cancelled", let id = params["requestId"] else { return }
    if subscriptions.end(id) { return }
    // Its run goes on, and what a person is asked, too.
    for call in calls.values where call.id == id {
      if case .petition = call.stage { keepPetition(call.number) }
      forget(call.number)
    }
  }

  // MARK: Results

  /// The board is known.
  mutating func perform(_ number: Int) {
    guard let call = calls[number] else { return }
    switch call.purpose {
    case .listTools:
      finish(number, toolList(visibleActions.map(\.description)), .kept(milliseconds: Self.listLifetime))
    case .listResources:
      finish(number, resourceList(visibleActions.map(\.id)), .kept(milliseconds: Self.listLifetime))
    case .read(let name): read(name, number)
    case .subscribe: finish(number, [:])
    case .listen: forget(number)
    case .tool(let tool, let arguments):
      if let mistakes = sight.situation?.boardMistakes, !mistakes.isEmpty {
        let text = mistakes.map(\.description).joined(separator: "\n")
        return finish(
          number, text: "The board has mistakes, so nothing is done until it is right:\n\(text)",
          isError: true)
      }
      perform(number, tool, arguments)
    }
  }

  func toolList(_ actions: [ActionDescription]) -> JSONTree {
    ["tools": .list(tools.map { $0.description(actions) })]
  }

  func resourceList(_ actions: [String]) -> JSONTree {
    let board: JSONTree = [
      "uri": .text(ResourceName.board.uri), "name": "board", "mimeType": "application/json",
    ]
    let outputs = actions.map { action -> JSONTree in
      [
        "uri": .text(ResourceName.output(action).uri), "name": .text("output of \(action)"),
        "mimeType": "text/plain",
      ]
    }
    return ["resources": .list([board] + outputs)]
  }

  private mutating func read(_ name: ResourceName, _ number: Int) {
    guard let call = calls[number] else { return }
    switch name {
    case .board: finish(number, contents(name, "application/json", boardText), .kept(milliseconds: 0))
    case .output(let id):
      guard action(id) != nil else {
        forget(number)
        return send(ServerMessage.error(call.id, .notFound(name.uri)))
      }
      look(number, .lines(call: number, action: id, from: 0, run: -1))
    }
  }

  func contents(_ name: ResourceName, _ type: String, _ text: String) -> JSONTree {
    ["contents": [["uri": .text(name.uri), "mimeType": .text(type), "text": .text(text.safe)]]]
  }

  /// All actions that the agent sees, as JSON.
  var boardDocument: JSONTree {
    guard let situation = sight.situation else { return [:] }
    return BoardText(
      situation: situation, path: setup.board, actions: visibleActions, isReadOnly: setup.isReadOnly
    ).document
  }

  var boardText: String { String(decoding: boardDocument.bytes, as: UTF8.self) }
}

extension RequestMistake {
  static func notFound(_ uri: String) -> Self {
    Self(code: -32_602, message: "Resource not found", data: ["uri": .text(String(uri.prefix(400)))])
  }
}
