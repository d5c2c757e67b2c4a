import SignalboxCore

/// An output that one thread writes while another draws it.
///
/// A flood of lines asks for one drawing at most: `onChange` is called when the first line arrives after a
/// `snapshot()`, and not again before the next one.
public final class OutputLog: @unchecked Sendable {
  private struct State {
    var ring: OutputRing
    var isChanged = false

    /// Returns whether somebody has to be told.
    mutating func change(_ body: (inout OutputRing) -> Void) -> Bool {
      body(&ring)
      defer { isChanged = true }
      return !isChanged
    }
  }

  private let lock = Lock()
  private var state: State
  private let onChange: @Sendable () -> Void

  /// - Parameters:
  ///   - ring: The lines so far, with their limits.
  ///   - onChange: Called on the writing thread, without a lock held.
  public init(_ ring: OutputRing = OutputRing(), onChange: @escaping @Sendable () -> Void) {
    state = State(ring: ring)
    self.onChange = onChange
  }

  /// Adds lines, from any thread.
  public func append(_ lines: [OutputLine]) {
    if lines.isEmpty { return }
    let isFirstChange = lock.withLock {
      state.change { ring in
        for line in lines { ring.append(line) }
      }
    }
    if isFirstChange { onChange() }
  }

  /// Drops every line, from any thread.
  public func removeAll() {
    if lock.withLock({ state.change { $0.removeAll() } }) { onChange() }
  }

  /// The lines now, from any thread. A change after this calls `onChange` again.
  ///
  /// The copy shares its storage with the log until the next line is written; that write pays for the copy.
  public func snapshot() -> OutputRing {
    lock.withLock {
      state.isChanged = false
      return state.ring
    }
  }
}
