/// What `execute` does while the action is executing.
///
/// ```swift
/// let search = Action<String, String>(whileExecuting: .restart) { word in
///   try await find(word)
/// }
/// search.execute("s")
/// let result = try await search.execute("signal").value  // the first search was cancelled
/// ```
public enum WhileExecuting: Sendable, Equatable {
  /// Refuses.
  case reject
  /// Waits for its turn, behind at most `limit` others that wait too.
  case queue(limit: Int = .max)
  /// Cancels what is executing and starts in its place.
  case restart
  /// Starts beside the others, of which there may be `limit` at a time.
  case concurrent(limit: Int = .max)
}
