package import Processes
internal import SignalboxCore

/// The flow of a command, or of all, for which more than one consumer can be behind: it resumes when none is.
package final class SharedFlow: Sendable {
  /// A consumer of what the command prints.
  enum Consumer {
    /// The turn of the main actor that takes the lines.
    case turn
    /// The connection to the front end.
    case connection
  }

  package let flow = OutputFlow()
  private let holders = Locked<Set<Consumer>>([])

  package init() {}

  /// The command waits until this consumer resumes.
  func hold(for consumer: Consumer) {
    holders.withLock {
      $0.insert(consumer)
      flow.hold()
    }
  }

  func resume(for consumer: Consumer) {
    // Under the lock it cannot overtake a later `hold`. The flow has no observer, which would run here.
    holders.withLock {
      guard $0.remove(consumer) != nil, $0.isEmpty else { return }
      flow.resume()
    }
  }
}
