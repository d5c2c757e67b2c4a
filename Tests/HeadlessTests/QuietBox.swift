import Board
import Boundary
import Programs
import TerminalUI

/// A box that does nothing; a test has its own for what counts in it.
@MainActor
protocol QuietBox: Boundary.Box {}

extension QuietBox {
  var name: String? { nil }
  var isShared: Bool { true }
  var hasEnded: Bool { false }
  var endWords: String { "has ended" }
  var now: Duration { .zero }

  func output(of action: String) -> OutputRing { OutputRing() }
  func knowsOutput(of action: String) -> Bool { true }
  func history(of action: String) -> RunHistory { RunHistory() }
  func follow(_ follower: OutputFollower) {}
  func stopFollowing() {}
  func cancel(_ target: CancelTarget) {}
  func enter(_ order: EnterOrder) -> VisitTicket { VisitTicket(0) }
  func resize(_ visit: VisitTicket, to size: Size) {}
  func leave(_ visit: VisitTicket) {}
  func answer(_ order: AnswerOrder) {}
  func answer(_ order: PlanAnswerOrder) {}
  func takeOver(_ order: TakeOverOrder) {}
  func decide(_ petition: Petition.ID, yes: Bool) {}
  func dismiss(_ problem: Situation.Problem.ID) {}
  func repeatActions() {}
  func ignoreFiles() {}
  func setWatching(_ isOn: Bool) {}
  func leave(now: Bool, _ whenLeft: @escaping @MainActor () -> Void) { whenLeft() }
  func explain(_ action: String, _ answer: @escaping @MainActor (Explanation?) -> Void) { answer(nil) }
  func plan(_ action: String, _ answer: @escaping @MainActor (PlanStatus?) -> Void) { answer(nil) }
  func find(_ text: String, _ answer: @escaping @MainActor (OutputSearch) -> Void) {}
  func lines(
    of action: String, from first: Int, run: Int?, _ answer: @escaping @MainActor (KeptLines?) -> Void
  ) { answer(nil) }
}
