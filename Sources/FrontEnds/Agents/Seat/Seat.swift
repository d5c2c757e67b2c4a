internal import Board
internal import Boundary
internal import Wire

/// The seat of an agent at a board: a server of the Model Context Protocol, as a state machine.
///
/// It has no clock and no descriptors: lines of the client, changes of the board and the time come in as
/// events, and what has to be done goes out as effects. Who sits here starts nothing beside the guards: every
/// start is a request to the box, as that of a panel is.
package struct Seat {
  /// What does not change.
  package struct Setup {
    /// The version of the program.
    package var version: String
    /// The path of the board, as people are told it.
    package var board: String
    /// Whether nothing is started or cancelled.
    package var isReadOnly = false
    /// A secret of this process.
    package var key: [UInt8]

    package init(version: String, board: String, isReadOnly: Bool, key: [UInt8]) {
      (self.version, self.board, self.isReadOnly, self.key) = (version, board, isReadOnly, key)
    }
  }

  /// The way in which the client speaks, which its first request decides.
  enum Era: Equatable {
    case open, modern
    case legacy(Client)
  }

  /// What is known of the board.
  struct Sight {
    var situation: Situation?
    /// Whether the box tells of each change.
    var isLive = false
    /// The time on the clock of the box at a moment of the seat.
    var clock = (box: Duration.zero, seat: Duration.zero)
    /// Whether the board is being looked for, and a box started.
    var search: (startsBox: Bool, isNamed: String)?
  }

  let setup: Setup
  var now = Duration.zero
  var effects: [SeatEffect] = []
  var era = Era.open
  var sight = Sight()
  var calls: [Int: Call] = [:]
  var lastNumber = 0
  var subscriptions = Subscriptions()
  /// The name of the agent at the box; nil before its first request.
  var name: String?
  /// The calls whose forms a legacy client shows, by the ids of the requests.
  var forms: [String: Int] = [:]
  var lastForm = 0
  var usedNonces: Set<UInt64> = []
  var lastNonce: UInt64 = 0
  var refusals = PersonsNo()
  /// When the last presses came.
  var presses: [Duration] = []
  /// The runs that this agent has started, and how often the service had been restarted then.
  var ownRuns: [String: (runs: Set<Int>, restarts: Int)] = [:]
  /// The questions to people that no call waits for any more, by the numbers of their petitions.
  var petitions: [UInt64: AskedPerson] = [:]
  /// When it ends; nil while the client is there.
  var endTime: Duration?

  package init(_ setup: Setup) { self.setup = setup }

  /// When ``SeatEvent/time`` is due; nil for never.
  package var deadline: Duration? {
    (calls.values.compactMap(\.deadline) + [subscriptions.deadline, endTime].compactMap { $0 }).min()
  }

  /// Takes what has happened, and returns what has to be done, in order.
  package mutating func take(_ event: SeatEvent, at now: Duration) -> [SeatEffect] {
    self.now = max(now, self.now)
    effects = []
    switch event {
    case .line(let line): receive(line)
    case .tooLong:
      send(ServerMessage.error(.null, .notJSON))
      effects.append(.end)
    case .endOfInput: beginEnd()
    case .reached(let reached): self.reached(reached)
    case .situation(let situation, let time): boardChanged(situation, time)
    case .boxEnded(let reason): boxEnded(reason)
    case .answered(let call, let answer):
      if calls[call] == nil { personAnswered(call, answer) } else { started(call, answer) }
    case .ended(let call, let outcome): runEnded(call, outcome)
    case .lines(let call, let kept): linesCame(call, kept)
    case .history(let call, let history): historyCame(call, history)
    case .explained(let call, let explanation): explanationCame(call, explanation)
    case .planned(let call, let plan): planCame(call, plan)
    case .held(let call, let answer): guardAnswered(call, answer)
    case .time: break
    }
    passTime()
    return effects
  }

  // MARK: Sending

  mutating func send(_ message: JSONTree, mayBeDropped: Bool = false) {
    effects.append(.send(message.bytes, mayBeDropped: mayBeDropped))
  }

  /// Answers a call with a result.
  mutating func finish(_ number: Int, _ result: JSONTree, _ kind: ResultKind = .plain) {
    guard let call = forget(number) else { return }
    reply(call.id, call.client, result, kind)
  }

  /// Forgets a call, and what is waited for because of it.
  @discardableResult
  mutating func forget(_ number: Int) -> Call? {
    let call = calls.removeValue(forKey: number)
    if case .guarded? = call?.stage { effects.append(.forgetGuard(call: number)) }
    return call
  }

  mutating func reply(_ id: JSONTree, _ client: Client, _ result: JSONTree, _ kind: ResultKind = .plain) {
    let dressed = client.isModern ? ModernEra.dressed(result, kind, version: setup.version) : result
    send(ServerMessage.result(id, dressed))
  }

  /// Answers a call of a tool with a text.
  mutating func finish(_ number: Int, text: String, isError: Bool, meta: JSONTree? = nil) {
    finish(number, Self.toolResult(text, isError: isError, meta: meta))
  }

  static func toolResult(_ text: String, isError: Bool, meta: JSONTree? = nil) -> JSONTree {
    var result: JSONTree = [
      "content": [["type": "text", "text": .text(text.safe)]], "isError": .truth(isError),
    ]
    result.set("_meta", meta)
    return result
  }

  // MARK: The board

  /// The actions that agents see.
  var visibleActions: [ActionStatus] {
    sight.situation?.actions.filter { $0.description.agents.reach != .none } ?? []
  }

  /// The action with this name; nil if there is none that agents see.
  func action(_ id: String) -> ActionStatus? {
    sight.situation?[id].flatMap { $0.description.agents.reach == .none ? nil : $0 }
  }

  /// The present time on the clock of the box.
  var boxTime: Duration { sight.clock.box + (now - sight.clock.seat) }

  /// Begins a call as soon as the board is known.
  /// - Parameter startsBox: Whether its box has to run.
  mutating func begin(_ number: Int, startsBox: Bool) {
    if sight.isLive { return perform(number) }
    calls[number]?.stage = .reaching(startsBox: startsBox)
    search(startsBox: startsBox)
  }

  private mutating func search(startsBox: Bool) {
    guard sight.search == nil else { return }
    let name = name ?? "agent"
    sight.search = (startsBox, name)
    effects.append(.reach(startsBox: startsBox, name: name))
  }

  private mutating func reached(_ reached: SeatEvent.Reached) {
    let hasStarted = sight.search?.startsBox == true
    sight.search = nil
    let waiting = calls.values.filter { if case .reaching = $0.stage { true } else { false } }
      .sorted { $0.number < $1.number }
    switch reached {
    case .failed(let reason):
      for call in waiting { fail(call, reason) }
    case .live(let situation, let time):
      see(situation, time, isLive: true)
      for call in waiting { perform(call.number) }
    case .kept(let situation, let time):
      see(situation, time, isLive: false)
      for call in waiting {
        if case .reaching(startsBox: true) = call.stage, !hasStarted { continue }
        perform(call.number)
      }
      if calls.values.contains(where: { if case .reaching(true) = $0.stage { true } else { false } }) {
        search(startsBox: true)
      }
    }
  }

  mutating func see(_ situation: Situation, _ time: Duration, isLive: Bool) {
    let before = visibleActions
    sight.situation = situation
    sight.isLive = isLive
    sight.clock = (time, now)
    let after = visibleActions
    guard !before.isEmpty else { return }
    let areToolsTheSame = before.elementsEqual(after) {
      $0.id == $1.id && $0.description.form == $1.description.form
    }
    if !areToolsTheSame { subscriptions.namesChanged(at: now) }
    guard !subscriptions.isEmpty else { return }
    let known = Dictionary(before.map { ($0.id, $0) }) { first, _ in first }
    let changed = after.filter { known[$0.id] != $0 }.map { ResourceName.output($0.id) }
    if !changed.isEmpty || before.count != after.count {
      subscriptions.changed(Set(changed).union([.board]), at: now)
    }
  }

  private mutating func boardChanged(_ situation: Situation, _ time: Duration) {
    see(situation, time, isLive: true)
    for number in calls.keys.sorted() { reconsider(number) }
  }

  /// Something has changed that a call may wait for.
  mutating func reconsider(_ number: Int) {
    guard let call = calls[number] else { return }
    switch call.stage {
    case .inTheWay: considerPress(number)
    case .running: watchRun(number)
    case .cancelling: watchCancel(number)
    case .reaching, .form, .starting, .petition, .asked, .guarded, .reading: break
    }
  }

  private mutating func boxEnded(_ reason: String) {
    sight.isLive = false
    for name in subscribedNames { subscriptions.changed([name], at: now) }
    for call in calls.values.sorted(by: { $0.number < $1.number }) {
      switch call.stage {
      // Their answers say themselves what has become of them.
      case .reaching, .form, .starting, .petition, .asked, .reading: continue
      case .running(let watch) where watch.isOwn: continue
      case .inTheWay, .running, .guarded, .cancelling:
        finish(
          call.number, text: "the box of the board has ended: \(reason). Call the tool again.", isError: true)
      }
    }
  }

  private var subscribedNames: [ResourceName] {
    [.board] + visibleActions.map { .output($0.id) }
  }

  /// The board cannot be had.
  private mutating func fail(_ call: Call, _ reason: String) {
    switch call.purpose {
    case .tool: finish(call.number, text: reason, isError: true)
    case .listTools: finish(call.number, toolList([]), .kept(milliseconds: Self.listLifetime))
    case .listResources: finish(call.number, resourceList([]), .kept(milliseconds: Self.listLifetime))
    case .read:
      forget(call.number)
      send(ServerMessage.error(call.id, RequestMistake(code: -32_603, message: reason.safe)))
    case .subscribe: finish(call.number, [:])
    case .listen: forget(call.number)
    }
  }

  // MARK: Time

  private mutating func passTime() {
    for message in subscriptions.take(at: now) { send(message, mayBeDropped: true) }
    for number in calls.keys.sorted() {
      guard let deadline = calls[number]?.deadline, deadline <= now else { continue }
      calls[number]?.deadline = nil
      waitedLongEnough(number)
    }
    guard let endTime, endTime <= now || calls.isEmpty else { return }
    self.endTime = nil
    effects.append(.end)
  }

  /// How long answers may take that are due when the client has gone.
  private static let lastPatience = Duration.milliseconds(700)

  private mutating func beginEnd() {
    guard endTime == nil else { return }
    if case .legacy = era {
    } else {
      for id in subscriptions.endAll() {
        send(
          ServerMessage.result(
            id, ModernEra.dressed(["_meta": Subscriptions.meta(id)], .plain, version: setup.version)))
      }
    }
    for call in calls.values {
      switch call.stage {
      case .reaching, .starting, .reading: continue
      case .inTheWay, .form, .petition, .asked, .running, .guarded, .cancelling: forget(call.number)
      }
    }
    endTime = now + Self.lastPatience
  }
}
