#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Those who wait for the end of a child, and when a child that was asked to end is killed. On the output thread only.
struct ExitWatches {
  private struct Watch {
    let child: ChildProcess
    let continuation: CheckedContinuation<Void, Never>
    var isKilled = false

    var deadline: Int? { isKilled ? nil : child.deadline }
  }

  private var watches: [Watch] = []

  /// Resumes when the child has ended, which may be now.
  mutating func add(_ child: ChildProcess, _ continuation: CheckedContinuation<Void, Never>) {
    watches.append(Watch(child: child, continuation: continuation))
    resumeEnded(from: watches.count - 1)
  }

  /// Resumes those whose child has ended: one signal may tell of many.
  mutating func resumeEnded() { resumeEnded(from: 0) }

  private mutating func resumeEnded(from start: Int) {
    for index in watches.indices[start...].reversed() where watches[index].child.hasEnded {
      watches.remove(at: index).continuation.resume()
    }
  }

  /// When `killOverdue` has something to do next.
  var due: Int? { watches.lazy.compactMap(\.deadline).min() }

  mutating func killOverdue(at now: Int) {
    for index in watches.indices {
      guard let deadline = watches[index].deadline, deadline <= now else { continue }
      watches[index].child.signalGroup(SIGKILL)
      watches[index].isKilled = true
    }
  }
}
