/// The requests in progress, and the last stops of requests that have a name.
///
/// Each name has one place in one dictionary, and a start or a stop finds it once: hashing a name costs more
/// than everything else that is done here. Tokens are only counted.
struct OpenRequests: Sendable {
  /// The last stops that are remembered, if they are not older than ``RequestPlace/lifetime``.
  private let capacity: Int
  private var places: [String: RequestPlace] = [:]
  private var lastStop: UInt64 = 0
  private var nameCount = 0
  private var tokenCount = 0
  /// The tasks of sessions. Such an identifier is valid only while the task exists.
  private var tasks: Set<ObjectIdentifier> = []

  init(capacity: Int = 1_000) { self.capacity = capacity }

  var count: Int { nameCount + tokenCount + tasks.count }

  /// The number of names that take memory.
  var placeCount: Int { places.count }

  mutating func beginToken() { tokenCount += 1 }

  /// Call once for each call of ``beginToken()``.
  mutating func endToken() { tokenCount -= 1 }

  /// Returns false if the task is in progress already.
  mutating func start(_ task: ObjectIdentifier) -> Bool { tasks.insert(task).inserted }

  /// Returns false if the task is not in progress. That is not an early stop, because the identifier of a
  /// released task can be reused.
  mutating func stop(_ task: ObjectIdentifier) -> Bool { tasks.remove(task) != nil }

  /// Returns false if the request is in progress already, or if its stop came first.
  mutating func start(_ name: String, now: @autoclosure () -> Duration) -> Bool {
    let oldest = oldestStop
    let isStarted = places[name, default: .unknown].start(oldestStop: oldest, now: now())
    if isStarted { nameCount += 1 }
    return isStarted
  }

  /// Returns false if the request is not in progress.
  mutating func stop(_ name: String, now: Duration) -> Bool {
    let oldest = oldestStop
    lastStop += 1
    let isEnded = places[name, default: .unknown].stop(lastStop, oldestStop: oldest, now: now)
    if isEnded { nameCount -= 1 }
    if places.count - nameCount > 2 * capacity { sweep(now) }
    return isEnded
  }

  /// The number of the first stop that is remembered.
  private var oldestStop: UInt64 { lastStop < capacity ? 0 : lastStop - UInt64(capacity) + 1 }

  /// Removes the names that are neither in progress nor remembered. At least `capacity` stops happen between
  /// two sweeps, so a stop takes amortized constant time.
  private mutating func sweep(_ now: Duration) {
    let oldest = oldestStop
    places = places.filter { $0.value.isNeeded(oldestStop: oldest, now: now) }
  }
}
