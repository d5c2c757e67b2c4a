/// Tells the interlocking of changes that come on any thread.
final class ChangeRelay: @unchecked Sendable {
  private let turn: MainTurn
  /// Set before any job can run, and read on the main actor.
  weak var interlocking: Interlocking?

  init(_ turn: MainTurn) { self.turn = turn }

  /// True while a change that was told waits for its turn.
  var hasNews: Bool { turn.isDue }

  func tell() {
    turn.request { [weak self] in self?.interlocking?.changesCame() }
  }
}
