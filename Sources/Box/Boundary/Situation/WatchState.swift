/// Whether changed files start the actions that are watched.
package enum WatchState: Sendable, Equatable {
  case on
  /// A person has switched it off.
  case off
  /// They have started each other over and over, as the text says.
  case paused(String)
}
