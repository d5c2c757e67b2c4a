internal import Board
internal import Boundary
internal import Programs

/// Evaluates an expression by Prometheus, and compares its values with thresholds.
struct QueryWork: JobWork {
  /// The most series that the output names.
  private static let printLimit = 100

  let probe: QueryProbe

  func perform(_ attempt: Attempt) async throws {
    let age = attempt.definition.staleAfter
    let answer = try QueryAnswer(
      await attempt.ask(probe.server, named: "Prometheus") { value in
        try probe.request(maximumAge: age, value)
      })
    attempt.print(answer.samples.prefix(Self.printLimit).map { .note($0.text) })
    if answer.samples.count > Self.printLimit {
      attempt.print([.note("and \(answer.samples.count - Self.printLimit) more")])
    }
    let verdict = QueryVerdict(answer, of: probe, maximumAge: age)
    attempt.display.show { $0.value = verdict.value }
    attempt.display.warning = verdict.warning
    if let failure = verdict.failure { throw JobFailure.unhealthy(failure) }
  }
}
