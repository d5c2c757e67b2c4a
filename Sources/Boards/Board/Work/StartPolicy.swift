/// When an action starts by itself, besides its repeats.
public enum StartPolicy: String, Sendable, CaseIterable {
  /// Never.
  case manual
  /// When the first panel or `watch` that is not read-only has come, as soon as its guard lets it.
  case withBoard = "with-board"
}
