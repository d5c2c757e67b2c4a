import SignalboxCore

/// Whether the network can be reached, for a banner, for buttons, and for requests that wait for it.
///
/// The system reports every flicker. The banner shows only what has lasted (`debounce`), buttons follow the
/// same value by `enabledIf`, and a request awaits it with `for await`, or here `first(where:)`, over
/// `values`.
final class Reachability: Sendable {
  /// What the system reports.
  let path = LiveData(data: true)
  /// What has lasted for a second.
  let isOnline: ReadOnlyLiveData<Bool>

  init(scheduler: some Scheduler & Sendable = SharedTimers.queue) {
    isOnline = path.debounce(after: .seconds(1), scheduler: scheduler).removeDuplicates()
  }

  /// An action that is enabled only while the network can be reached.
  func action<Input, Element>(
    executor: (any TaskExecutor)? = nil, work: @escaping @Sendable (Input) async throws -> Element
  ) -> Action<Input, Element> {
    Action(enabledIf: isOnline, executor: executor, workFactory: work)
  }

  /// Runs `request` as soon as the network can be reached.
  func whenOnline<Result>(_ request: () async throws -> Result) async throws -> Result {
    for await isOnline in isOnline.values where isOnline { break }
    try Task.checkCancellation()
    return try await request()
  }
}
