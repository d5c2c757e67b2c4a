internal import Processes
internal import SignalboxCore

/// The processes that lead the present commands of one job.
final class PresentCommands: Sendable {
  private let leaders = Locked<Set<Int32>>([])

  func insert(_ leader: Int32) { leaders.withLock { _ = $0.insert(leader) } }

  func remove(_ leader: Int32) { leaders.withLock { _ = $0.remove(leader) } }

  var all: Set<Int32> { leaders.withLock { $0 } }
}
