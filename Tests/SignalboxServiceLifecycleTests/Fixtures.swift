#if ServiceLifecycle
import Logging
import ServiceLifecycle
import SignalboxCore
import SignalboxTesting
import Testing

struct Offline: Error {}

/// A logger that discards everything.
let silence = Logger(label: "silence") { _ in SwiftLogNoOpLogHandler() }

/// Advances virtual time, without any passing, until a condition holds, or the time limit of the test has
/// passed.
func wait(
  _ scheduler: TestScheduler, sourceLocation: SourceLocation = #_sourceLocation, until condition: () -> Bool
) async {
  while !condition() {
    if Task.isCancelled {
      Issue.record("what was waited for has not come", sourceLocation: sourceLocation)
      return
    }
    scheduler.advance()
    await Task.yield()
  }
}

/// How a service has ended.
enum End: Sendable, Equatable {
  case returned
  case threw(String)
}

/// A service that runs in a task, and how it has ended.
final class Running: Sendable {
  private let live: LiveData<End?>
  private let task: Task<Void, Never>

  init(_ service: any Service) {
    let live = LiveData<End?>(data: nil)
    self.live = live
    task = Task {
      do {
        try await service.run()
        live.data = .returned
      } catch {
        live.data = .threw("\(error)")
      }
    }
  }

  var end: End? { live.data }

  func cancel() { task.cancel() }
}
#endif
