internal import Board
internal import Boundary
package import Jobs
internal import Processes
internal import SignalboxCore
package import Wire

/// The box of a board: its jobs, and the front ends that are attached to it.
@MainActor
package final class BoxHost {
  package let board: HostedBoard
  /// Whether runs go on when a front end leaves. Otherwise there is one, in this process, and its leaving
  /// ends everything.
  let isShared: Bool
  /// What all commands wait for while the one front end does not read; nil if they do not.
  let flow: SharedFlow?
  /// Called when the last reason to stay has gone: no front end is attached and nothing runs.
  package var onIdle: @MainActor () -> Void = {}
  /// Called when a front end wants the box to end, each time.
  package var onStop: @MainActor (_ now: Bool) -> Void = { _ in }
  /// Answers to hello.
  package var introduction: BoxEvent.Hello {
    var hello = identity
    hello.running = board.interlocking.running.count
    hello.ready = board.interlocking.running.count { $0.moment.isReady }
    hello.panels = sessions.count { $0.isPanel }
    hello.now = board.now
    return hello
  }

  /// Reads the board again if the digest of its file is not this one, and then calls `onEnd` with why that
  /// failed, at once if there is nothing to read.
  package var reread: @MainActor (_ digest: String, _ onEnd: @escaping @MainActor (String?) -> Void) -> Void =
    {
      $1(nil)
    }

  /// What front ends have asked for; nil if nothing is written.
  package var record: PressRecord?

  let makePace: @MainActor () -> SessionPace
  private var identity: BoxEvent.Hello
  private var sessions: [FrontEndSession] = []
  /// Runs that panels have started and that have not ended.
  private var panelStarts: Set<StartTicket> = []
  private var isRepeating = false
  /// How many requests have come.
  private var useCount: UInt64 = 0
  let printedLines: PrintedLines
  /// What agents ask people.
  let petitions: Petitions
  /// Whether nothing is started any more.
  package private(set) var isStopping = false

  /// - Parameters:
  ///   - identity: Who the box is.
  ///   - isShared: Whether runs go on when a front end leaves.
  ///   - flow: What all commands wait for while the one front end does not read; nil if they do not.
  ///   - makePace: Creates the pace of a session.
  package init(
    _ interlocking: Interlocking, identity: BoxEvent.Hello = BoxEvent.Hello(), isShared: Bool = true,
    flow: SharedFlow? = nil, makePace: @escaping @MainActor () -> SessionPace
  ) {
    board = HostedBoard(interlocking)
    (self.isShared, self.flow) = (isShared, flow)
    petitions = Petitions(board)
    self.makePace = makePace
    printedLines = PrintedLines(holding: flow, onMain: interlocking.environment.onMain)
    self.identity = identity
    board.onChange = { [weak self] in self?.changed() }
    board.onNotice = { [weak self] in self?.notify($0) }
  }

  /// From now on, the board is at work: it takes part in its cluster, and follows the inputs of its actions.
  /// - Parameter deliversNotices: Whether the commands of notices run, and front ends are notified.
  package func begin(deliversNotices: Bool = true) {
    if deliversNotices { board.deliverNotices() }
    board.joinCluster()
    board.followInputs()
  }

  // MARK: Front ends

  /// A front end has connected.
  package func attach(_ line: SessionLine) -> FrontEndSession {
    let session = FrontEndSession(self, line: line)
    sessions.append(session)
    return session
  }

  func remove(_ session: FrontEndSession) {
    sessions.removeAll { $0 === session }
    sizeWindow()
    followersChanged()
    attachmentsChanged()
  }

  /// Whether nothing keeps the box. Without it, a shared run whose end other machines do not know would be
  /// lost.
  package var isIdle: Bool {
    !sessions.contains { $0.holdsBox } && board.interlocking.running.allSatisfy(\.description.isHidden)
      && board.interlocking.station.leftBehind.isEmpty && !board.interlocking.hasRunningPlans
      && !board.interlocking.owesNews && !board.interlocking.isKeepingInputs
  }

  /// A front end has come, gone, or wants something else.
  func attachmentsChanged() {
    let repeats = sessions.contains { $0.repeatsActions }
    if let last = sessions.last(where: \.repeatsActions) {
      board.interlocking.originOfRepeats = RunOrigin(context: last.context)
    }
    board.interlocking.ignoresFiles = !sessions.contains { $0.repeatsActions && !$0.ignoresFiles }
    if repeats != isRepeating {
      isRepeating = repeats
      if repeats { board.repeatActions() } else { board.interlocking.stopRepeats() }
    }
    if !sessions.contains(where: \.leavesRuns), board.interlocking.board.onDetach == .stop {
      board.endInOrder(panelStarts, includesBoardStarts: !repeats)
    }
    checkIdle()
  }

  private func checkIdle() {
    if isIdle { onIdle() }
  }

  /// The lines that front ends follow have changed.
  func followersChanged() {
    var wanted = WantedLines()
    var wantsRemarks = false
    for session in sessions { session.add(to: &wanted, &wantsRemarks) }
    guard wanted.all || !wanted.actions.isEmpty || wantsRemarks else { return board.stopFollowing() }
    board.follow { [wanted] in
      wanted.contains($0)
    } onLines: { [printedLines, weak self] lines, action in
      printedLines.append(lines, of: action) { self?.deliverLines() }
    }
  }

  /// Sends the lines that have been printed so far, which come before what follows from them.
  func deliverLines() { deliver(printedLines.take()) }

  private func deliver(_ parts: [PrintedLines.Part]) {
    for part in parts {
      for session in sessions { session.printed(part.lines, by: part.action) }
    }
  }

  /// The present situation and the number of its reading, after the lines that were printed before it were
  /// sent.
  func situationAfterLines() -> (Situation, reading: Int) {
    while true {
      let (situation, reading) = (board.situation, board.readingCount)
      let parts = printedLines.take()
      deliver(parts)
      // A run that has begun since then has been sent with its first lines.
      let isCurrent = parts.allSatisfy { $0.action.runs.count <= situation[$0.action.id]?.runs.count ?? .max }
      if isCurrent { return (situation, reading) }
    }
  }

  // MARK: Jobs

  private func changed() {
    deliverLines()
    petitions.changed()
    for session in sessions { session.changed() }
    checkIdle()
  }

  func notify(_ notice: Notice) {
    let lastUsed = lastUsedSession(where: \.isPanel)
    for session in sessions { session.notify(notice, isLastUsed: session === lastUsed) }
  }

  /// Starts an action for a front end.
  func start(_ order: StartOrder, by session: FrontEndSession) {
    guard session.leavesRuns else { return board.start(order) }
    var order = order
    let (onAnswer, onEnd) = (order.onAnswer, order.onEnd)
    var started: StartTicket?
    order.onAnswer = { [weak self] answer in
      if case .accepted(let ticket) = answer {
        started = ticket
        self?.panelStarts.insert(ticket)
      }
      onAnswer(answer)
    }
    order.onEnd = { [weak self] outcome in
      if let started { self?.panelStarts.remove(started) }
      onEnd(outcome)
    }
    board.start(order)
  }

  /// Whether there is a person who can answer an agent.
  var hasDecider: Bool { sessions.contains { $0.canDecide } }

  /// What commands inherit that an agent starts: what the person has who acted last at a panel or `watch`,
  /// and otherwise what the agent has.
  func context(for agent: FrontEndSession) -> ProcessContext? {
    lastUsedSession { [.panel, .watch].contains($0.hello?.kind) && $0.context != nil }?.context
      ?? agent.context
  }

  /// Ends all connections with a reason.
  package func dismissFrontEnds(_ reason: String) {
    for session in sessions { session.dismiss(reason) }
  }

  /// A front end has sent something.
  func used(_ session: FrontEndSession) {
    useCount += 1
    session.lastUse = useCount
    sizeWindow()
  }

  /// The attached front end with a certain property that has sent something last.
  private func lastUsedSession(where isWanted: (FrontEndSession) -> Bool) -> FrontEndSession? {
    sessions.filter(isWanted).max { $0.lastUse < $1.lastUse }
  }

  /// Terminals of commands have the size at which the person looks who acted last.
  private func sizeWindow() {
    let size = lastUsedSession { $0.size != nil }?.size
    board.interlocking.environment.window.size = size ?? OutputWindow.usual
  }

  /// Begins the end: nothing is started any more.
  package func stop(now: Bool) {
    closeDoor()
    petitions.stop()
    onStop(now)
  }

  /// From now on, nothing is started, and no hello is answered: those who come begin again, with the next
  /// box.
  package func closeDoor() { isStopping = true }
}
