internal import Board
internal import Boundary
internal import Jobs
internal import Processes
internal import Wire

/// The starts of one front end that have not ended.
@MainActor
final class OwnStarts {
  private struct Start {
    let action: String
    var ticket: StartTicket?
    /// The number of the run, as far as it is known.
    var run: Int?
    let relay: BytesRelay?
    /// Whether the run goes on when its front end ends.
    let isDetached: Bool
  }

  private var starts: [UInt64: Start] = [:]
  private let send: @MainActor (BoxEvent) -> Void

  /// - Parameter send: Sends an event to the front end.
  init(send: @escaping @MainActor (BoxEvent) -> Void) { self.send = send }

  // MARK: Starting

  /// Starts what the front end asks for, and answers.
  /// - Parameter mistake: Why the board that the front end has read cannot be used; nil if it can.
  func start(
    _ start: Request.Start, _ descriptors: () -> [Int32], by session: FrontEndSession, on host: BoxHost,
    mistake: String? = nil
  ) {
    if host.isStopping { return answer(start.id, refused: "the box is ending", by: .farewell) }
    if let reason = refusal(start, by: session, on: host) ?? mistake {
      return answer(start.id, refused: reason)
    }
    var order = StartOrder(start.action, input: start.input, confirmed: start.confirmed)
    order.restarts = start.restart
    order.ifStale = start.ifStale
    order.hasTerminal = start.terminal
    (order.plan, order.confirmedAhead) = (start.plan, start.confirmedAhead)
    do throws(WireError) {
      order.context = try start.context.map(ProcessContext.init(wire:))
    } catch {
      return answer(start.id, refused: "\(error)")
    }
    if session.isAgent {
      if let reason = AgentRules.refusal(order, of: start, by: session, on: host) {
        host.note(.refused, start.action, input: start.input, by: session, reason: reason)
        return answer(start.id, refused: reason)
      }
      order.context = order.context ?? host.context(for: session)
      // A plan starts nothing but what it shows.
      order.refusalOfPlan = { [weak host, weak session, order] plan in
        guard let host, let session else { return "the agent is not connected any more" }
        // The board may have changed since the plan was asked for.
        return AgentRules.refusal(order, of: start, by: session, on: host)
          ?? plan.refusalToAgents(in: host.board.situation)
      }
    }
    if start.isPetition { return petition(start, order, session, host) }
    let descriptors = start.bytes == .descriptors ? descriptors() : []
    // Over a socket, who cannot pass descriptors on loses the connection.
    if !host.isShared, start.bytes == .descriptors, descriptors.isEmpty {
      return answer(start.id, refused: "its outputs cannot be passed on: too many open files")
    }
    let yes = start.confirmed.map { _ in PressEntry.Yes(how: session.isAgent ? "elicitation" : "start") }
    begin(start, order, descriptors, by: session, on: host, yes: yes)
  }

  /// Asks the people at the panels, and starts the action if one of them says yes.
  private func petition(
    _ start: Request.Start, _ order: StartOrder, _ session: FrontEndSession, _ host: BoxHost
  ) {
    host.petitions.add(order, by: session, on: host) { [weak self, weak session, weak host] decision in
      switch decision {
      case .no(let reason, let what):
        host?.note(what, start.action, input: start.input, by: session, reason: reason)
        self?.answer(start.id, refused: reason)
      case .yes(let question, let yes):
        guard let self, let session, let host else { return }
        var order = order
        order.confirmed = question
        // A panel that was not used last when the agent asked may have said yes.
        if start.context == nil { order.context = host.context(for: session) }
        begin(start, order, [], by: session, on: host, yes: yes)
      }
    }
  }

