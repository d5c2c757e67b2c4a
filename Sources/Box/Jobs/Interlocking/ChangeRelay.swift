internal import Synchronization

/// Notifies the interlocking of changes on any thread.
final class ChangeRelay: Sendable {
  private let turn: MainTurn
  /// Set before any job can run.
  @MainActor weak var interlocking: Interlocking?

  init(_ turn: MainTurn) { self.turn = turn }

  /// True while a change waits for its turn of the main actor.
  var hasNews: Bool { turn.isDue }
  /// The number of changes so far.
  var count: Int { told.load(ordering: .acquiring) }
  private let told = Atomic(0)

  func tell() {
    // The turn is requested first, so that a reader that sees the new count also sees that guards are due.
    turn.request { [weak self] in self?.interlocking?.changesCame() }
    told.add(1, ordering: .acquiringAndReleasing)
  }
}
