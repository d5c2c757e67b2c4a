import SignalboxCore

/// A search that starts when the typing pauses, and shows the results of the latest query only.
///
/// `debounce(after:scheduler:)` waits for the pause, `removeDuplicates()` skips a query that was searched
/// already, and `whileExecuting: .restart` cancels the search before. Results come from the elements of the
/// action: those of a cancelled search are never among them.
final class DebouncedSearch: Sendable {
  /// What is typed.
  let query = LiveData(data: "")
  let results = LiveData(data: [String]())
  let errors: ErrorTracker
  let search: Action<String, [String]>

  init(
    scheduler: some Scheduler & Sendable = SharedTimers.queue, executor: (any TaskExecutor)? = nil,
    find: @escaping @Sendable (String) async throws -> [String]
  ) {
    let errors = ErrorTracker(scheduler: scheduler)
    self.errors = errors
    search = Action(whileExecuting: .restart, executor: executor) { query in
      try await errors.track(source: "search") { query.isEmpty ? [] : try await find(query) }
    }
    search.elements.observe(owner: self) { [results] found in results.data = found }
    query.debounce(after: .milliseconds(300), scheduler: scheduler)
      .removeDuplicates()
      .observe(owner: self) { [weak self] query in self?.search.execute(query) }
  }
}
