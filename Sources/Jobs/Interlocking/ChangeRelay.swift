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
    // Whoever sees the number sees that guards have to be evaluated.
    turn.request { [weak self] in self?.interlocking?.changesCame() }
    told.add(1, ordering: .acquiringAndReleasing)
  }
}
