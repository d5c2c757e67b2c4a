import Synchronization

/// One of the few places for an etcd of a test. It is free again when this value is released.
///
/// Each node takes processor time also while nothing is asked of it: without places, tests that start at once
/// have a hundred nodes, and nothing else on the machine gets on. There are more places than tests that hold
/// one while they wait for a second one.
final class EtcdPlace: Sendable {
  private struct State {
    var free = 16
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private static let state = Mutex(State())

  private init() {}

  static func take() async -> EtcdPlace {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.free > 0 else {
          state.waiting.append(continuation)
          return false
        }
        state.free -= 1
        return true
      }
      if isFree { continuation.resume() }
    }
    return EtcdPlace()
  }

  deinit {
    let next = Self.state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.free += 1
      return nil
    }
    next?.resume()
  }
}
