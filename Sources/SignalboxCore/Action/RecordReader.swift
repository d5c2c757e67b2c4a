/// Reads the record of an execution in a task, which can wait for changes.
final class RecordReader: RecordListener {
  private let state: Locked<State>

  private struct State {
    var place: Int
    var hasChange = false
    var waiting: CheckedContinuation<Void, Never>?
  }

  /// - Parameter place: The index of the first event to read; `.max` for a reader that waits only for the
  ///   end.
  init(place: Int = 0) { state = Locked(State(place: place)) }

  var place: Int { state.withLock { $0.place } }

  func advance() { state.withLock { $0.place += 1 } }

  func recordChanged() {
    let continuation = state.withLock { state in
      state.hasChange = state.waiting == nil
      defer { state.waiting = nil }
      return state.waiting
    }
    continuation?.resume()
  }

  /// Waits until the record has changed since the last return. Spurious wake-ups are possible.
  func waitForChange(isolation: isolated (any Actor)? = #isolation) async {
    await withCheckedContinuation(isolation: isolation) { continuation in
      let ready = state.withLock { state -> CheckedContinuation<Void, Never>? in
        if state.hasChange {
          state.hasChange = false
          return continuation
        }
        // Two tasks share the iterator: the first one wakes up spuriously.
        defer { state.waiting = continuation }
        return state.waiting
      }
      ready?.resume()
    }
  }
}
