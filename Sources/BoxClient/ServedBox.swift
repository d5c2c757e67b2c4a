internal import Board
package import Boundary
internal import Dispatch
package import Processes
package import TerminalUI
package import Wire

/// The box of a board in another process, as this front end sees it: the situation, outputs and past runs
/// that it has sent.
@MainActor
package final class ServedBox: Boundary.Box {
  /// Why the box is not there any more.
  package enum End: Sendable, Equatable {
    /// The connection has ended.
    case gone
    /// The box ends, and has taken no start that it has not answered.
    case farewell(String)
    /// The box has said why it ends the connection.
    case refused(String)
    /// The box has sent something that this program does not understand.
    case confused(String)
    /// The box was asked, and does not answer.
    case silent
  }

  package private(set) var situation: Situation
  package var onChange: @MainActor () -> Void = {}
  package var onNotice: @MainActor (Notice) -> Void = { _ in }
  /// Called once when the box is not there any more. The situation stays as it was last.
  package var onEnd: @MainActor (End) -> Void = { _ in }
  /// Called with the past runs that this front end looks at, each time that they arrive.
  package var onHistory: (@MainActor (RunHistory) -> Void)?
  /// Set when the box is not there any more.
  package private(set) var end: End?

  /// A start that was sent.
  private struct Sent {
    let order: StartOrder
    var isAccepted = false
  }

  private let send: @MainActor (_ message: [UInt8], _ descriptors: [Int32]) -> Void
  private let readNow: @MainActor () -> Duration
  /// The clock of a box stops with it, so that no duration grows in the picture of a box that has ended.
  private var timeOfEnd: Duration?
  private var output = (action: "", ring: OutputRing(lineLimit: .max, byteLimit: .max))
  private var history = (action: "", runs: RunHistory())
  private var follower: OutputFollower?
  private var starts: [UInt64: Sent] = [:]
  private var visits: [VisitTicket: EnterOrder] = [:]
  private var answers: [UInt64: @MainActor (_ refusal: String?) -> Void] = [:]
  private var takeOvers: [UInt64: @MainActor (TakeOverAnswer) -> Void] = [:]
  private var explanations: [UInt64: @MainActor (Explanation?) -> Void] = [:]
  private var plans: [UInt64: @MainActor (PlanStatus?) -> Void] = [:]
  private var searches: [UInt64: @MainActor (OutputSearch) -> Void] = [:]
  private var holds: [UInt64: @MainActor (HoldAnswer) -> Void] = [:]
  private var lineRequests: [UInt64: @MainActor (KeptLines?) -> Void] = [:]
  private var whenLeft: (@MainActor () -> Void)?
  private var lastID: UInt64 = 0
  private var hasSituation = false
  private var pulse = BoxPulse()
  /// While this is held, nothing more is read.
  package var flow: OutputFlow? {
    didSet {
      flow?.whenResumed { [weak self] in
        DispatchQueue.main.async { MainActor.assumeIsolated { self?.resumeReading() } }
      }
    }
  }
  /// Called when more can be read again.
  package var resumeReading: @MainActor () -> Void = {}
  private var waiting: [CheckedContinuation<Void, Never>] = []
  /// The lines that a follower receives.
  package var lines = Request.Lines()
  /// Whether a command waits while its lines are not read.
  package var holdsCommands = false
  /// Prepares a start before it is sent: what its command inherits, and the board that was read.
  package var prepare: @MainActor (inout Request.Start) -> Void = { _ in }

  /// - Parameters:
  ///   - name: How the history of runs names this front end.
  ///   - everyChange: Whether each change is needed. A screen needs at most twenty a second.
  ///   - now: The present time on the monotonic clock of the machine.
  ///   - send: Sends a message to the box.
  package init(
    name: String? = nil, everyChange: Bool, now: @escaping @MainActor () -> Duration,
    send: @escaping @MainActor (_ message: [UInt8], _ descriptors: [Int32]) -> Void
  ) {
    self.name = name
    self.send = send
    readNow = now
    situation = Situation(title: "")
    request(.follow(Request.Follow(everyChange: everyChange)))
  }

  // MARK: Reading

  /// True until ``onChange`` is called for what has arrived, which is at once.
  package var hasNews: Bool { false }

  package var isShared: Bool { true }

  package let name: String?

  package var hasEnded: Bool { end != nil }

  package var endWords: String { end?.words ?? End.gone.words }

  package var now: Duration { timeOfEnd ?? readNow() }

  package var attention = Attention() {
    didSet {
      guard attention != oldValue else { return }
      var look = Request.Look()
      (look.output, look.history) = (attention.output, attention.history)
      (look.columns, look.rows) = (attention.size?.width ?? 0, attention.size?.height ?? 0)
      request(.look(look))
    }
  }

  package func output(of action: String) -> OutputRing {
    action == output.action ? output.ring : OutputRing(lineLimit: .max, byteLimit: .max)
  }

  package func knowsOutput(of action: String) -> Bool { action == output.action || hasEnded }

  package func history(of action: String) -> RunHistory {
    action == history.action ? history.runs : RunHistory()
  }

  // MARK: Requests

  private func request(_ request: Request, descriptors: [Int32] = []) {
    if end == nil { send(request.line, descriptors) }
  }

  private func nextID() -> UInt64 {
    lastID += 1
    return lastID
  }

  package func follow(_ follower: OutputFollower) {
    self.follower = follower
    request(.lines(lines))
  }

  package func stopFollowing() {
    follower = nil
    var none = Request.Lines()
    none.actions = []
    request(.lines(none))
  }

  package func start(_ order: StartOrder) {
    if end != nil { return order.onAnswer(.notTaken("the box \(endWords)")) }
    var start = Request.Start()
    start.id = nextID()
    start.action = order.action
    start.input = order.input
    start.confirmed = order.confirmed
    start.isPetition = order.isPetition
    start.detached = order.isDetached
    start.restart = order.restarts
    start.terminal = order.hasTerminal
    (start.plan, start.confirmedAhead) = (order.plan, order.confirmedAhead)
    start.tellsBegin = order.onBegin != nil
    start.bytes = order.bytes != nil ? .descriptors : holdsCommands && !order.isDetached ? .lines : .none
    prepare(&start)
    starts[start.id] = Sent(order: order)
    order.onTicket(StartTicket(start.id))
    request(.start(start), descriptors: order.bytes?.descriptors ?? [])
  }

  package func cancel(_ target: CancelTarget) {
    var cancel = Request.Cancel()
    switch target {
    case .action(let id): cancel.action = id
    case .start(let ticket): cancel.start = ticket.number
    case .plan(let id): cancel.plan = id
    }
    request(.cancel(cancel))
  }

  package func enter(_ order: EnterOrder) -> VisitTicket {
    // The box has a copy of the descriptor when the request is sent.
    defer { Descriptor.close(order.channel) }
    let ticket = VisitTicket(nextID())
    if end != nil {
      order.onEnd(.refused("its box \(endWords)"))
      return ticket
    }
    var enter = Request.Enter()
    (enter.id, enter.action) = (ticket.number, order.action)
    (enter.columns, enter.rows) = (order.size.width, order.size.height)
    (enter.terminal, enter.clearsScreen) = (order.terminal, order.clearsScreen)
    visits[ticket] = order
    request(.enter(enter), descriptors: [order.channel])
    return ticket
  }

  package func resize(_ visit: VisitTicket, to size: Size) {
    guard visits[visit] != nil else { return }
    var resize = Request.Resize()
    (resize.id, resize.columns, resize.rows) = (visit.number, size.width, size.height)
    request(.resize(resize))
  }

  package func leave(_ visit: VisitTicket) {
    guard visits[visit] != nil else { return }
    var exit = Request.Exit()
    exit.id = visit.number
    request(.exit(exit))
  }

  package func answer(_ order: AnswerOrder) {
    if end != nil { return order.onAnswer("its box \(endWords)") }
    var answer = Request.Answer()
    (answer.id, answer.action, answer.question) = (nextID(), order.action, order.question)
    answer.text = order.text
    answers[answer.id] = order.onAnswer
    request(.answer(answer))
  }

  package func takeOver(_ order: TakeOverOrder) {
    if end != nil { return order.onAnswer(.refused("its box \(endWords)")) }
    var takeOver = Request.TakeOver()
    (takeOver.id, takeOver.action) = (nextID(), order.action)
    (takeOver.runs, takeOver.reason) = (order.runs, order.reason)
    takeOvers[takeOver.id] = order.onAnswer
    request(.takeOver(takeOver))
  }

  package func dismiss(_ problem: Situation.Problem.ID) {
    var dismiss = Request.Dismiss()
    dismiss.error = problem
    request(.dismiss(dismiss))
  }

  package func decide(_ petition: Petition.ID, yes: Bool) {
    var decide = Request.Decide()
    (decide.petition, decide.yes) = (petition, yes)
    request(.decide(decide))
  }

  package func repeatActions() { request(.repeats) }

  package func explain(_ action: String, _ answer: @escaping @MainActor (Explanation?) -> Void) {
    if end != nil { return answer(nil) }
    var why = Request.Why()
    why.id = nextID()
    why.action = action
    explanations[why.id] = answer
    request(.why(why))
  }

  package func plan(_ action: String, _ answer: @escaping @MainActor (PlanStatus?) -> Void) {
    if end != nil { return answer(nil) }
    var plan = Request.Plan()
    (plan.id, plan.action) = (nextID(), action)
    plans[plan.id] = answer
    request(.plan(plan))
  }

  package func answer(_ order: PlanAnswerOrder) {
    if end != nil { return order.onAnswer("its box \(endWords)") }
    var answer = Request.PlanAnswer()
    (answer.id, answer.plan, answer.action) = (nextID(), order.plan, order.action)
    answer.confirmed = order.confirmed
    answers[answer.id] = order.onAnswer
    request(.answerPlan(answer))
  }

  package func find(_ text: String, _ answer: @escaping @MainActor (OutputSearch) -> Void) {
    if end != nil { return answer(OutputSearch()) }
    var find = Request.Find()
    (find.id, find.text) = (nextID(), text)
    searches[find.id] = answer
    request(.find(find))
  }

  /// Tells when a guard holds.
  package func awaitGuard(_ order: HoldOrder) -> HoldTicket {
    var holds = Request.Holds()
    (holds.id, holds.text, holds.isPatient) = (nextID(), order.text, order.isPatient)
    if end != nil {
      order.onAnswer(.ended)
    } else {
      self.holds[holds.id] = order.onAnswer
      request(.holds(holds))
    }
    return HoldTicket(holds.id)
  }

  package func forget(_ ticket: HoldTicket) {
    guard holds.removeValue(forKey: ticket.number) != nil else { return }
    var forget = Request.Forget()
    forget.id = ticket.number
    request(.forget(forget))
  }
  package func keptLines(
    of action: String, from first: Int, _ answer: @escaping @MainActor (KeptLines?) -> Void
  ) { lines(of: action, from: first, run: nil, answer) }

  /// Requests the kept lines of an action; passes nil if the box has ended.
  /// - Parameters:
  ///   - first: The number of the first line that is wanted.
  ///   - run: The number of a run; -1 for the newest, -2 for the one before it; nil for all.
  package func lines(
    of action: String, from first: Int, run: Int?, _ answer: @escaping @MainActor (KeptLines?) -> Void
  ) {
    if end != nil { return answer(nil) }
    var lines = Request.LinesOf()
    (lines.id, lines.action, lines.from, lines.run) = (nextID(), action, first, run)
    lineRequests[lines.id] = answer
    request(.linesOf(lines))
  }

  package func leave(_ whenLeft: @escaping @MainActor () -> Void) {
    if end != nil { return whenLeft() }
    self.whenLeft = whenLeft
    request(.leave)
  }

  /// Ends the box.
  /// - Parameter now: Whether commands are killed at once.
  package func stop(now: Bool) {
    var stop = Request.Stop()
    stop.now = now
    request(.stop(stop))
  }

  // MARK: Events

  /// Takes a message of the box.
  package func receive(_ message: some Sequence<UInt8>) {
    guard end == nil else { return }
    pulse.hear()
    do throws(WireError) {
      if let event = try BoxEvent.read(message) { try take(event) }
    } catch {
      close(.confused("\(error)"))
    }
  }

  /// Finds out whether the box answers, when this is called again and again.
  /// - Returns: The seconds until the next call.
  @discardableResult
  package func checkPulse() -> Double {
    guard end == nil else { return pulse.interval }
    // Nothing is read at the moment.
    if flow?.isHeld == true { pulse.hear() }
    switch pulse.step() {
    case .nothing: break
    case .ask: explain("") { _ in }
    case .silent: close(.silent)
    }
    return pulse.interval
  }

  private func take(_ event: BoxEvent) throws(WireError) {
    switch event {
    case .hello: break
    case .state(let difference):
      try situation.apply(difference)
      hasSituation = true
      wake()
      onChange()
    case .output(let part):
      if output.action != part.action {
        output = (part.action, OutputRing(lineLimit: .max, byteLimit: .max))
      }
      output.ring.copy(part.lines, first: part.first, start: part.start)
      onChange()
    case .history(let sent):
      history = (sent.action, RunHistory(sent.runs))
      if sent.action == attention.history { onHistory?(history.runs) }
      onChange()
    case .lines(let lines):
      if let action = situation[lines.action] { follower?.onLines(lines.lines, action) }
    case .answer(let answer): take(answer)
    case .began(let began):
      if let run = began.run { starts[began.id]?.order.onRun(run) }
      starts[began.id]?.order.onBegin?()
    case .ended(let ended):
      let order = starts.removeValue(forKey: ended.id)?.order
      if let run = ended.run { order?.onRun(run) }
      order?.onEnd(ended.outcome)
    case .entered(let entered): visits[VisitTicket(entered.id)]?.onStart()
    case .exited(let exited): visits.removeValue(forKey: VisitTicket(exited.id))?.onEnd(exited.end)
    case .explanation(let explained):
      explanations.removeValue(forKey: explained.id)?(explained.explanation)
    case .plan(let planned): plans.removeValue(forKey: planned.id)?(planned.plan)
    case .found(let found): searches.removeValue(forKey: found.id)?(found.search)
    case .linesOf(let lines): lineRequests.removeValue(forKey: lines.id)?(lines.kept)
    case .held(let held): holds.removeValue(forKey: held.id)?(held.answer)
    case .notice(let sent): if let notice = Notice(sent) { onNotice(notice) }
    case .left:
      whenLeft?()
      whenLeft = nil
    case .refusal(let refusal):
      close(refusal.isFarewell ? .farewell(refusal.message) : .refused(refusal.message))
    }
  }

  private func take(_ answer: BoxEvent.Answer) {
    if let onAnswer = answers.removeValue(forKey: answer.id) { return onAnswer(answer.refused) }
    if let onAnswer = takeOvers.removeValue(forKey: answer.id) { return onAnswer(answer.takeOver) }
    guard let order = starts[answer.id]?.order else { return }
    if answer.refused == nil { starts[answer.id]?.isAccepted = true } else { starts[answer.id] = nil }
    if let run = answer.run { order.onRun(run) }
    order.onAnswer(answer.start)
  }

  /// Returns when the situation has arrived, or the box is not there any more.
  package func waitForSituation() async {
    if hasSituation || end != nil { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  private func wake() {
    let woken = waiting
    waiting = []
    for one in woken { one.resume() }
  }

  /// The box is not there any more.
  package func close(_ end: End) {
    guard self.end == nil else { return }
    timeOfEnd = readNow()
    self.end = end
    let (starts, visits, answers, takeOvers) = (starts, visits, answers, takeOvers)
    let (explanations, searches, whenLeft) = (explanations, searches, whenLeft)
    (self.starts, self.visits, self.answers, self.takeOvers) = ([:], [:], [:], [:])
    (self.explanations, self.searches, self.whenLeft) = ([:], [:], nil)
    for start in starts.values {
      if start.isAccepted { start.order.onEnd(.boxEnded) } else { start.order.onAnswer(end.answerToStart) }
    }
    for visit in visits.values { visit.onEnd(.refused("its box \(endWords)")) }
    for answer in answers.values { answer("its box \(endWords), and may have typed it before") }
    for answer in takeOvers.values {
      answer(.refused("its box \(endWords), and may have taken it over before"))
    }
    for explanation in explanations.values { explanation(nil) }
    let (plans, lineRequests, holds) = (plans, lineRequests, holds)
    (self.plans, self.lineRequests, self.holds) = ([:], [:], [:])
    for answer in plans.values { answer(nil) }
    for answer in holds.values { answer(.ended) }
    for answer in lineRequests.values { answer(nil) }
    for search in searches.values { search(OutputSearch()) }
    whenLeft?()
    wake()
    onEnd(end)
    onChange()
  }
}

extension ServedBox.End {
  /// Whether the box itself has ended, as far as is known, and not only the connection with it.
  package var isEndOfBox: Bool {
    switch self {
    case .gone, .farewell: true
    case .refused, .confused, .silent: false
    }
  }

  /// What has become of the box, after "the box".
  fileprivate var words: String {
    switch self {
    case .gone, .farewell: "has ended"
    case .refused(let reason): "has ended the connection: \(reason)"
    case .confused(let reason): "has sent what this program does not understand (\(reason))"
    case .silent: "does not answer"
    }
  }

  /// What a start comes to that has no answer.
  fileprivate var answerToStart: StartAnswer {
    if case .farewell(let reason) = self { .notTaken(reason) } else { .unknown }
  }
}
