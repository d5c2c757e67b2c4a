internal import Board
internal import Boundary
internal import Programs
internal import SignalboxCore

extension Run {
  /// Does the work, and repeats it after a wait when it fails, as often as the board allows.
  func attempt(of run: Int, _ request: RunRequest, _ display: RunDisplay) async throws {
    var attempt = 1
    while true {
      do {
        try await readInputs(of: run, display)
        return try await withTimeout(definition.timeout, on: environment.clock) {
          try await work(of: run, request, display)
        }
      } catch {
        try Task.checkCancellation()
        guard let retry = definition.retry, let delay = retry.delay(afterAttempt: attempt),
          (error as? JobFailure)?.isLasting(of: definition.work) != true
        else {
          throw error
        }
        attempt += 1
        try await wait(
          jittered(delay), for: "retry \(attempt) of \(retry.attempts)", after: error, in: run, display)
      }
    }
  }

  /// Has the state of the inputs recorded, before an attempt begins.
  func readInputs(of run: Int, _ display: RunDisplay) async throws {
    guard definition.inputs != nil else { return }
    let news = "reading inputs"
    let ticket = try await station.inputs.begin(definition.id) { display.show { $0.value = news } }
    record.modify {
      $0.take(inputs: ticket, of: run)
      $0.clearValue(news)
    }
    display.forgetValue(news)
  }

  private func wait(
    _ delay: Duration, for next: String, after error: any Error, in run: Int, _ display: RunDisplay
  ) async throws {
    let news = "\(next) in \(delay.text)"
    print([.note("\(error)"), .note(news)], of: run)
    display.show { shown in
      shown.value = news
      shown.fraction = nil
      shown.progress = nil
    }
    try await sleep(for: delay, on: environment.clock)
    print([.note(next, .retry)], of: run)
    display.show { $0.value = next }
  }

  /// A delay with jitter: up to a quarter shorter, so that actions that failed together do not retry
  /// together.
  func jittered(_ delay: Duration) -> Duration {
    delay * (1 - environment.random() / 4)
  }
}
