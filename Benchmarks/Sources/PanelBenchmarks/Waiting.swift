import Dispatch
import Synchronization

/// The benchmarks run one after the other on one thread, which waits here for what is asynchronous.
enum Waiting {
  private final class Answer<Value: Sendable>: Sendable {
    let result: Mutex<Result<Value, any Error>>

    init() { result = Mutex(.failure(CancellationError())) }
  }

  static func value<Value: Sendable>(
    of work: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let answer = Answer<Value>()
    let isThere = DispatchSemaphore(value: 0)
    Task.detached {
      do {
        let value = try await work()
        answer.result.withLock { $0 = .success(value) }
      } catch {
        answer.result.withLock { $0 = .failure(error) }
      }
      isThere.signal()
    }
    isThere.wait()
    return try answer.result.withLock { $0 }.get()
  }
}
