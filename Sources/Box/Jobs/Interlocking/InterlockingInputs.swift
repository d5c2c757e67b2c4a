internal import Board
internal import Boundary
internal import Inputs
internal import SignalboxCore

/// Actions with inputs: a success whose inputs have changed does not count.
extension Interlocking {
  /// From now on the inputs of actions are followed, so that what has changed is known before a start.
  package func followInputs() { inputs.follow() }

  /// Looks at all inputs once, for a command that only shows them.
  package func lookAtInputs() async {
    guard inputs.isNeeded else { return }
    await withCheckedContinuation { continuation in
      inputs.look(at: Set(inputs.placesByAction.keys)) { _ in continuation.resume() }
    }
    evaluateGuards()
  }

  func connectInputs() {
    inputs.onChange = { [changes] in changes.tell() }
    let onMain = environment.onMain
    station.inputs.connect { [weak self] action, onSlow, onEnd in
      onMain {
        guard let self else { return onEnd(nil) }
        self.inputs.begin(action, onSlow: onSlow) { [weak self] name in
          self.flatMap { interlocking in
            interlocking[name].map { interlocking.inputs.identity(of: $0.inputSubject) }
          } ?? .nothing
        } _: {
          onEnd($0)
        }
      }
    }
  }

  /// Looks at the inputs of successes when they have ended.
  func updateInputs() {
    guard inputs.isNeeded else { return }
    inputs.update(jobs.filter { $0.definition.inputs != nil }.map(\.inputSubject))
  }

  /// Whether the inputs of a success are about to be kept for the next process.
  package var isKeepingInputs: Bool { inputs.isBusy }

  /// Whether the inputs of a job are as they were; nil if it has none.
  func freshness(of job: Job) -> Freshness? {
    guard job.definition.inputs != nil else { return nil }
    return inputs.freshness(of: job.inputSubject) { self[$0]?.inputSubject }
  }

  /// Why a success does not count, or may not; nil if it counts, or the fact is another one.
  func staleness(of fact: GuardFact) -> String? {
    guard case .action(let id, let property) = fact, property == .succeeded || property == .fresh,
      let job = self[id]
    else { return nil }
    switch freshness(of: job) {
    case .stale(let stale):
      let time = stale.at.map { "\((station.now - $0).wholeSeconds) ago" }
      return "stale: \(stale.text(time))"
    case .unknown(let reason), .unread(let reason): return reason
    case .fresh, .missing, nil: return nil
    }
  }

  /// The actions whose inputs the guard of a job relies on, which are looked at before it starts.
  func inputsBeforeStart(of job: Job) -> Set<String> {
    guard inputs.isNeeded else { return [] }
    var (found, visited): (Set<String>, Set<String>) = ([], [])
    addInputs(of: job.definition.enabledIf, to: &found, &visited)
    return found
  }

  /// Looks at the inputs of an action, and passes in words that its last success is fresh; nil if it is not.
  package func askWhetherFresh(_ id: String, _ onAnswer: @escaping @MainActor (String?) -> Void) {
    var needed: Set<String> = []
    addInputs(ofResultOf: id, to: &needed)
    guard !needed.isEmpty else { return onAnswer(nil) }
    updateInputs()
    inputs.look(at: needed, tries: 3) { [weak self] hasLooked in
      guard hasLooked, let self, let job = self[id] else { return onAnswer(nil) }
      inputs.readNotices()
      guard !job.moment.isRunning, freshness(of: job) == .fresh else { return onAnswer(nil) }
      let time = job.moment.record.resultTime.map { "succeeded \((station.ageTime - $0).wholeSeconds) ago" }
      let count = inputs.placesByAction[id].flatMap { inputs.places[$0].table?.count }
      let files = count.map { $0 == 1 ? "1 file" : "\($0) files" }
      onAnswer("up to date (\([time, files].compactMap(\.self).joined(separator: ", ")))")
    }
  }

  /// Starts a job by itself. If its guard relies on inputs and passes now, they are looked at first.
  func startLooked(_ job: Job, by cause: StartCause, _ onStart: @escaping @MainActor (Start) -> Void) {
    let id = job.id
    let needed = inputsBeforeStart(of: job)
    if needed.isEmpty { return onStart(start(id, by: cause, from: originOfRepeats)) }
    updateInputs()
    evaluateGuards()
    guard job.verdict.isPassing, lookingToStart.insert(id).inserted else { return }
    inputs.look(at: needed, tries: 3) { [weak self] hasLooked in
      guard let self else { return }
      lookingToStart.remove(id)
      if hasLooked { onStart(start(id, by: cause, from: originOfRepeats)) }
    }
  }

  private func addInputs(of guarded: Guard, to found: inout Set<String>, _ visited: inout Set<String>) {
    for case .action(let id, let property) in guarded.references {
      switch property {
      case .succeeded, .fresh: addInputs(ofResultOf: id, to: &found)
      case .enabled:
        if visited.insert(id).inserted, let job = self[id] {
          addInputs(of: job.definition.enabledIf, to: &found, &visited)
        }
      case .running, .failed, .idle, .ended, .value, .progress, .age, .ready, .restarts, .asks: break
      }
    }
  }

  private func addInputs(ofResultOf id: String, to found: inout Set<String>) {
    guard let files = self[id]?.definition.inputs, found.insert(id).inserted else { return }
    for action in files.actions { addInputs(ofResultOf: action, to: &found) }
  }
}

extension ActionFacts {
  /// A success whose inputs are not known to be as they were does not count, and nor does its negation.
  /// - Parameter isServing: Whether it is about the present program of a service.
  mutating func take(_ freshness: Freshness, isServing: Bool) {
    if isServing {
      isFresh = freshness.isFresh
      return
    }
    // A run that a person has started clears the result.
    isFresh = hasSucceeded == true ? freshness.isFresh : hasSucceeded
    if hasSucceeded == true, freshness != .fresh { hasSucceeded = nil }
  }
}

extension Job {
  var inputSubject: InputSubject { InputSubject(definition: definition, moment: moment) }
}