  /// Requests a start to which nothing is opposed but, perhaps, the guard.
  private func begin(
    _ start: Request.Start, _ order: StartOrder, _ descriptors: [Int32], by session: FrontEndSession,
    on host: BoxHost, yes: PressEntry.Yes?
  ) {
    var order = order
    let relay = relay(start, descriptors, host.printedLines)
    relay?.onFailure = { [weak self, weak host] in if let host { self?.cancel(start.id, on: host) } }
    starts[start.id] = Start(action: start.action, relay: relay, isDetached: start.detached)
    order.tap = relay?.tap
    order.onTicket = { [weak self] in self?.starts[start.id]?.ticket = $0 }
    order.onRun = { [weak self] in self?.starts[start.id]?.run = $0 }
    order.onAnswer = { [weak self] in self?.answered(start.id, $0) }
    if start.tellsBegin {
      order.onBegin = { [weak self] in
        self?.send(.began(BoxEvent.Began(start.id, run: self?.starts[start.id]?.run)))
      }
    }
    order.onEnd = { [weak self, weak session] outcome in
      let end = { @MainActor (outcome: RunOutcome) in
        let run = self?.starts.removeValue(forKey: start.id)?.run
        session?.ended(start.id, outcome, run: run)
      }
      guard let relay else { return end(outcome) }
      Task {
        let failure = await relay.flush()
        end(failure.map { .failed($0) } ?? outcome)
      }
    }
    host.noteStart(&order, by: session, yes: yes)
    order.starter = Starter(session.name, isAgent: session.isAgent)
    host.start(order, by: session)
  }

  /// Why nothing is started; nil if nothing is against it but, perhaps, the guard.
  private func refusal(_ start: Request.Start, by session: FrontEndSession, on host: BoxHost) -> String? {
    if session.hello?.isReadOnly != false { return "this front end is read-only" }
    return starts[start.id] == nil ? nil : "a start with the number \(start.id) has not ended"
  }

  /// Passes the bytes of the command on; nil if they are only kept as lines.
  private func relay(
    _ start: Request.Start, _ descriptors: [Int32], _ lines: PrintedLines
  ) -> BytesRelay? {
    switch start.bytes {
    case .none: nil
    case .lines: BytesRelay(linesOf: start.action, lines)
    case .descriptors: BytesRelay(to: descriptors)
    }
  }

  private func answered(_ id: UInt64, _ answer: StartAnswer) {
    switch answer {
    case .accepted(let ticket):
      starts[id]?.ticket = ticket
      var answer = BoxEvent.Answer(id)
      answer.run = starts[id]?.run
      send(.answer(answer))
    case .upToDate(let words):
      starts[id] = nil
      var answer = BoxEvent.Answer(id)
      answer.upToDate = words
      send(.answer(answer))
    case .refused(let reason): refuse(id, reason, by: .board)
    case .unavailable(let reason, let mayPass): refuse(id, reason, by: mayPass ? .silence : .etcd)
    case .notTaken(let reason): refuse(id, reason, by: .farewell)
    case .unknown: break
    }
  }

  private func refuse(_ id: UInt64, _ reason: String, by refuser: Refuser) {
    starts[id] = nil
    answer(id, refused: reason, by: refuser)
  }

  private func answer(_ id: UInt64, refused reason: String? = nil, by refuser: Refuser = .board) {
    send(.answer(BoxEvent.Answer(id, refused: reason, by: refuser)))
  }

  // MARK: Cancelling

  func cancel(_ id: UInt64, on host: BoxHost) {
    if let ticket = starts[id]?.ticket { host.board.cancel(.start(ticket)) }
  }

  /// Cancels the starts that end with their front end.
  func cancelAttached(on host: BoxHost) {
    for ticket in attached { host.board.cancel(.start(ticket)) }
  }

  /// Whether a run has not ended that ends with its front end.
  var hasAttached: Bool { !attached.isEmpty }

  private var attached: [StartTicket] { starts.values.filter { !$0.isDetached }.compactMap(\.ticket) }

  // MARK: Output

  /// What still writes the bytes of a run of this action to the file of the front end's messages, which come
  /// after them; nil if nothing does.
  func relayBeforeMessages(of action: String) -> BytesRelay? {
    starts.values.first { $0.action == action && $0.relay?.isBeforeMessages == true }?.relay
  }

  /// Whether it has started a run of this action that has not ended.
  func include(_ action: String) -> Bool { starts.values.contains { $0.action == action } }

  /// Whether a command waits for the reader of the lines of this action, so that all its lines are sent.
  func sendsEveryLine(of action: String) -> Bool {
    starts.values.contains { $0.action == action && $0.relay?.sendsLines == true }
  }

  /// The connection is congested: the commands whose lines it sends wait.
  func hold() { for start in starts.values { start.relay?.hold() } }

  func resume() { for start in starts.values { start.relay?.resume() } }

  /// The front end has gone: no command waits for a reader any more.
  func stopWaiting() { for start in starts.values { start.relay?.stopWaiting() } }
}
