/// Knows which errors are present and which of them matters most: the state behind an error banner.
///
/// Errors come from direct updates, from tracked publishers and sequences, and from tracked closures. Each may have a
/// priority and a time after which it goes by itself. ``current`` is the highest priority, and of those the newest; when
/// it goes, the next one shows.
///
/// ```swift
/// let tracker = ErrorTracker()
/// let user = try await tracker.track(resetTime: .seconds(5)) { try await fetchUser() }
/// ```
///
/// Cancellation is not an error: `CancellationError`, `URLError.cancelled`, ``ActionError/cancelled`` and
/// whatever a tracked closure or sequence throws while its task is cancelled are not reported. Of an
/// ``ActionError/underlying(_:)`` the failure inside is reported, as it is where the work itself is tracked.
public final class ErrorTracker: Sendable {
  /// The error that matters most, or nil. The same error reported twice is delivered twice; nil never is.
  public let current: ReadOnlyLiveData<(any Error)?>
  /// Every error that is present, the current one first: by priority, and among equals the newest first. There are a
  /// hundred at the most; then the oldest of the lowest priority goes.
  public let reports: ReadOnlyLiveData<[ErrorReport]>

  private let store: ErrorStore
  private let resetSignal: UncheckedSendable<AnyCancellable?>

  /// Creates a tracker.
  ///
  /// - Parameter scheduler: where the tracker has its time and its timer from.
  public init(scheduler: some Scheduler & Sendable = SharedTimers.queue) {
    store = ErrorStore(timeline: Timeline(scheduler))
    current = ReadOnlyLiveData(source: store.current)
    reports = ReadOnlyLiveData(source: store)
    resetSignal = UncheckedSendable(nil)
  }

  /// Creates a tracker that is reset by each element of `resetSignal`, for as long as that lasts.
  public init<Signal: Publisher>(
    resetSignal: Signal, scheduler: some Scheduler & Sendable = SharedTimers.queue
  ) where Signal.Failure == Never {
    let store = ErrorStore(timeline: Timeline(scheduler))
    self.store = store
    current = ReadOnlyLiveData(source: store.current)
    reports = ReadOnlyLiveData(source: store)
    self.resetSignal = UncheckedSendable(resetSignal.sink { [weak store] _ in store?.remove { _ in true } })
  }

  /// The time since the tracker's creation, on the scale of ``ErrorReport/since`` and ``ErrorReport/expires``.
  public var now: Duration { store.now }

  /// Reports an error, or with nil clears all of them.
  ///
  /// - Parameters:
  ///   - error: what happened, or nil. A cancellation error is ignored.
  ///   - resetTime: after which the error goes by itself; nil lets it stay, also when the one it replaces had a time.
  ///   - priority: which errors it is shown before, and which slot of its source it takes.
  ///   - source: nil stands for one source that all such calls share.
  public func update(
    with error: (any Error)?, resetTime: Duration? = nil, priority: ErrorPriority = .normal,
    source: ErrorSource? = nil
  ) {
    guard let error else { return reset() }
    store.record(error, resetTime: resetTime, priority: priority, source: source ?? .update)
  }

  /// Clears the errors of one source.
  public func clear(_ source: ErrorSource) { store.clear(source) }

  /// Removes one report; no effect when it has gone.
  public func dismiss(_ report: ErrorReport) { store.remove { $0.id == report.id } }

  /// Removes all reports.
  public func reset() { store.remove { _ in true } }

  /// Runs `operation`, reports what it throws, and clears what the same source reported when it returns.
  ///
  /// - Parameters:
  ///   - resetTime: after which an error goes by itself; nil lets it stay.
  ///   - priority: how much an error matters.
  ///   - source: nil stands for the place in the code that makes the call.
  ///   - isolation: the caller's actor, on which `operation` runs.
  ///   - fileID: with `line` and `column` the place in the code.
  ///   - line: see `fileID`.
  ///   - column: see `fileID`.
  ///   - operation: the work. What it throws is reported and rethrown; a cancellation, and anything thrown
  ///     while the task is cancelled, is only rethrown.
  public func track<Result, Failure: Error>(
    resetTime: Duration? = nil, priority: ErrorPriority = .normal, source: ErrorSource? = nil,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line,
    column: UInt = #column, operation: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let source = source ?? .callSite(fileID, line, column)
    do {
      let result = try await operation()
      store.clear(source)
      return result
    } catch {
      if !Task.isCancelled {
        store.record(error, resetTime: resetTime, priority: priority, source: source)
      }
      throw error
    }
  }

  /// What the tracking operators need.
  func origin(_ resetTime: Duration?, _ priority: ErrorPriority, _ source: ErrorSource?) -> ErrorOrigin {
    ErrorOrigin(store: store, resetTime: resetTime, priority: priority, source: source ?? .unique())
  }
}

/// One application of a tracking operator.
struct ErrorOrigin: Sendable {
  let store: ErrorStore
  let resetTime: Duration?
  let priority: ErrorPriority
  let source: ErrorSource

  func failed(_ error: any Error) {
    store.record(error, resetTime: resetTime, priority: priority, source: source)
  }

  func succeeded() { store.clear(source) }
}
