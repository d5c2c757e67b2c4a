import SignalboxCore
import SignalboxTesting
import Testing

struct Offline: Error {}

/// Collects the elements of a sequence in a task, until it is released.
final class Collector<Element: Sendable>: Sendable {
  private let collected = Recorder<Element>()
  private let end = LiveData<(any Error)??>(data: nil)
  private let task: Task<Void, Never>

  init<Source: AsyncSequence & Sendable>(_ source: Source) where Source.Element == Element {
    task = Task { [collected, end] in
      do {
        for try await element in source { collected.record(element) }
        end.data = .some(nil)
      } catch {
        end.data = .some(error)
      }
    }
  }

  deinit { task.cancel() }

  var values: [Element] { collected.values }

  /// Whether the sequence has ended, also by an error.
  var hasEnded: Bool { end.data != nil }

  /// The error by which the sequence has ended.
  var error: (any Error)? { end.data ?? nil }

  func cancel() { task.cancel() }
}

/// Waits until a condition holds, or the time limit of the test has passed.
func wait(sourceLocation: SourceLocation = #_sourceLocation, until condition: () -> Bool) async {
  while !condition() {
    if Task.isCancelled {
      Issue.record("what was waited for has not come", sourceLocation: sourceLocation)
      return
    }
    await Task.yield()
  }
}

/// A sequence that tells when somebody iterates over it, and so receives events.
struct Announcing<Base: AsyncSequence & Sendable>: AsyncSequence, Sendable {
  typealias Element = Base.Element
  typealias Failure = Base.Failure

  private let base: Base
  private let iteratorCount = LiveData(data: 0)

  init(_ base: Base) { self.base = base }

  var hasIterator: Bool { iteratorCount.data > 0 }

  func makeAsyncIterator() -> Base.AsyncIterator {
    defer { iteratorCount.modify { $0 += 1 } }
    return base.makeAsyncIterator()
  }
}
