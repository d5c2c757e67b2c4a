internal import Dispatch
import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Writes to a descriptor in order, on a thread of its own, so that a slow reader does not block other
/// threads.
///
/// Bytes that are not yet written are kept in memory. Above a limit `flow` is held, which stops the commands
/// whose output it is: they wait as they do with a full pipe. When the program is about to end,
/// `stopWaiting()` resumes the flow for good, and bytes above the limit are dropped.
package final class OutputQueue: Sendable {
  private struct State {
    var pending: [UInt8] = []
    var isWriting = false
    var isEnding = false
    var isAbandoned = false
    var failure: Int32?
    var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
    var waiterCount: UInt64 = 0
  }

  /// Held while the reader is behind.
  package let flow = OutputFlow()

  /// How long to wait for a slow reader at the end of a program, or after ``abandon()``.
  private static let lastPatience = DispatchTimeInterval.milliseconds(200)

  /// The number of pending bytes at which the flow is held.
  private static let limit = 256 * 1024
  /// The number of pending bytes at which remarks are dropped. It is higher, because a single read of output
  /// may exceed the other limit.
  private static let remarkLimit = 4 << 20

  private let descriptor: Int32
  private let onFailure: @Sendable (_ errno: Int32) -> Void
  private let onResume: @Sendable () -> Void
  private let queue: DispatchQueue
  private let state = Mutex(State())

  /// - Parameters:
  ///   - onFailure: Called once, on the writing thread, when writing has failed.
  ///   - onResume: Called on the writing thread when the reader has caught up after the flow was held.
  package init(
    _ descriptor: Int32, onFailure: @escaping @Sendable (_ errno: Int32) -> Void,
    onResume: @escaping @Sendable () -> Void = {}
  ) {
    self.descriptor = descriptor
    self.onFailure = onFailure
    self.onResume = onResume
    // A serial queue keeps no thread busy while there is nothing to write.
    queue = DispatchQueue(label: "signalbox.writer.\(descriptor)")
  }

  /// Whether the reader is a terminal.
  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Whether writing has failed, usually because the reader of a pipe has gone.
  package var isBroken: Bool { state.withLock { $0.failure != nil } }

  /// Whether the reader of a pipe has closed its end.
  package var hasNoReader: Bool { Descriptor.hasNoReader(descriptor) }

  /// Whether not everything is written.
  package var isWriting: Bool { state.withLock { $0.isWriting } }

  /// Adds bytes at the end, from any thread, and returns at once.
  package func write(_ bytes: consuming [UInt8]) {
    if bytes.isEmpty { return }
    let isFirst = state.withLock { state -> Bool in
      guard state.failure == nil, !(state.isEnding && state.pending.count >= Self.limit) else { return false }
      if state.pending.isEmpty { state.pending = bytes } else { state.pending += bytes }
      if state.pending.count >= Self.limit && !state.isEnding { flow.hold() }
      defer { state.isWriting = true }
      return !state.isWriting
    }
    if isFirst { queue.async { [self] in writePending() } }
  }

  /// Adds a remark, which is dropped if too many bytes are pending. The flow stops commands, but not the
  /// remarks about runs that repeat.
  package func write(remark bytes: consuming [UInt8]) {
    if state.withLock({ $0.pending.count < Self.remarkLimit }) { write(bytes) }
  }

  /// Returns when everything is written, or writing has failed; after ``abandon()``, 200 milliseconds
  /// later at the latest.
  /// - Returns: The `errno` of the write that failed; nil if none has failed.
  @discardableResult
  package func flush() async -> Int32? { await flush(atMost: nil) }

  /// Like ``flush()``, but returns after 200 milliseconds at the latest.
  package func flushBriefly() async { await flush(atMost: Self.lastPatience) }

  /// Like ``flush()``, but returns after the limit at the latest; nil for none.
  @discardableResult
  func flush(atMost limit: DispatchTimeInterval?) async -> Int32? {
    await withCheckedContinuation { continuation in
      var limit = limit
      let waiter = state.withLock { state -> UInt64? in
        guard state.isWriting else { return nil }
        if state.isAbandoned { limit = limit ?? Self.lastPatience }
        state.waiterCount += 1
        state.waiters[state.waiterCount] = continuation
        return state.waiterCount
      }
      guard let waiter else { return continuation.resume() }
      guard let limit else { return }
      DispatchQueue.main.asyncAfter(deadline: .now() + limit) { [self] in
        state.withLock { $0.waiters.removeValue(forKey: waiter) }?.resume()
      }
    }
    return state.withLock { $0.failure }
  }

  /// From now on, commands do not wait for a slow reader.
  package func stopWaiting() {
    state.withLock {
      $0.isEnding = true
      flow.resume()
    }
  }

  /// Gives up a reader that may never read: commands do not wait for it, and flushes end after
  /// ``lastPatience``. What it reads later still arrives.
  package func abandon() {
    stopWaiting()
    state.withLock { $0.isAbandoned = true }
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.lastPatience) { [self] in
      let waiters = state.withLock { state in
        defer { state.waiters = [:] }
        return Array(state.waiters.values)
      }
      for waiter in waiters { waiter.resume() }
    }
  }

  /// Closes the descriptor when everything is written, or writing has failed: never while a write waits for
  /// its reader, since its number may belong to another file then. Nothing is added after this.
  package func closeWhenWritten() {
    queue.async { [descriptor] in Descriptor.close(descriptor) }
  }

  // MARK: On the writing thread

  private func writePending() {
    while let bytes = takePending() {
      guard let code = Self.write(bytes, to: descriptor) else { continue }
      state.withLock {
        $0.failure = code
        $0.pending = []
      }
      onFailure(code)
    }
  }

  /// The bytes to write next. If there are none, resumes the tasks that wait for that, and returns nil.
  private func takePending() -> [UInt8]? {
    var wasHeld = false
    let (bytes, ended) = state.withLock { state -> ([UInt8]?, [CheckedContinuation<Void, Never>]) in
      wasHeld = flow.isHeld
      flow.resume()
      if state.pending.isEmpty {
        state.isWriting = false
        defer { state.waiters = [:] }
        return (nil, Array(state.waiters.values))
      }
      defer { state.pending = [] }
      return (state.pending, [])
    }
    if wasHeld { onResume() }
    for one in ended { one.resume() }
    return bytes
  }

  /// Writes everything, however long that takes. Returns the `errno` of a failure.
  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    bytes.withUnsafeBytes { Descriptor.write($0, to: descriptor) }
  }
}
