import Board
import Boundary
import Programs
import Testing
import Wire

@testable import Agents

/// A seat with a client and a box that a test plays.
struct TestSeat {
  var seat: Seat
  var now = Duration.seconds(1_000)
  /// What the client has received and the test has not looked at.
  private(set) var received: [JSONTree] = []
  /// What the seat wants of the box.
  private(set) var wishes: [SeatEffect] = []
  var situation: Situation
  /// Whether the box is there as soon as it is looked for.
  var answersSearch = true
  var isModern = true
  var canElicit = true
  private var lastID = 0

  init(_ actions: [ActionStatus], isReadOnly: Bool = false) {
    seat = Seat(
      Seat.Setup(version: "1", board: "/shop/signalbox.yml", isReadOnly: isReadOnly, key: [1, 2, 3]))
    situation = Situation(title: "Shop")
    situation.actions = actions
  }

  static func action(_ id: String, _ change: (inout ActionStatus) -> Void = { _ in }) -> ActionStatus {
    var status = ActionStatus(ActionDescription(id: id, title: id))
    change(&status)
    return status
  }

  // MARK: The client

  mutating func line(_ text: String) { take(.line(Array(text.utf8))) }

  var meta: JSONTree {
    let capabilities: JSONTree = canElicit ? ["elicitation": [:]] : [:]
    return [
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": ["name": "tester", "version": "1"],
      "io.modelcontextprotocol/clientCapabilities": capabilities,
    ]
  }

  /// Sends a request, and returns its id.
  @discardableResult
  mutating func request(_ method: String, _ params: JSONTree = [:]) -> JSONTree {
    lastID += 1
    var params = params
    if isModern { params.set("_meta", meta) }
    let id = JSONTree(lastID)
    let message: JSONTree = ["jsonrpc": "2.0", "id": id, "method": .text(method), "params": params]
    take(.line(message.bytes))
    return id
  }

  @discardableResult
  mutating func call(_ tool: String, _ arguments: JSONTree = [:], _ more: JSONTree = [:]) -> JSONTree {
    var params: JSONTree = ["name": .text(tool), "arguments": arguments]
    if case .object(let members) = more { for member in members { params.set(member.name, member.value) } }
    return request("tools/call", params)
  }

  mutating func notify(_ method: String, _ params: JSONTree) {
    let message: JSONTree = ["jsonrpc": "2.0", "method": .text(method), "params": params]
    take(.line(message.bytes))
  }

  mutating func respond(_ id: JSONTree, _ result: JSONTree) {
    let message: JSONTree = ["jsonrpc": "2.0", "id": id, "result": result]
    take(.line(message.bytes))
  }

  /// The next message that the client receives; nil for none.
  mutating func next() -> JSONTree? { received.isEmpty ? nil : received.removeFirst() }

  /// The result of a tool.
  struct Answer: Equatable {
    let text: String
    let isError: Bool
  }

  /// The next result of a tool; nil if the next message is another one.
  mutating func answer() -> Answer? {
    guard let result = next()?["result"], let text = result["content"]?.list?.first?["text"]?.text else {
      return nil
    }
    return Answer(text: text, isError: result["isError"]?.truth ?? false)
  }

  // MARK: The box

  mutating func take(_ event: SeatEvent) {
    for effect in seat.take(event, at: now) {
      switch effect {
      case .send(let bytes, _):
        guard let tree = try? JSONParser.parse(bytes) else {
          Issue.record("no JSON was sent: \(String(decoding: bytes, as: UTF8.self))")
          continue
        }
        received.append(tree)
      case .reach where answersSearch: take(.reached(.live(situation, now: now)))
      default: wishes.append(effect)
      }
    }
  }

  /// The next wish; nil for none.
  mutating func wish() -> SeatEffect? { wishes.isEmpty ? nil : wishes.removeFirst() }

  /// The start that the seat wants next, with its call.
  mutating func start() -> (call: Int, start: SeatStart)? {
    if case .start(let call, let start)? = wish() { (call, start) } else { nil }
  }

  /// The call whose guard the seat wants to wait for next; -1 if it wants something else.
  mutating func hold(_ text: String) -> Int {
    let wish = wish()
    if case .hold(let call, text)? = wish { return call }
    Issue.record("no wait for \(text): \(String(describing: wish))")
    return -1
  }

  /// Changes an action, and tells the seat.
  mutating func change(_ id: String, _ change: (inout ActionStatus) -> Void) {
    guard let index = situation.actions.firstIndex(where: { $0.id == id }) else {
      Issue.record("there is no action \(id)")
      return
    }
    change(&situation.actions[index])
    take(.situation(situation, now: now))
  }

  mutating func pass(_ time: Duration) {
    now += time
    take(.time)
  }

  /// Answers the wish for the lines of a run.
  mutating func print(_ lines: [String], run: Int) {
    guard case .lines(let call, _, _, _)? = wish() else {
      Issue.record("no lines are wanted")
      return
    }
    var kept = KeptLines()
    kept.run = run
    kept.next = lines.count
    kept.lines = lines.enumerated().map { .init(number: $0.offset, run: run, line: .init($0.element)) }
    take(.lines(call: call, kept))
  }

  /// A present run of the agent, or of a person's front end.
  static func run(_ number: Int, by person: String? = nil) -> RunHistory.Entry {
    var run = RunHistory.Entry(
      number: number, start: .seconds(1_000), cause: .person, starter: person ?? "tester (agent)",
      input: nil, firstLine: 0)
    run.presence?.isByAgent = person == nil
    return run
  }
}
