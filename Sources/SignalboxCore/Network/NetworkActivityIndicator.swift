public import Foundation
internal import Synchronization

/// Knows whether network requests are going on, with delays so that it neither flashes for a short one nor blinks
/// between two.
///
/// It shows after ``startDelay`` of continuous activity and hides after ``completionDelay`` without any. The idea is
/// Alamofire's network activity indicator.
///
/// ```swift
/// let network = NetworkActivityIndicator(startDelay: .zero, completionDelay: .milliseconds(500))
/// network.isVisible.observe(owner: self) { print($0) }
/// let page = try await network.track { try await fetch(1) }
/// ```
public final class NetworkActivityIndicator: Sendable {
  /// The one that the whole process shares.
  public static let shared = NetworkActivityIndicator()

  /// Whether the indicator is to be shown.
  public let isVisible: ReadOnlyLiveData<Bool>
  /// How many requests are under way.
  public let activeRequestCount: ReadOnlyLiveData<Int>

  private let store: NetworkActivityStore
  private let taskObservation: NetworkTaskObservation?

  /// Creates an indicator.
  ///
  /// - Parameters:
  ///   - scheduler: where the indicator has its time and its timer from.
  ///   - notificationCenter: where the notifications of tasks are posted that the indicator follows
  ///     (`networkTaskDidResume` and its kin); nil follows none.
  public init(
    scheduler: some Scheduler & Sendable = SharedTimers.queue,
    notificationCenter: NotificationCenter? = .default
  ) {
    let store = NetworkActivityStore(timeline: Timeline(scheduler))
    self.store = store
    taskObservation = notificationCenter.map { NetworkTaskObservation($0, store) }
    isVisible = ReadOnlyLiveData(source: store.isVisible)
    activeRequestCount = ReadOnlyLiveData(source: store.requestCount)
  }

  /// Creates an indicator with delays of its own.
  public convenience init(
    startDelay: Duration, completionDelay: Duration, minimumVisibleTime: Duration = .zero,
    scheduler: some Scheduler & Sendable = SharedTimers.queue,
    notificationCenter: NotificationCenter? = .default
  ) {
    self.init(scheduler: scheduler, notificationCenter: notificationCenter)
    self.startDelay = startDelay
    self.completionDelay = completionDelay
    self.minimumVisibleTime = minimumVisibleTime
  }

  // MARK: Settings

  /// Whether the indicator shows at all. Disabling hides it at once; enabling it while requests are under way begins the
  /// start delay. True at first.
  ///
  /// A timer that is pending when the indicator is disabled is left alone: it comes, finds nothing due and does nothing.
  public var isEnabled: Bool {
    get { store.read { $0.isEnabled } }
    set { store.change { $0.setEnabled(newValue, now: $1) } }
  }

  /// How long activity must last before it shows: one second at first. A change affects the next delay.
  public var startDelay: Duration {
    get { store.read { $0.startDelay } }
    set { store.change { machine, _ in machine.startDelay = newValue } }
  }

  /// How long there must be no activity before it hides: 0.2 seconds at first. A change affects the next delay.
  public var completionDelay: Duration {
    get { store.read { $0.completionDelay } }
    set { store.change { machine, _ in machine.completionDelay = newValue } }
  }

  /// How long it shows at least: zero at first. A change affects the next delay.
  public var minimumVisibleTime: Duration {
    get { store.read { $0.minimumVisibleTime } }
    set { store.change { machine, _ in machine.minimumVisibleTime = newValue } }
  }

  // MARK: Requests

  /// A request begins. Beginning one that is under way has no effect.
  public func requestDidStart(requestID: String) { store.change { $0.start(.name(requestID), now: $1) } }

  /// A request ends. One that comes before its start, by a second at the most, swallows that start.
  public func requestDidStop(requestID: String) { store.change { $0.stop(.name(requestID), now: $1) } }

  /// Begins a request that ends with ``NetworkRequest/end()`` or when the token is dropped.
  public func begin() -> NetworkRequest { NetworkRequest(store) }

  /// Runs `operation` as a request and returns its result.
  public func track<Result, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation, operation: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let request = begin()
    defer { request.end() }
    return try await operation()
  }
}

/// A request under way, until ``end()`` is called or the token is dropped.
///
/// ```swift
/// let network = NetworkActivityIndicator()
/// let request = network.begin()
/// print(network.activeRequestCount.data)  // prints 1
/// request.end()
/// print(network.activeRequestCount.data)  // prints 0
/// ```
public final class NetworkRequest: Sendable {
  private let store: NetworkActivityStore
  private let id: RequestID
  private let isOver = Atomic(false)
  private static let lastToken = Atomic<UInt64>(0)

  init(_ store: NetworkActivityStore) {
    self.store = store
    let id = RequestID.token(Self.lastToken.add(1, ordering: .relaxed).newValue)
    self.id = id
    store.change { $0.start(id, now: $1) }
  }

  deinit { end() }

  /// Ends the request; no effect when it has ended.
  public func end() {
    if isOver.exchange(true, ordering: .acquiringAndReleasing) { return }
    store.change { $0.stop(id, now: $1) }
  }
}
