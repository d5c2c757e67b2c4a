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
  /// Refuses the new execution.
  case reject
  /// Lets the new execution wait for its turn, behind at most `limit` others.
  case queue(limit: Int = .max)
  /// Cancels what is executing and starts the new execution instead: at once, or with
  /// ``OnCancel/waitForWork`` when the cancelled work has ended. An execution that was already waiting for
  /// that is cancelled.
  case restart
  /// Starts the new execution beside the others, at most `limit` at a time.
  case concurrent(limit: Int = .max)
}
