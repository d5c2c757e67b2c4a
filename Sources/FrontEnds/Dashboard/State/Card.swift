internal import Boundary

extension Dashboard {
  /// The chosen action beside its output: what it is and needs, and its last runs.
  struct Card: Equatable, Sendable {
    /// The name of the action in the board, and its title.
    var id: String
    var title: String
    var introduction: Introduction
    var trend = RunTrend()
    /// How many of its runs succeeded, and in which time.
    var summary: String
    /// The runs, the newest first.
    var lines: [RunLine] = []
  }
}
