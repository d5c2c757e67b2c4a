import SignalboxCore

/// A cache that answers at once and refreshes itself: stale while revalidate.
///
/// `read()` returns what is there, and starts a refresh if that is too old. The action refuses a second
/// refresh while one runs, so many readers cause one request. Fresh items reach everybody who observes
/// `items`. If a refresh fails, the old ones stay, and the ``ErrorTracker`` says why they are old.
final class Catalogue: Sendable {
  private struct Cache: Sendable {
    var items: [String]
    var loaded: Duration
  }

  /// The items; nil until the first request has succeeded.
  let items: ReadOnlyLiveData<[String]?>
  let errors: ErrorTracker
  let refresh: CompletableAction<Void>
  private let cache: LiveData<Cache?>
  private let timeline: Timeline
  private let lifetime: Duration

  init(
    lifetime: Duration = .seconds(60), scheduler: some Scheduler & Sendable = SharedTimers.queue,
    executor: (any TaskExecutor)? = nil, fetch: @escaping @Sendable () async throws -> [String]
  ) {
    let cache = LiveOptionalData<Cache>()
    let timeline = Timeline(scheduler)
    let errors = ErrorTracker(timeline: timeline)
    self.cache = cache
    self.timeline = timeline
    self.errors = errors
    self.lifetime = lifetime
    items = cache.map { $0?.items }
    refresh = CompletableAction(executor: executor) {
      let items = try await errors.track(source: "catalogue") { try await fetch() }
      cache.data = Cache(items: items, loaded: timeline.now)
    }
  }

  /// The items that are there. If they are too old, fresh ones are on their way when this returns.
  @discardableResult func read() -> [String]? {
    let present = cache.data
    if present.map({ timeline.now - $0.loaded >= lifetime }) ?? true { refresh.execute() }
    return present?.items
  }
}
