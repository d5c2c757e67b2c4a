import EtcdServer
import Synchronization
import TestSupport
import Testing

@testable import Etcd

/// What a test reads more shortly than the answers of a client.
extension EtcdClient {
  struct UnexpectedAnswer: Error {
    let answer: EtcdAnswer
  }

  typealias Transacted = (header: EtcdHeader, succeeded: Bool, results: [EtcdResult])

  @discardableResult
  func transact(_ transaction: EtcdTransaction, within limit: Duration = .seconds(60)) async throws
    -> Transacted
  {
    let answer = try await perform(.transaction(transaction), within: limit).get()
    guard case .transaction(let header, let succeeded, let results) = answer else {
      throw UnexpectedAnswer(answer: answer)
    }
    return (header, succeeded, results)
  }

  @discardableResult
  func put(_ key: String, _ value: String, lease: Int64 = 0) async throws -> EtcdHeader {
    try await transact(EtcdTransaction(success: [.put(key, value, lease: lease)])).header
  }

  @discardableResult
  func delete(_ key: String) async throws -> EtcdHeader {
    try await transact(EtcdTransaction(success: [.delete(EtcdRange(key: key))])).header
  }

  func entries(_ range: EtcdRange, within limit: Duration = .seconds(60)) async throws -> [EtcdEntry] {
    let results = try await transact(EtcdTransaction(success: [.range(range)]), within: limit).results
    guard case .range(let entries, _)? = results.first else { return [] }
    return entries
  }

  /// The seconds of a lease; 0 if it has expired.
  func keepAlive(_ lease: Int64) async throws -> Int64 {
    let answer = try await perform(.keepAlive(lease: lease), within: .seconds(600)).get()
    guard case .lease(_, lease, let seconds) = answer else { throw UnexpectedAnswer(answer: answer) }
    return seconds
  }

  /// The failure of a request; nil if it succeeds.
  func failure(_ request: EtcdRequest = .status, within limit: Duration = .seconds(60)) async -> EtcdFailure?
  {
    if case .failure(let failure) = await perform(request, within: limit) { failure } else { nil }
  }
}

extension EtcdOperation {
  static func put(_ key: String, _ value: String, lease: Int64 = 0) -> Self {
    .put(key: key, value: Array(value.utf8), lease: lease)
  }
}

extension EtcdRequest {
  static func put(_ key: String, _ value: String = "1", lease: Int64 = 0) -> Self {
    .transaction(EtcdTransaction(success: [.put(key, value, lease: lease)]))
  }
}

extension EtcdServer {
  /// A client of all nodes, or of one, which begins at the first one.
  /// - Parameter clock: Decides how often it tries; nil for the time that passes.
  func client(_ index: Int? = nil, clock: SteppingClock? = nil) -> EtcdClient {
    EtcdClient(
      EtcdSettings(
        endpoints: index.map { [endpoints[$0]] } ?? endpoints,
        trust: authority.map { .file($0.path) } ?? .system),
      random: { 0 }, now: { clock?.now ?? .now })
  }
}

/// A clock that is a step later each time that it is read, so that a busy machine has no part in how often a
/// client tries, nor in the time that the last node gets.
final class SteppingClock: Sendable {
  private let step: Duration
  private let readings = Mutex(0)
  private let start = ContinuousClock.now

  init(step: Duration = .seconds(10)) { self.step = step }

  var now: ContinuousClock.Instant {
    readings.withLock { readings in
      defer { readings += 1 }
      return start + step * readings
    }
  }
}

/// The events of a watch, as a sequence.
final class WatchEvents: Sendable {
  private let stream: AsyncStream<EtcdWatchEvent>
  private let watch: EtcdWatch

  init(_ client: EtcdClient, _ prefix: String, from revision: Int64, by route: EtcdRoute = .any) {
    let (stream, continuation) = AsyncStream.makeStream(of: EtcdWatchEvent.self)
    self.stream = stream
    watch = client.watch(prefix: prefix, from: revision, by: route) { continuation.yield($0) }
  }

  /// The next event. One task at a time may wait for it.
  func next() async -> EtcdWatchEvent? {
    var iterator = stream.makeAsyncIterator()
    return await iterator.next()
  }

  struct NoChanges: Error {
    let event: EtcdWatchEvent?
  }

  /// The changes that are the next event.
  func changes() async throws -> [EtcdChange] {
    let event = await next()
    guard case .changes(_, let changes)? = event else { throw NoChanges(event: event) }
    return changes
  }

  func cancel() { watch.cancel() }
}
