package import Programs

/// What has present runs, and what they say together.
package protocol WithPresentRuns {
  /// The present runs, the oldest first.
  var present: [RunHistory.Entry] { get }
  /// What all its runs come to.
  var runs: RunSummary { get }
}

extension WithPresentRuns {
  /// The run with this number and all runs before it have ended.
  package var endedUpTo: Int { present.first.map { $0.number - 1 } ?? runs.count }

  /// Whether the run with this number and all runs before it have ended.
  package func hasEnded(upTo run: Int) -> Bool { run <= endedUpTo }

  /// The processes that keep outputs open whose programs have ended; nil if there are none.
  package var outputHolders: OutputHolders? {
    let holders = present.compactMap { $0.presence?.outputHolders }
    return holders.isEmpty ? nil : OutputHolders(holders.flatMap(\.processes))
  }

  /// When a command that is being stopped receives the next signal, the last one if several are stopped; nil
  /// while none is being stopped.
  package var stopEnd: Duration? { present.compactMap { $0.presence?.stopEnd }.max() }

  /// What a program asks a person: that of the oldest run, if several do; nil for nothing.
  package var question: ProgramQuestion? { first(\.question) }

  /// Whether a program reads keys from a terminal on which nobody can type.
  package var wantsKeys: Bool { present.contains { $0.presence?.wantsKeys == true } }

  /// What the run of a service does; nil if nothing runs, or it is no service.
  package var service: ServiceState? { first(\.service) }

  /// When the present program of a service was ready; nil if it has not been.
  package var readySince: Duration? { first(\.readySince) }

  /// Why the last start of the program in the run of a service was not ready in time; nil if it was, or may
  /// still be.
  package var notReady: String? { first(\.notReady) }

  /// How often the program of a service may be started again in a row; nil before the first time.
  package var restartsLeft: Int? { first(\.restartsLeft) }

  private func first<Value>(_ fact: (RunHistory.Presence) -> Value?) -> Value? {
    for run in present {
      if let value = run.presence.flatMap(fact) { return value }
    }
    return nil
  }
}
