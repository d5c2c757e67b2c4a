internal import SignalboxCore
internal import Transfers

/// A watch at one node, and why it has ended.
final class WatchExchange: Exchange {
  enum End: Sendable {
    case cancelled
    /// The last event says so.
    case compacted
    /// Another request to the same node had no answer, or none came in time.
    case givenUp
    /// The watch was refused, or ended by etcd, for this reason.
    case refused(String)
    case answered(TransferAnswer)
    case error(GatewayError)
    /// Whether the node can have received the request.
    case failed(NetworkFailure, wasSent: Bool)
    case foreign
    case tooLarge
  }

  private struct State {
    var wasSent = false
    var isCreated = false
    var end: End?
    var continuation: CheckedContinuation<End, Never>?
    /// Ends the watch if it does not begin in time.
    var timeout: Task<Void, Never>?
  }

  /// What is collected of an answer that is no watch.
  private static let errorLimit = 64 << 10

  let options: TransferOptions
  private let onEvent: @Sendable (EtcdWatchEvent) -> Void
  private let state = Locked(State())
  /// On the thread of transfers only.
  private nonisolated(unsafe) var lines = WatchLines()

  init(options: TransferOptions, onEvent: @escaping @Sendable (EtcdWatchEvent) -> Void) {
    var options = options
    options.deliversParts = true
    self.options = options
    self.onEvent = onEvent
  }

  /// Sends the request on the thread, and returns when the watch has ended. Call this once. When the task is
  /// cancelled, the watch ends.
  /// - Parameter limit: The time until the watch begins.
  func end(of request: HTTPRequest, within limit: Duration, on thread: TransferThread) async -> End {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let timeout = Task { [weak self] in
          try? await Task.sleep(for: limit)
          if !Task.isCancelled { self?.giveUp(on: thread) }
        }
        let end = state.withLock { state in
          if state.end == nil { (state.continuation, state.timeout) = (continuation, timeout) }
          return state.end
        }
        if let end {
          timeout.cancel()
          continuation.resume(returning: end)
        } else {
          thread.begin(request, of: self)
        }
      }
    } onCancel: {
      finish(.cancelled)
      thread.endCancelled()
    }
  }

  /// Ends the watch, because its node does not answer.
  func giveUp(on thread: TransferThread) {
    finish(.givenUp)
    thread.endCancelled()
  }

  /// Whether the watch has begun.
  var isCreated: Bool { state.withLock { $0.isCreated } }

  var isOver: Bool { state.withLock { $0.end != nil } }

  func willSend() -> Bool {
    state.withLock { state in
      state.wasSent = true
      return state.end == nil
    }
  }

  func receive(_ part: UnsafeRawBufferPointer, status: Int) -> Bool {
    if isOver { return false }
    guard status == 200 else {
      // What it means is known at the end.
      _ = lines.add(UnsafeRawBufferPointer(rebasing: part.prefix(Self.errorLimit)))
      return lines.rest.count <= Self.errorLimit
    }
    for line in lines.add(part) where !receive(line) { return false }
    if lines.isTooLarge { finish(.tooLarge) }
    return !isOver
  }

  /// Returns false if the watch has ended.
  private func receive(_ line: [UInt8]) -> Bool {
    do throws(ForeignJSON) {
      switch try WatchLine(json: line[...]) {
      case .error(let error): finish(.error(error))
      case .cancelled(let reason): finish(.refused(reason))
      case .event(let event): report(event)
      }
    } catch {
      finish(.foreign)
    }
    return !isOver
  }

  private func report(_ event: EtcdWatchEvent) {
    if case .created = event {
      state.withLock { state in
        state.isCreated = true
        defer { state.timeout = nil }
        return state.timeout
      }?
      .cancel()
    }
    if isOver { return }
    onEvent(event)
    if case .compacted = event { finish(.compacted) }
  }

  func receive(_ answer: TransferAnswer, to request: HTTPRequest) -> HTTPRequest? {
    var answer = answer
    answer.body = lines.rest
    finish(.answered(answer))
    return nil
  }

  func fail(_ failure: NetworkFailure) { finish(.failed(failure, wasSent: state.withLock { $0.wasSent })) }

  private func finish(_ end: End) {
    let (continuation, timeout) = state.withLock { state in
      if state.end == nil { state.end = end }
      defer { (state.continuation, state.timeout) = (nil, nil) }
      return (state.continuation, state.timeout)
    }
    timeout?.cancel()
    continuation?.resume(returning: end)
  }
}
