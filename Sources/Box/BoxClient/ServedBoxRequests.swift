internal import Board
package import Boundary
internal import Processes
package import TerminalUI
internal import Wire

/// The requests of a front end as lines.
extension ServedBox {
  package func start(_ order: StartOrder) {
    request(.start(order, isAccepted: false), descriptors: order.descriptors) { id in
      var start = Request.Start()
      start.id = id
      start.action = order.action
      start.input = order.input
      start.confirmed = order.confirmed
      start.isPetition = order.isPetition
      start.detached = order.isDetached
      start.restart = order.restarts
      start.ifStale = order.ifStale
      start.terminal = order.hasTerminal
      (start.plan, start.confirmedAhead) = (order.plan, order.confirmedAhead)
      start.tellsBegin = order.onBegin != nil
      start.bytes =
        !order.descriptors.isEmpty ? .descriptors : holdsCommands && !order.isDetached ? .lines : .none
      prepare(&start)
      order.onTicket(StartTicket(id))
      return .start(start)
    }
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
    let id = request(.visit(order), descriptors: [order.channel]) { id in
      var enter = Request.Enter()
      (enter.id, enter.action) = (id, order.action)
      (enter.columns, enter.rows) = (order.size.width, order.size.height)
      (enter.terminal, enter.clearsScreen) = (order.terminal, order.clearsScreen)
      return .enter(enter)
    }
    return VisitTicket(id)
  }

  package func resize(_ visit: VisitTicket, to size: Size) {
    guard pending[visit.number] != nil else { return }
    var resize = Request.Resize()
    (resize.id, resize.columns, resize.rows) = (visit.number, size.width, size.height)
    request(.resize(resize))
  }

  package func leave(_ visit: VisitTicket) {
    guard pending[visit.number] != nil else { return }
    var exit = Request.Exit()
    exit.id = visit.number
    request(.exit(exit))
  }

  package func answer(_ order: AnswerOrder) {
    request(.answer(order.onAnswer)) { id in
      var answer = Request.Answer()
      (answer.id, answer.action, answer.question) = (id, order.action, order.question)
      answer.text = order.text
      return .answer(answer)
    }
  }

  package func takeOver(_ order: TakeOverOrder) {
    request(.takeOver(order.onAnswer)) { id in
      var takeOver = Request.TakeOver()
      (takeOver.id, takeOver.action) = (id, order.action)
      (takeOver.runs, takeOver.reason) = (order.runs, order.reason)
      return .takeOver(takeOver)
    }
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

  package func ignoreFiles() { request(.ignoreFiles) }

  package func setWatching(_ isOn: Bool) { request(.watch(Request.Watch(isOn))) }

  package func explain(_ action: String, _ answer: @escaping @MainActor (Explanation?) -> Void) {
    request(.explanation(answer)) { id in
      var why = Request.Why()
      (why.id, why.action) = (id, action)
      return .why(why)
    }
  }

  package func plan(_ action: String, _ answer: @escaping @MainActor (PlanStatus?) -> Void) {
    request(.plan(answer)) { id in
      var plan = Request.Plan()
      (plan.id, plan.action) = (id, action)
      return .plan(plan)
    }
  }

  package func answer(_ order: PlanAnswerOrder) {
    request(.answer(order.onAnswer)) { id in
      var answer = Request.PlanAnswer()
      (answer.id, answer.plan, answer.action) = (id, order.plan, order.action)
      answer.confirmed = order.confirmed
      return .answerPlan(answer)
    }
  }

  package func find(_ text: String, _ answer: @escaping @MainActor (OutputSearch) -> Void) {
    request(.search(answer)) { id in
      var find = Request.Find()
      (find.id, find.text) = (id, text)
      return .find(find)
    }
  }

  /// Tells when a guard holds.
  package func awaitGuard(_ order: HoldOrder) -> HoldTicket {
    let id = request(.hold(order.onAnswer)) { id in
      var holds = Request.Holds()
      (holds.id, holds.text, holds.isPatient) = (id, order.text, order.isPatient)
      return .holds(holds)
    }
    return HoldTicket(id)
  }

  package func forget(_ ticket: HoldTicket) {
    guard pending.removeValue(forKey: ticket.number) != nil else { return }
    var forget = Request.Forget()
    forget.id = ticket.number
    request(.forget(forget))
  }

  /// Requests the kept lines of an action; passes nil if the box has ended.
  /// - Parameters:
  ///   - first: The number of the first line that is wanted.
  ///   - run: The number of a run; -1 for the newest, -2 for the one before it; nil for all.
  package func lines(
    of action: String, from first: Int, run: Int?, _ answer: @escaping @MainActor (KeptLines?) -> Void
  ) {
    request(.lines(answer)) { id in
      var lines = Request.LinesOf()
      (lines.id, lines.action, lines.from, lines.run) = (id, action, first, run)
      return .linesOf(lines)
    }
  }

  package func leave(now: Bool, _ whenLeft: @escaping @MainActor () -> Void) {
    if end != nil { return whenLeft() }
    self.whenLeft = whenLeft
    var leave = Request.Leave()
    leave.now = now
    request(.leave(leave))
  }

  /// Ends the box.
  /// - Parameter now: Whether commands are killed at once.
  package func stop(now: Bool) {
    var stop = Request.Stop()
    stop.now = now
    request(.stop(stop))
  }
}
