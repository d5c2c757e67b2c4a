internal import Board
internal import Boundary
internal import Programs
internal import SignalboxCore

/// The number of a run: the expected one until the run begins.
@MainActor
private final class BegunRun {
  var number: Int?

  init(_ expected: Int?) { number = expected }
}

/// What plans start, and when.
extension Interlocking {
  /// Starts what the plans have due now.
  func continuePlans() {
    for id in planRegistry.stopped.keys where self[id]?.moment.isRunning != false {
      planRegistry.stopped[id] = nil
    }
    for run in planRegistry.runs.values.sorted(by: { $0.ticket.number < $1.ticket.number }) { perform(run) }
  }

  private func perform(_ run: PlanRegistry.Run) {
    if !run.asked.isEmpty, run.progress.stop == nil {
      run.hasMissedTurn = true
      return
    }
    guard let moment = planMoment(of: run) else {
      return end(run, because: words(for: .boardChanged), .cancelled)
    }
    let derived = run.derived
    run.derived = nil
    let orders = run.progress.advance(moment, taking: derived)
    if let stop = run.progress.stop {
      let reason = words(for: stop)
      return end(run, because: reason, .failed(PlanStatus.stop(because: reason)))
    }
    for order in orders {
      switch order {
      case .press(let id): press(id, run)
      case .start: start(run)
      }
    }
    guard run.progress.needsDerivation else {
      run.vainDerivations = 0
      return
    }
    if derived != nil { run.vainDerivations += 1 }
    derive(run)
  }

  /// Derives the steps that are left again. What comes of it is taken in a turn of its own.
  private func derive(_ run: PlanRegistry.Run) {
    guard !run.isDeriving else { return }
    if run.vainDerivations >= Self.derivationLimit {
      let reason = "what it depends on changes faster than steps are found"
      return end(run, because: reason, .failed(PlanStatus.stop(because: reason)))
    }
    run.isDeriving = true
    let target = run.progress.target
    planRegistry.derivations.derive(in: environment, isUrgent: true) { [weak self, weak run] in
      guard let self, let run, planRegistry.runs[target] === run, let moment = planMoment(of: run) else {
        return nil
      }
      return PlanDerivations.Question(moment: moment, allowed: run.progress.mayPress)
    } onAnswer: { [changes, weak run] derived in
      run?.isDeriving = false
      run?.derived = derived
      changes.tell()
    }
  }

  private func press(_ id: String, _ run: PlanRegistry.Run) {
    var origin = RunOrigin(starter: run.order.starter, context: run.order.context)
    run.asked.insert(id)
    let press = self.press(of: id, run)
    let (changes, onMain) = (changes, environment.onMain)
    let begun = BegunRun(press.run)
    origin.onRun = { number in onMain { begun.number = number } }
    request(id, by: .plan(run.progress.target), from: origin, ticket: run.ticket) { [weak self] start in
      guard let self, note(start, press, run), case .accepted(let execution) = start else { return }
      run.progress.pressed(id)
      planRegistry.lastEnd += 1
      let (number, onPress) = (planRegistry.lastEnd, run.order.onPress)
      planRegistry.ends[number] = execution.sink { [weak run, planRegistry] completion in
        onMain {
          planRegistry.ends[number] = nil
          run?.progress.ended(id)
          changes.tell()
          var press = press
          (press.event, press.run) = (.ended(RunOutcome(completion)), begun.number)
          onPress(press)
        }
      } receiveValue: { _ in
      }
      changes.tell()
    }
  }

  /// A press that is about to be made.
  private func press(of id: String, _ run: PlanRegistry.Run) -> PlanPress {
    PlanPress(
      id, .started, run: self[id]?.numberOfNextRun, question: self[id]?.definition.confirmation,
      answerer: run.answerers[id])
  }

  /// Tells what has come of a press: each start, also if the plan has ended meanwhile; of a plan that is
  /// performed also each refusal, but the same one, which may come at each change, only once. Returns whether
  /// it was accepted.
  private func note(_ start: Start, _ press: PlanPress, _ run: PlanRegistry.Run) -> Bool {
    var press = press
    run.asked.remove(press.action)
    switch start {
    case .accepted:
      run.refusals[press.action] = nil
      run.hasMissedTurn = false
      run.order.onPress(press)
      return true
    case .refused(let reason), .unavailable(let reason, _):
      guard planRegistry.runs[run.progress.target] === run,
        run.refusals.updateValue(reason, forKey: press.action) != reason
      else { return false }
      (press.event, press.run) = (.refused(reason), nil)
      run.order.onPress(press)
      // What has changed during the decision may be why it would be another one now.
      if run.hasMissedTurn { changes.tell() }
      run.hasMissedTurn = false
      return false
    }
  }

  /// Starts the action that the plan is for.
  private func start(_ run: PlanRegistry.Run) {
    let id = run.progress.target
    let onMain = environment.onMain
    var origin = RunOrigin(of: run.order, onMain: onMain)
    if let onBegin = run.order.onBegin {
      origin.onBegin = { onMain(onBegin) }
    }
    run.asked.insert(id)
    let press = press(of: id, run)
    request(id, input: run.order.input, from: origin, ticket: run.ticket) { [weak self] start in
      guard let self else { return }
      _ = note(start, press, run)
      guard planRegistry.runs[id] === run else { return }
      switch start {
      case .accepted:
        planRegistry.runs[id] = nil
        changes.tell()
        run.onStart(start)
      case .unavailable(let reason, _):
        end(run, because: reason, .failed(PlanStatus.stop(because: reason)))
      // Tried again at the next change.
      case .refused: break
      }
    }
  }
}
