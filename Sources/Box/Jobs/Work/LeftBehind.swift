internal import Processes
package import Programs
internal import SignalboxCore

/// What the commands of a board have left running, by the names of their actions. It does not depend on the
/// definition of an action, which the board may change meanwhile.
package final class LeftBehind: Sendable {
  private struct Left: Sendable {
    let action: String
    let group: LeftGroup
  }

  /// Those that go on, in the order in which they were left.
  private let groups = LiveData<[Left]>(data: [])

  /// Whether nothing goes on.
  package var isEmpty: Bool { groups.data.isEmpty }

  /// The processes that an action has left; nil if there are none.
  package func processes(of action: String) -> OutputHolders? {
    let groups = groups.data
    if groups.isEmpty { return nil }
    let processes = groups.filter { $0.action == action }.flatMap(\.group.processes.processes)
    return processes.isEmpty ? nil : OutputHolders(processes)
  }

  /// Remembers a group until it has ended.
  func insert(_ group: LeftGroup, of action: String) {
    groups.modify { $0.append(Left(action: action, group: group)) }
    Task.detached { [groups] in
      await group.waitUntilEnded()
      groups.modify { $0.removeAll { $0.group === group } }
    }
  }

  /// Ends all, as their commands would be stopped, and returns when they have ended.
  func end() async {
    await withTaskGroup { tasks in
      for left in groups.data { tasks.addTask { await left.group.end() } }
    }
  }

  /// Calls the handler after each change, on any thread.
  func observe(owner: AnyObject, _ onChange: @escaping @Sendable () -> Void) {
    groups.observe(owner: owner) { _ in onChange() }
  }
}
