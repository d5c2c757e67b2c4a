internal import Processes
internal import SignalboxCore

/// The commands of one job that run: who leads their processes, and how each is stopped.
final class PresentCommands: Sendable {
  private struct Present {
    let stop: StopSequence
    /// Nil until the program runs.
    var leader: Int32?
  }

  private let present = Locked<[ObjectIdentifier: Present]>([:])

  func insert(_ stop: StopSequence) { present.withLock { $0[ObjectIdentifier(stop)] = Present(stop: stop) } }

  /// The program of a command runs.
  func started(_ leader: Int32, stoppedBy stop: StopSequence) {
    present.withLock { $0[ObjectIdentifier(stop)]?.leader = leader }
  }

  func remove(_ stop: StopSequence) { present.withLock { $0[ObjectIdentifier(stop)] = nil } }

  /// The processes that lead the commands.
  var leaders: Set<Int32> { present.withLock { Set($0.values.compactMap(\.leader)) } }

  /// Kills the commands that are being stopped. Others are not affected.
  func hasten() {
    for command in present.withLock({ Array($0.values) }) { command.stop.hasten() }
  }
}
