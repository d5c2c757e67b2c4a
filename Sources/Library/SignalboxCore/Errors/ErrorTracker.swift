/// Tracks the errors that are present: the state behind an error banner.
///
/// Errors come from direct updates, from tracked publishers and sequences, and from tracked closures. Each
/// can have a priority and a time after which it is reset. ``current`` is the error with the highest
/// priority, and among those the newest. When it is cleared, the next one becomes current.
///
/// ```swift
/// let tracker = ErrorTracker()
/// let user = try await tracker.track(resetTime: .seconds(5)) { try await fetchUser() }
/// ```
///
/// Cancellation is not an error: `CancellationError`, `URLError.cancelled`, ``ActionError/cancelled`` and
/// everything that a tracked closure or sequence throws while its task is cancelled are not reported. For an
/// ``ActionError/underlying(_:)`` the failure inside is reported, as if the work itself were tracked.
public final class ErrorTracker: Sendable {
  /// The current error, or nil. An error that is reported twice is delivered twice; nil is never delivered
  /// twice in a row.
  public let current: ReadOnlyLiveData<(any Error)?>
  /// All errors that are present, the current one first: by priority, and among equals the newest first. At
  /// most a hundred are kept; a further one drops the oldest of the lowest priority.
  public let reports: ReadOnlyLiveData<[ErrorReport]>

  private let store: ErrorStore
  private let resetSignal: UncheckedSendable<AnyCancellable>

  /// Creates a tracker.
  ///
  /// - Parameter scheduler: The source of the tracker's time and of its timer.
  public convenience init(scheduler: some Scheduler & Sendable = SharedTimers.queue) {
    self.init(timeline: Timeline(scheduler))
  }

  /// Creates a tracker that shares its time with other objects.
  public convenience init(timeline: Timeline) {
    self.init(timeline: timeline, resetSignal: Empty<Never, Never>())
  }

  /// Creates a tracker that is reset by each element of `resetSignal`. The completion of the signal has no
  /// effect.
  public convenience init<Signal: Publisher>(
    resetSignal: Signal, scheduler: some Scheduler & Sendable = SharedTimers.queue
  ) where Signal.Failure == Never {
    self.init(timeline: Timeline(scheduler), resetSignal: resetSignal)
  }

  private init(timeline: Timeline, resetSignal: some Publisher<some Any, Never>) {
    let store = ErrorStore(timeline: timeline)
    self.store = store
    current = ReadOnlyLiveData(source: store.current)
    reports = ReadOnlyLiveData(source: store)
    self.resetSignal = UncheckedSendable(resetSignal.sink { [weak store] _ in store?.remove { _ in true } })
  }

  /// The present time, on the scale of ``ErrorReport/since`` and ``ErrorReport/expires``: the time since the
  /// creation of the tracker, or of the timeline that it was created with.
  public var now: Duration { store.now }

  /// Reports an error, or clears all errors if it is nil.
  ///
  /// - Parameters:
  ///   - error: The error, or nil. A cancellation error is ignored.
  ///   - resetTime: The time after which the error is reset; nil keeps it, even if it replaces an error with
  ///     a reset
  ///     time.
  ///   - priority: The priority of the error. It replaces the error of the same source and priority.
  ///   - source: The source of the error; nil is one source that all such calls share.
  public func update(
    with error: (any Error)?, resetTime: Duration? = nil, priority: ErrorPriority = .normal,
    source: ErrorSource? = nil
  ) {
    guard let error else { return reset() }
    store.record(error, resetTime: resetTime, priority: priority, source: source ?? .update)
  }

  /// Clears the errors of one source.
  public func clear(_ source: ErrorSource) { store.clear(source) }

  /// Removes one report. This has no effect if it was removed before.
  public func dismiss(_ report: ErrorReport) { store.remove { $0.id == report.id } }

  /// Removes all reports.
  public func reset() { store.remove { _ in true } }

  /// Runs `operation`. If it throws, reports the error; if it returns, clears the errors of the same source.
  ///
  /// Name the `source` where several calls are about the same thing, or one call about several: a success of
  /// one source does not clear the errors of another. Without it, the source is the place of the call in the
  /// code, so a function that is called for many things has one error for all of them.
  ///
  /// - Parameters:
  ///   - source: The source of an error; nil is the place of this call in the code.
  ///   - resetTime: The time after which an error is reset; nil keeps it.
  ///   - priority: The priority of an error.
  ///   - isolation: The caller's actor, on which `operation` runs.
  ///   - fileID: The place in the code, together with `line` and `column`.
  ///   - line: See `fileID`.
  ///   - column: See `fileID`.
  ///   - operation: The work. An error is reported and rethrown. A cancellation, and any error that is thrown
  ///     while the
  ///     task is cancelled, is only rethrown.
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

  /// Creates the origin of one application of a tracking operator.
  func origin(_ resetTime: Duration?, _ priority: ErrorPriority, _ source: ErrorSource?) -> ErrorOrigin {
    ErrorOrigin(store: store, resetTime: resetTime, priority: priority, source: source ?? .unique())
  }
}

/// One application of a tracking operator: its source, and how its errors are reported.
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
