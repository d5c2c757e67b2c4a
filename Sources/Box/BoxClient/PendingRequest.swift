internal import Board
internal import Boundary
internal import Processes
internal import Wire

/// A request that a box has not finished: who is told of its events, and what they are told if the box is not
/// there any more.
enum PendingRequest {
  case start(StartOrder, isAccepted: Bool)
  case visit(EnterOrder)
  case answer(@MainActor (_ refusal: String?) -> Void)
  case takeOver(@MainActor (TakeOverAnswer) -> Void)
  case explanation(@MainActor (Explanation?) -> Void)
  case plan(@MainActor (PlanStatus?) -> Void)
  case search(@MainActor (OutputSearch) -> Void)
  case hold(@MainActor (HoldAnswer) -> Void)
  case lines(@MainActor (KeptLines?) -> Void)

  /// What follows from an event that names a request.
  struct Step {
    /// The request, if more events of it follow; nil if this was the last one.
    let rest: PendingRequest?
    /// Tells who has requested it.
    let tell: @MainActor () -> Void
  }

  /// An event of the box names this request. Nil for an event that is none of such a request.
  @MainActor
  func step(_ event: BoxEvent) -> Step? {
    switch (self, event) {
    case (.start(let order, _), .answer(let answer)):
      Step(rest: answer.refused == nil && answer.upToDate == nil ? .start(order, isAccepted: true) : nil) {
        if let run = answer.run { order.onRun(run) }
        order.onAnswer(answer.start)
      }
    case (.start(let order, _), .began(let began)):
      Step(rest: self) {
        if let run = began.run { order.onRun(run) }
        order.onBegin?()
      }
    case (.start(let order, _), .ended(let ended)):
      Step(rest: nil) {
        if let run = ended.run { order.onRun(run) }
        order.onEnd(ended.outcome)
      }
    case (.visit(let order), .entered): Step(rest: self) { order.onStart() }
    case (.visit(let order), .exited(let exited)): Step(rest: nil) { order.onEnd(exited.end) }
    case (.answer(let tell), .answer(let answer)): Step(rest: nil) { tell(answer.refused) }
    case (.takeOver(let tell), .answer(let answer)): Step(rest: nil) { tell(answer.takeOver) }
    case (.explanation(let tell), .explanation(let event)): Step(rest: nil) { tell(event.explanation) }
    case (.plan(let tell), .plan(let event)): Step(rest: nil) { tell(event.plan) }
    case (.search(let tell), .found(let event)): Step(rest: nil) { tell(event.search) }
    case (.hold(let tell), .held(let event)): Step(rest: nil) { tell(event.answer) }
    case (.lines(let tell), .linesOf(let event)): Step(rest: nil) { tell(event.kept) }
    default: nil
    }
  }

  /// The box is not there any more.
  /// - Parameter wasSent: Whether the box may have received the request.
  @MainActor
  func end(_ end: ServedBox.End, wasSent: Bool) {
    switch self {
    case .start(let order, isAccepted: true): order.onEnd(.boxEnded)
    case .start(let order, isAccepted: false):
      order.onAnswer(wasSent ? end.answerToStart : .notTaken("the box \(end.words)"))
    case .visit(let order): order.onEnd(.refused("its box \(end.words)"))
    case .answer(let tell): tell("its box \(end.words)" + (wasSent ? ", and may have typed it before" : ""))
    case .takeOver(let tell):
      tell(.refused("its box \(end.words)" + (wasSent ? ", and may have taken it over before" : "")))
    case .explanation(let tell): tell(nil)
    case .plan(let tell): tell(nil)
    case .search(let tell): tell(OutputSearch())
    case .hold(let tell): tell(.ended)
    case .lines(let tell): tell(nil)
    }
  }
}

extension ServedBox.End {
  /// What a start comes to that has no answer.
  fileprivate var answerToStart: StartAnswer {
    if case .farewell(let reason) = self { .notTaken(reason) } else { .unknown }
  }
}

extension BoxEvent {
  /// The request of the front end that it belongs to; nil if it belongs to none.
  var request: UInt64? {
    switch self {
    case .answer(let event): event.id
    case .began(let event): event.id
    case .ended(let event): event.id
    case .entered(let event): event.id
    case .exited(let event): event.id
    case .explanation(let event): event.id
    case .plan(let event): event.id
    case .found(let event): event.id
    case .linesOf(let event): event.id
    case .held(let event): event.id
    case .hello, .state, .situation, .output, .history, .lines, .notice, .left, .refusal: nil
    }
  }
}
