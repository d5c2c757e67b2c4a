internal import Synchronization

/// Tracks network requests, with delays so that an indicator neither flashes for a short request nor blinks
/// between two.
///
/// The indicator becomes visible after ``startDelay`` of continuous activity, and is hidden after
/// ``completionDelay`` without any. The design follows Alamofire's network activity indicator.
///
/// ```swift
/// let network = NetworkActivityIndicator(startDelay: .zero, completionDelay: .milliseconds(500))
/// network.isVisible.observe(owner: self) { print($0) }
/// let page = try await network.track { try await fetch(1) }
/// ```
public final class NetworkActivityIndicator: Sendable {
  /// The indicator that the whole process shares.
  public static let shared = NetworkActivityIndicator()

  /// Whether the indicator is visible.
  public let isVisible: ReadOnlyLiveData<Bool>
  /// The number of requests in progress.
  public let activeRequestCount: ReadOnlyLiveData<Int>

  private let owner: NetworkActivityOwner
  private var store: NetworkActivityStore { owner.store }
  private let observations = Mutex<[any Sendable]>([])

  /// Creates an indicator.
  ///
  /// - Parameter scheduler: The source of the indicator's time and of its timer.
  public convenience init(scheduler: some Scheduler & Sendable = SharedTimers.queue) {
    self.init(timeline: Timeline(scheduler))
  }

  /// Creates an indicator that shares its time with other objects.
  public init(timeline: Timeline) {
    owner = NetworkActivityOwner(timeline: timeline)
    isVisible = ReadOnlyLiveData(source: owner.store.isVisible)
    activeRequestCount = ReadOnlyLiveData(source: owner.store.requestCount)
  }

  /// Creates an indicator with other delays.
  public convenience init(
    startDelay: Duration, completionDelay: Duration, minimumVisibleTime: Duration = .zero,
    scheduler: some Scheduler & Sendable = SharedTimers.queue
  ) {
    self.init(scheduler: scheduler)
    self.startDelay = startDelay
    self.completionDelay = completionDelay
    self.minimumVisibleTime = minimumVisibleTime
  }

  // MARK: Settings

  /// Whether the indicator can become visible. Disabling hides it at once. Enabling it while requests are in
  /// progress begins the start delay. The default is true.
  ///
  /// A timer that is pending when the indicator is disabled is not cancelled: it fires, finds nothing due and
  /// has no effect.
  public var isEnabled: Bool {
    get { store.read { $0.isEnabled } }
    set { store.change { $0.setEnabled(newValue, now: $1.now) } }
  }

  /// How long activity must last before the indicator becomes visible. The default is one second. A change
  /// affects the next delay.
  public var startDelay: Duration {
    get { store.read { $0.startDelay } }
    set { store.change { machine, _ in machine.startDelay = newValue } }
  }

  /// How long there must be no activity before the indicator is hidden. The default is 0.2 seconds. A change
  /// affects the next delay.
  public var completionDelay: Duration {
    get { store.read { $0.completionDelay } }
    set { store.change { machine, _ in machine.completionDelay = newValue } }
  }

  /// How long the indicator is visible at least. The default is zero. A change affects the next delay.
  public var minimumVisibleTime: Duration {
    get { store.read { $0.minimumVisibleTime } }
    set { store.change { machine, _ in machine.minimumVisibleTime = newValue } }
  }

  // MARK: Requests

  /// Begins a request. This has no effect if a request with this identifier is in progress.
  public func requestDidStart(requestID: String) { store.change { $0.start(requestID, now: $1.now) } }

  /// Ends a request. If this is called up to a second before the start of the request, that start has no
  /// effect.
  public func requestDidStop(requestID: String) { store.change { $0.stop(requestID, now: $1.now) } }

  /// Begins a request that is a task of another library. This has no effect if it is in progress.
  package func taskDidStart(_ task: ObjectIdentifier) { store.change { $0.start(task, now: $1.now) } }

  /// Ends a request that is a task of another library.
  package func taskDidStop(_ task: ObjectIdentifier) { store.change { $0.stop(task, now: $1.now) } }

  /// Keeps what observes such tasks as long as the indicator exists.
  package func retain(_ observation: any Sendable) { observations.withLock { $0.append(observation) } }

  /// Begins a request that ends with ``NetworkRequest/end()`` or when the token is released.
  public func begin() -> NetworkRequest { NetworkRequest(owner) }

  /// Runs `operation` as a request and returns its result.
  public func track<Result, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation, operation: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let request = begin()
    defer { request.end() }
    return try await operation()
  }
}

/// A request in progress, until ``end()`` is called or the token is released.
///
/// ```swift
/// let network = NetworkActivityIndicator()
/// let request = network.begin()
/// print(network.activeRequestCount.data)  // prints 1
/// request.end()
/// print(network.activeRequestCount.data)  // prints 0
/// ```
public final class NetworkRequest: Sendable {
  private let owner: NetworkActivityOwner
  private let isOver = Atomic(false)

  init(_ owner: NetworkActivityOwner) {
    self.owner = owner
    owner.store.change { $0.beginToken(now: $1.now) }
  }

  deinit { end() }

  /// Ends the request. This has no effect if it has ended.
  public func end() {
    // A load is cheaper than an exchange. Most tokens have ended when they are released.
    if isOver.load(ordering: .relaxed) { return }
    if isOver.exchange(true, ordering: .acquiringAndReleasing) { return }
    owner.store.change { $0.endToken(now: $1.now) }
  }
}
