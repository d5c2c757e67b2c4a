#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The tasks that wait for the end of a child, and the children that are killed at a deadline. On the output
/// thread only.
struct ExitWatches {
  private struct Watch {
    let child: ChildProcess
    let continuation: CheckedContinuation<Void, Never>
    var isKilled = false

    var deadline: Int? { isKilled ? nil : child.deadline }
  }

  private var watches: [Watch] = []

  /// Resumes the continuation when the child has ended, which may be during this call.
  mutating func add(_ child: ChildProcess, _ continuation: CheckedContinuation<Void, Never>) {
    watches.append(Watch(child: child, continuation: continuation))
    resumeEnded(from: watches.count - 1)
  }

  /// Resumes the tasks whose child has ended. One signal may report several children.
  mutating func resumeEnded() { resumeEnded(from: 0) }

  private mutating func resumeEnded(from start: Int) {
    for index in watches.indices[start...].reversed() where watches[index].child.hasEnded {
      watches.remove(at: index).continuation.resume()
    }
  }

  /// The next time at which `killOverdue` has something to do.
  var due: Int? { watches.lazy.compactMap(\.deadline).min() }

  mutating func killOverdue(at now: Int) {
    for index in watches.indices {
      guard let deadline = watches[index].deadline, deadline <= now else { continue }
      watches[index].child.signalGroup(SIGKILL)
      watches[index].isKilled = true
    }
  }
}
