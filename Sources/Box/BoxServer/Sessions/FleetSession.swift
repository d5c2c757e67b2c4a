internal import Boundary
package import Jobs
internal import Programs
package import Wire

/// The one front end of a fleet, in the same process: tells it what happens, and refuses what it requests.
@MainActor
package final class FleetSession: Session {
  /// Why nothing can be requested.
  private static let refusal = "can only be looked at here"

  private let fleet: FleetBox
  private let line: SessionLine
  private var state: StateFeed?
  private var look: LookFeed?

  private init(_ fleet: FleetBox, line: SessionLine) {
    (self.fleet, self.line) = (fleet, line)
    fleet.onChange = { [weak self] in self?.push() }
  }

  /// A line to a fleet, which lives at least as long.
  package static func line(to fleet: FleetBox) -> InnerLine { InnerLine { FleetSession(fleet, line: $0) } }

  // MARK: Sending

  package func drained() { push() }

  private func push() {
    guard !line.isCongested() else { return }
    let news = state?.next(fleet.situation, fleet.changeCount, hasLines: false, asValues: true)
    if let news { line.send(news) }
    for event in look?.next(output: fleet.output, history: { _ in RunHistory() }) ?? [] { line.send(event) }
  }

  private func send(_ event: BoxEvent) { line.send(event) }

  // MARK: Receiving

  package func receive(_ request: Request, descriptors: () -> [Int32]) {
    take(request)
    push()
  }

  private func take(_ request: Request) {
    switch request {
    case .follow(let follow): state = StateFeed(everyChange: follow.everyChange)
    case .look(let look): self.look = LookFeed(look, after: self.look)
    case .why(let why):
      var explained = BoxEvent.Explained()
      (explained.id, explained.explanation) = (why.id, fleet.explanation(of: why.action))
      send(.explanation(explained))
    case .find(let find):
      var found = BoxEvent.Found()
      (found.id, found.search) = (find.id, fleet.find(find.text))
      send(.found(found))
    case .plan(let plan):
      var planned = BoxEvent.Planned()
      planned.id = plan.id
      send(.plan(planned))
    case .linesOf(let lines):
      var answer = BoxEvent.LinesOf()
      answer.id = lines.id
      send(.linesOf(answer))
    case .enter(let enter):
      var exited = BoxEvent.Exited()
      (exited.id, exited.refused) = (enter.id, Self.refusal)
      send(.exited(exited))
    case .holds(let holds):
      var held = BoxEvent.Held()
      (held.id, held.refused) = (holds.id, Self.refusal)
      send(.held(held))
    case .start(let start): refuse(start.id)
    case .answer(let answer): refuse(answer.id)
    case .answerPlan(let answer): refuse(answer.id)
    case .takeOver(let takeOver): refuse(takeOver.id)
    case .leave:
      fleet.end()
      send(.left)
    case .hello, .lines, .cancel, .resize, .exit, .dismiss, .decide, .repeats, .ignoreFiles, .watch, .forget,
      .stop:
      break
    }
  }

  private func refuse(_ id: UInt64) { send(.answer(BoxEvent.Answer(id, refused: Self.refusal))) }
}
