internal import Board

/// What a process can say of a board with a cluster in which it does not take part: `list` and `why`, where
/// no box runs. It asks no other machine, so that much may be true, and nothing is locked because of that.
extension Interlocking {
  private var asksNobody: Bool { !hasJoined && board.cluster != nil }

  /// Whether only other machines know a fact, and they are not asked.
  func isUnasked(_ fact: GuardFact) -> Bool {
    guard asksNobody, case .action(let id, let property) = fact else { return false }
    guard let job = self[id] else { return id.contains("/") }
    if property == .enabled { return certainty(about: job)?.dependsOnOthers == true }
    return job.definition.shared != nil
  }

  /// The verdict on an action as far as it does not depend on other machines, and whether they have a say;
  /// nil if they are asked.
  func certainty(about job: Job) -> (verdict: Verdict, dependsOnOthers: Bool)? {
    guard asksNobody else { return nil }
    let verdict = job.definition.enabledIf.evaluate(presentFacts, granting: isUnasked)
    guard verdict.isPassing else { return (verdict, false) }
    return (.passes, job.definition.shared != nil || !self.verdict(on: job.id).isPassing)
  }
}
