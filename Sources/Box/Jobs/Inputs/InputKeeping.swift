internal import Inputs
internal import Processes

/// The state of inputs survives the box, so that a success counts in the next one while nothing has changed.
extension InputMonitor {
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

  /// The ticket of a success of an earlier process. The next look reads how its inputs were.
  func restore(_ action: String, key: String) -> InputTicket {
    lastTicket += 1
    restores[lastTicket] = InputRestore(action: action, key: key)
    lastAttempts[action] = lastTicket
    return InputTicket(number: lastTicket, key: key)
  }

  /// A look has read what was kept.
  func finish(_ tickets: some Sequence<UInt64>, with kept: [UInt64: KeptInputs]) {
    for ticket in tickets {
      guard let restore = restores.removeValue(forKey: ticket), let kept = kept[ticket] else { continue }
      var attempt = InputAttempt(
        action: restore.action, selection: kept.selection, snapshot: kept.table, sources: kept.sources)
      attempt.key = kept.key
      attempt.isComplete = true
      attempts[ticket] = attempt
    }
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

/// What a file has kept of a success, before it is read.
struct InputRestore: Sendable {
  let action: String
  let key: String

  /// Nil if the file says nothing, or speaks of another success. Blocks.
  func read(_ file: (_ action: String) -> [UInt8]?) -> KeptInputs? {
    guard let kept = file(action).flatMap({ KeptInputs($0) }), kept.key == key else { return nil }
    return kept
  }
}
