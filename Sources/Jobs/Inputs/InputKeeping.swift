internal import Inputs
internal import Processes

/// The state of inputs survives the box, so that a success counts in the next one while nothing has changed.
extension InputDesk {
  /// Keeps the inputs of a success, if nobody has written them meanwhile.
  func keep(_ ticket: UInt64) {
    guard let attempt = attempts[ticket], attempt.touched == nil, let table = attempt.snapshot,
      table.problem == nil
    else { return }
    let kept = KeptInputs(
      key: attempt.key, selection: attempt.selection, sources: attempt.sources, table: table)
    keepingCount += 1
    let (action, environment) = (attempt.action, environment)
    let write = { @Sendable in
      environment.keepInputs(action, kept.bytes)
      environment.onMain { [weak self] in self?.hasKept() }
    }
    // If there is no thread, the success is unknown to the next box.
    do throws(SystemCallError) { try DedicatedThread.start("keep-inputs", takesSignals: false, write) } catch
    {
      hasKept()
    }
  }

  private func hasKept() {
    keepingCount -= 1
    endWaits()
    onChange()
  }

  /// The ticket of an earlier process; nil if its state was not kept.
  func restore(_ action: String, key: String) -> InputTicket? {
    guard let bytes = environment.keptInputs(action), let kept = KeptInputs(bytes), kept.key == key else {
      return nil
    }
    lastTicket += 1
    var attempt = InputAttempt(
      action: action, selection: kept.selection, snapshot: kept.table, sources: kept.sources)
    attempt.key = key
    attempt.isComplete = true
    attempts[lastTicket] = attempt
    lastAttempts[action] = lastTicket
    return InputTicket(number: lastTicket, key: key)
  }

  /// Whether the inputs of a success are about to be kept.
  var isBusy: Bool { keepingCount > 0 || attempts.values.contains(where: \.isCompleting) }

  func endWaits() {
    guard !isBusy else { return }
    let waits = waits
    self.waits = []
    for wait in waits { wait() }
  }

  /// Returns when the inputs of all successes are kept, or cannot be.
  func waitUntilKept() async {
    guard isBusy else { return }
    await withCheckedContinuation { continuation in waits.append { continuation.resume() } }
  }
}
