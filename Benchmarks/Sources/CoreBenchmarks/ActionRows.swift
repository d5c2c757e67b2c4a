import SignalboxCore
import Synchronization

enum ActionRows {
  static func report(_ report: Report) {
    let action = Action<Int, Int> { Just($0) }
    let measurement = Measurement.of {
      blackHole(action.execute(1).sink(receiveCompletion: { _ in }, receiveValue: { blackHole($0) }))
    }
    report.time("action: execute(just) with its result", measurement, budget: 2_000, allocations: 15)

    let asynchronous = Action<Int, Int> { $0 }
    let times = AsyncMeasurement.of(
      { blackHole(await Task { 1 }.value) }, { await awaitSignal() },
      { blackHole(try? await asynchronous.execute(1).value) })
    report.time("yardstick: Task { }.value", times[0], budget: nil)
    report.time("yardstick: a task resumes a continuation, cancellable", times[1], budget: nil)
    report.time("action: async work, execute and value", times[2], atMost: 2, of: times[0])
  }

  /// What is needed to wait for a task whose end is not what is waited for.
  private static func awaitSignal() async {
    let signal = Signal()
    Task { signal.send() }
    await withTaskCancellationHandler {
      await signal.wait()
    } onCancel: {
      signal.send()
    }
  }

  private final class Signal: Sendable {
    private let state = Mutex((isSent: false, waiting: nil as UnsafeContinuation<Void, Never>?))

    func send() {
      let waiting = state.withLock { state in
        state.isSent = true
        defer { state.waiting = nil }
        return state.waiting
      }
      waiting?.resume()
    }

    func wait() async {
      await withUnsafeContinuation { continuation in
        let isSent = state.withLock { state in
          if !state.isSent { state.waiting = continuation }
          return state.isSent
        }
        if isSent { continuation.resume() }
      }
    }
  }
}
