package import Board
package import Jobs
internal import Processes
package import Rendezvous

#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// A board that this process has locked: no other process of the user starts its commands, and those that a
/// killed holder left running have ended.
///
/// It has the files that belong to the lock: the journal of process groups, and that of results. Whoever has
/// the board also has its keeper, which ends the commands when this process is killed.
@MainActor
package final class HeldBoard {
  let lock: BoxLock
  private let places: BoxPlaces
  private let keeper: Keeper
  private let journal: GroupJournal?
  private var results: ResultJournal?
  private var outputs: KeptOutputs?
  private var inputs: InputFileStore?
  private let onTrouble: @Sendable (String) -> Void

  /// Takes the lock of a board, and waits a few seconds for another holder to leave.
  /// - Throws: ``RendezvousError/held(process:)`` if somebody keeps it.
  package static func take(
    _ places: BoxPlaces, onTrouble: @escaping @Sendable (String) -> Void
  ) async throws -> HeldBoard {
    try HeldBoard(places, lock: await BoxLock.take(places), onTrouble: onTrouble)
  }

  /// - Parameter onTrouble: Called with a sentence, on any thread, when something cannot be kept in a file.
  ///   The commands run nevertheless.
  package init(
    _ places: BoxPlaces, lock: BoxLock, onTrouble: @escaping @Sendable (String) -> Void
  ) throws {
    self.lock = lock
    self.places = places
    self.onTrouble = onTrouble
    let groups = places.groups
    let survivors = GroupJournal.endSurvivors(in: groups)
    if !survivors.isEmpty { onTrouble("commands of an earlier box do not end: \(survivors)") }
    let failed: @Sendable (any Error) -> Void = { onTrouble("cannot write \(groups): \($0)") }
    do {
      journal = try GroupJournal(path: groups, onFailure: failed)
    } catch {
      failed(error)
      journal = nil
    }
    keeper = try Keeper(
      holding: .init(
        lock: FileDescriptor(rawValue: lock.descriptor),
        name: lock.nameDescriptor.map { FileDescriptor(rawValue: $0) }),
      journal: journal)
  }

  /// Jobs of a board whose commands have this keeper, and that know the results which were kept and keep
  /// theirs. They hold the lock.
  /// - Parameter onResultTrouble: Called with a sentence, on any thread, when results are not kept.
  package func interlocking(
    _ board: Board, environment: JobEnvironment, onResultTrouble: (@Sendable (String) -> Void)? = nil
  ) -> Interlocking {
    // Without the directory, the journal says that results are not kept.
    try? places.createStateDirectory()
    let results = ResultJournal(places.results, for: board, onTrouble: onResultTrouble ?? onTrouble)
    self.results = results
    var environment = environment
    environment.boardPath = places.board.path
    environment.commands.keeper = { [self] in keeper }
    let outputs = KeptOutputs(places.outputs, onTrouble: onResultTrouble ?? onTrouble)
    self.outputs = outputs
    outputs.take(board)
    environment.onRun = { event in
      // Whoever sees the end of the run in the results finds its lines.
      outputs.take(event)
      results.take(event)
    }
    environment.linesOfEarlierRuns = outputs.lines
    let inputs = InputFileStore(places.inputs, onTrouble: onResultTrouble ?? onTrouble)
    self.inputs = inputs
    inputs.take(board)
    (environment.keepInputs, environment.keptInputs) = (inputs.write, inputs.read)
    return Interlocking(board, environment: environment, results: results.remembered)
  }

  /// The files that ``restoreFiles()`` makes again.
  var files: [String] { [places.groups, places.results] }

  /// Makes the files again that somebody has deleted.
  func restoreFiles() {
    guard journal?.isAtPath == false || results?.isAtPath == false else { return }
    do { try journal?.restore() } catch { onTrouble("cannot write \(places.groups): \(error)") }
    try? places.createStateDirectory()
    results?.restore()
  }

  /// The board is another one: what was kept of actions that it does not have any more goes.
  func take(_ board: Board) {
    outputs?.take(board)
    inputs?.take(board)
  }

  /// Returns when the outputs of runs that have ended are in their files, or after a second.
  func flush() async { await outputs?.flush() }

  /// The commands have ended, and the lock is about to be released.
  func close() { keeper.close() }
}
