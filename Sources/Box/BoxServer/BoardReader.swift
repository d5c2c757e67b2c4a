internal import Processes

/// Reads boards on a thread of its own, one after the other, so that the main actor can do other work: a
/// large board takes seconds.
@MainActor
package final class BoardReader {
  private var last: Task<Void, Never>?

  package init() {}

  /// Calls the body on a thread when the calls before have ended, and returns its result.
  package func read<Outcome: Sendable>(_ body: @escaping @Sendable () -> Outcome) async -> Outcome {
    let before = last
    let reading = Task {
      await before?.value
      return await Self.onThread(body)
    }
    last = Task { _ = await reading.value }
    return await reading.value
  }

  private nonisolated static func onThread<Outcome: Sendable>(
    _ body: @escaping @Sendable () -> Outcome
  ) async -> Outcome {
    await withCheckedContinuation { continuation in
      do throws(SystemCallError) {
        // A board can be nested, and a debug build needs much room for that.
        try DedicatedThread.start("board", stackSize: 8 << 20, takesSignals: false) {
          continuation.resume(returning: body())
        }
      } catch {
        continuation.resume(returning: body())
      }
    }
  }
}
