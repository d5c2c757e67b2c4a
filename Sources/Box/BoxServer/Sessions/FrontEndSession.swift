internal import Board
internal import Boundary
internal import Jobs
internal import Processes
internal import Programs
internal import SignalboxCore
internal import TerminalUI
package import Wire

/// One front end of a box: takes its requests, and sends what it follows.
///
/// Little is queued for a front end that does not read: while its connection is congested nothing is sent,
/// and afterwards the difference from what was sent last.
@MainActor
package final class FrontEndSession: Session {
  /// Who the front end is; nil before its hello.
  package private(set) var hello: Request.Hello?
  /// What commands inherit that repeat because of it; nil for what the box has.
  private(set) var context: ProcessContext?
  /// Whether it needs the actions that repeat.
  private(set) var repeatsActions = false
  /// Whether changed files start nothing because of it.
  private(set) var ignoresFiles = false
  /// The space in which it shows an output; nil if it shows none.
  private(set) var size: Size?
  /// Which request of all front ends was the last one of this front end, counted by the host.
  var lastUse: UInt64 = 0

  private weak var host: BoxHost?
  private let line: SessionLine
  private let pace: SessionPace
  private var state: StateFeed?
  private var look: LookFeed?
  private var lines: LineFeed?
  /// Remarks that are sent when the bytes before them are written.
  private var late: [(lines: [OutputLine], action: ActionStatus)] = []
  private lazy var starts = OwnStarts { [weak self] in self?.send($0) }
  private lazy var waits = OwnWaits { [weak self] in self?.send($0) }
  private lazy var visits = OwnVisits { [weak self] in self?.send($0) }
  private var isLeaving = false
  private var isClosed = false

  init(_ host: BoxHost, line: SessionLine) {
    self.host = host
    self.line = line
    pace = host.makePace()
  }

  /// How the history of runs names it; nil if it has no name, since there is no other.
  var name: String? { hello.flatMap { $0.name.isEmpty ? nil : $0.name } }
  var isPanel: Bool { hello?.kind == .panel }
  /// Whether its user is a program that acts for a person.
  var isAgent: Bool { hello?.kind == .agent || hello?.isAgent == true }
  /// Whether what it has started goes on without it, until the last such front end has gone.
  var leavesRuns: Bool { isPanel || hello?.kind == .agent }
  /// Whether a person here can answer an agent.
  var canDecide: Bool { isPanel && !isAgent && hello?.isReadOnly == false }
  /// Whether the box stays because of this front end.
  var holdsBox: Bool { hello.map { $0.kind != .other } ?? false }

  /// Its process; nil if that is not known.
  var process: Int32? { line.process }

  // MARK: Sending

  /// Something has changed that this front end may follow.
  func changed() {
    guard let state else { return }
    if state.everyChange { return push() }
    pace.request { [weak self] in self?.push() }
  }

  /// The connection is no longer congested.
  package func drained() {
    starts.resume()
    host?.flow?.resume(for: .connection)
    push()
  }

  /// Sends what has changed since it was last sent.
  private func push() {
    guard !isClosed, let host, !line.isCongested() else { return }
    if state != nil {
      let (situation, reading) = host.situationAfterLines()
      // The feed is complete before this is sent: a front end in the same process may request something at
      // once.
      let news = state?.next(situation, reading, hasLines: lines != nil, asValues: line.passesValues)
      if let news { line.send(news) }
    }
    for event in look?.next(output: host.board.output, history: host.board.history) ?? [] { line.send(event) }
  }

  private func send(_ event: BoxEvent) {
    if !isClosed { line.send(event) }
  }

  /// Sends lines that an action has printed, if the front end follows them.
  /// - Parameter action: The action at that moment.
  func printed(_ printed: [OutputLine], by action: ActionStatus) {
    guard !isClosed, let lines else { return }
    let relay = lines.onlyRemarks ? starts.relayBeforeMessages(of: action.id) : nil
    guard relay == nil, !late.contains(where: { $0.action.id == action.id }) else {
      let remarks = printed.filter(\.isNote)
      if remarks.isEmpty { return }
      late.append((remarks, action))
      Task { [weak self] in
        _ = await relay?.flush()
        self?.sendLate()
      }
      return
    }
    send(printed, by: action)
  }

  private func sendLate() {
    let sent = late
    late = []
    for (lines, action) in sent { send(lines, by: action) }
  }

  private func send(_ printed: [OutputLine], by action: ActionStatus) {
    guard !isClosed else { return }
    let mayLeaveOut = line.isCongested() && !waitsForReader(printed, action.id)
    guard let event = lines?.next(printed, of: action.id, mayLeaveOut: mayLeaveOut) else { return }
    // The start of the run comes before its output, and its end after it.
    if let start = state?.start(of: action) { line.send(start) }
    line.send(event)
    if line.isCongested() {
      starts.hold()
      host?.flow?.hold(for: .connection)
    }
  }

  /// Whether commands wait while these lines are not read, so that they are few, and none is left out.
  private func waitsForReader(_ printed: [OutputLine], _ action: String) -> Bool {
    if starts.sendsEveryLine(of: action) { return true }
    // Runs that repeat go on, and what is said about them.
    return host?.flow != nil && (starts.include(action) || !printed.allSatisfy(\.isNote))
  }

  /// Adds what lines it follows.
  func add(to wanted: inout WantedLines, _ wantsRemarks: inout Bool) {
    guard let lines else { return }
    wantsRemarks = true
    if !lines.onlyRemarks { lines.add(to: &wanted) }
  }

  /// - Parameter isLastUsed: Whether this is the panel that was used last, which shows it on the desktop.
  func notify(_ notice: Notice, isLastUsed: Bool) {
    // A notice that comes late is of no use.
    guard isPanel, !line.isCongested() else { return }
    var sent = BoxEvent.NoticeSent(notice)
    sent.desktop = sent.desktop && isLastUsed
    send(.notice(sent))
  }

  // MARK: Receiving

  /// Takes a message of the front end.
  /// - Parameter descriptors: Takes the descriptors that came with it; otherwise they are closed.
  package func receive(_ message: some Sequence<UInt8>, descriptors: () -> [Int32] = { [] }) {
    guard !isClosed else { return }
    do throws(WireError) { receive(try Request(line: message), descriptors: descriptors) } catch {
      refuse("\(error)")
    }
  }

  package func receive(_ request: Request, descriptors: () -> [Int32]) {
    guard !isClosed else { return }
    do throws(WireError) {
      if case .look(let look) = request {
        size = look.columns > 0 && look.rows > 0 ? Size(width: look.columns, height: look.rows) : nil
      }
      host?.used(self)
      try take(request, descriptors)
    } catch {
      refuse("\(error)")
    }
    pace.expectAnswer()
    push()
  }

  /// Says why, and ends the connection.
  /// - Parameter isFarewell: Whether the box ends, which takes no start from now on.
  private func refuse(_ reason: String, isFarewell: Bool = false) {
    send(.refusal(BoxEvent.Refusal(reason, isFarewell: isFarewell)))
    line.finish()
    close()
  }

  /// The box ends. A front end that has no answer to its hello reads end of file, and begins again.
  func dismiss(_ reason: String) {
    if hello != nil { return refuse(reason, isFarewell: true) }
    turnAway()
  }

  /// Ends a connection before its hello is answered: the front end begins again, with the next box.
  private func turnAway() {
    line.finish()
    close()
  }

  private func take(_ request: Request, _ descriptors: () -> [Int32]) throws(WireError) {
    guard let host else { return }
    if case .hello(let hello) = request { return greet(hello, host) }
    if case .stop(let stop) = request, hello?.isReadOnly != true { return host.stop(now: stop.now) }
    guard let hello else { throw WireError(expected: "a hello first") }
    switch request {
    case .hello, .stop: break
    case .follow(let follow): state = StateFeed(everyChange: follow.everyChange)
    case .look(let look):
      self.look = LookFeed(look, after: self.look)
    case .lines(let lines):
      self.lines = LineFeed(lines)
      host.followersChanged()
    case .start(let start): self.start(start, descriptors, host)
    case .cancel(let cancel):
      guard !hello.isReadOnly else { break }
      if let action = cancel.action {
        host.note(.cancelled, action, by: self)
        host.board.cancel(.action(action))
      }
      if let start = cancel.start { starts.cancel(start, on: host) }
      if let plan = cancel.plan { host.board.cancel(.plan(plan)) }
    case .enter(let enter): visits.enter(enter, descriptors, by: self, on: host)
    case .resize(let resize): visits.resize(resize, on: host)
    case .exit(let exit): visits.leave(exit.id, on: host)
    case .answer(let answer): take(answer, host)
    case .takeOver(let takeOver): take(takeOver, host)
    case .dismiss(let dismiss):
      if !hello.isReadOnly { host.board.dismiss(dismiss.error) }
    case .decide(let decide):
      if canDecide { host.petitions.decide(decide.petition, yes: decide.yes, by: hello.name) }
    case .repeats:
      repeatsActions = !hello.isReadOnly
      host.attachmentsChanged()
    case .ignoreFiles:
      ignoresFiles = true
      host.attachmentsChanged()
    case .watch(let watch):
      if !hello.isReadOnly { host.board.setWatching(watch.isOn) }
    case .why(let why):
      host.board.explain(why.action) { [weak self] explanation in
        var explained = BoxEvent.Explained()
        (explained.id, explained.explanation) = (why.id, explanation)
        self?.send(.explanation(explained))
      }
    case .plan(let plan):
      host.board.plan(plan.action) { [weak self] status in
        var planned = BoxEvent.Planned()
        (planned.id, planned.plan) = (plan.id, status)
        self?.send(.plan(planned))
      }
    case .answerPlan(let answer): take(answer, host)
    case .find(let find):
      host.board.find(find.text) { [weak self] search in
        var found = BoxEvent.Found()
        (found.id, found.search) = (find.id, search)
        self?.send(.found(found))
      }
    case .linesOf(let lines):
      var answer = BoxEvent.LinesOf()
      (answer.id, answer.kept) = (
        lines.id, host.board.lines(of: lines.action, from: lines.from, run: lines.run)
      )
      send(.linesOf(answer))
    case .holds(let holds): waits.wait(holds, on: host)
    case .forget(let forget): waits.forget(forget.id, on: host)
    case .leave(let leave): self.leave(host, now: leave.now)
    }
  }

  /// Starts an action with the board that the front end has read. While the box reads that, this connection
  /// waits, and no other one.
  private func start(_ start: Request.Start, _ descriptors: () -> [Int32], _ host: BoxHost) {
    guard let digest = start.board, hello?.isReadOnly == false else {
      return starts.start(start, descriptors, by: self, on: host)
    }
    let wait = BoardWait()
    host.reread(digest) { [weak self, weak host] mistake in
      guard wait.hasBegun else {
        wait.end = .some(mistake)
        return
      }
      // A start that is refused does not take them.
      defer { for descriptor in wait.takeDescriptors() { Descriptor.close(descriptor) } }
      guard let self, let host, !isClosed else { return }
      starts.start(start, wait.takeDescriptors, by: self, on: host, mistake: mistake)
      push()
      line.setPaused(false)
    }
    if let mistake = wait.end {
      return starts.start(start, descriptors, by: self, on: host, mistake: mistake)
    }
    wait.descriptors = descriptors()
    wait.hasBegun = true
    line.setPaused(true)
  }

  /// A start that waits until the box has read its board.
  @MainActor
  private final class BoardWait {
    /// Whether the start could not be performed at once.
    var hasBegun = false
    /// Why the board cannot be used, if that was known at once; nil if it must be read.
    var end: String??
    /// The descriptors of the start.
    var descriptors: [Int32] = []

    func takeDescriptors() -> [Int32] {
      defer { descriptors = [] }
      return descriptors
    }
  }

  private func take(_ answer: Request.Answer, _ host: BoxHost) {
    var order = AnswerOrder(answer.action, question: answer.question, text: answer.text)
    order.onAnswer = { [weak self] in self?.answer(answer.id, refusal: $0) }
    if hello?.isReadOnly != false { return order.onAnswer("this front end is read-only") }
    host.board.answer(order)
  }

  private func take(_ answer: Request.PlanAnswer, _ host: BoxHost) {
    var order = PlanAnswerOrder(plan: answer.plan, action: answer.action, confirmed: answer.confirmed)
    order.starter = name
    order.onAnswer = { [weak self] in self?.answer(answer.id, refusal: $0) }
    if hello?.isReadOnly != false { return order.onAnswer("this front end is read-only") }
    host.board.answer(order)
  }

  private func take(_ takeOver: Request.TakeOver, _ host: BoxHost) {
    var order = TakeOverOrder(takeOver.action, runs: takeOver.runs, reason: takeOver.reason)
    order.onAnswer = { [weak self] in self?.send(.answer(BoxEvent.Answer(takeOver.id, $0))) }
    if hello?.isReadOnly != false { return order.onAnswer(.refused("this front end is read-only")) }
    host.board.takeOver(order)
  }

  private func answer(_ id: UInt64, refusal: String?) {
    send(.answer(BoxEvent.Answer(id, refused: refusal)))
  }

  private func greet(_ hello: Request.Hello, _ host: BoxHost) {
    guard self.hello == nil else { return refuse("a second hello on the same connection") }
    // Its starts would come too late. Others only look, or stop the box.
    if host.isStopping, hello.kind != .other { return turnAway() }
    guard hello.version == Wire.version else {
      // A box that nothing needs makes way: the front end reads end of file, and begins again with a new one.
      // Others only look, and start none.
      if host.isIdle, hello.kind != .other {
        turnAway()
        return host.stop(now: false)
      }
      return refuse(
        "this box speaks version \(Wire.version) of the protocol and the front end version \(hello.version): "
          + "stop the box when nothing runs (signalbox stop), then try again")
    }
    do throws(WireError) {
      context = try hello.context.map(ProcessContext.init(wire:))
    } catch {
      return refuse("\(error)")
    }
    self.hello = hello
    // What it shows first already knows of what was written before it came.
    host.board.readNotices()
    send(.hello(host.introduction))
    host.attachmentsChanged()
  }

  /// A run that this front end has started has ended.
  func ended(_ id: UInt64, _ outcome: RunOutcome, run: Int?) {
    host?.deliverLines()
    sendLate()
    // The situation in which it has ended comes first.
    push()
    send(.ended(BoxEvent.Ended(id, outcome, run: run)))
    if isLeaving { leaveIfDone() }
  }

  // MARK: Leaving

  /// - Parameter now: Whether to leave without waiting until the output of its starts is read.
  private func leave(_ host: BoxHost, now: Bool) {
    if now { starts.stopWaiting() }
    guard host.isShared else {
      return host.board.endAll { [weak self] in
        self?.host?.deliverLines()
        self?.push()
        self?.isLeaving = true
        self?.leaveIfDone()
      }
    }
    isLeaving = true
    repeatsActions = false
    host.attachmentsChanged()
    cancelOwnStarts(host)
    leaveIfDone()
  }

  /// What a panel has started goes on without it; what a `run` has started does not.
  private func cancelOwnStarts(_ host: BoxHost) {
    guard hello?.kind == .run else { return }
    starts.cancelAttached(on: host)
  }

  private func leaveIfDone() {
    guard hello?.kind != .run || !starts.hasAttached else { return }
    isLeaving = false
    send(.left)
  }

  /// The connection has ended.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    starts.stopWaiting()
    guard let host else { return }
    host.flow?.resume(for: .connection)
    host.petitions.withdraw(of: self)
    visits.leaveAll(on: host)
    waits.forgetAll(on: host)
    cancelOwnStarts(host)
    host.remove(self)
  }
}
