internal import Board
internal import Boundary
internal import BoxServer
internal import Essentials
internal import Jobs
internal import Rendezvous

/// What is known of a board, for commands that start no box.
enum PresentBoard {
  /// The box of a board; if none runs, a box in this process with the results that earlier ones have kept.
  /// - Parameter isPrivate: Whether nothing is known of other processes.
  @MainActor
  static func box(
    of choice: BoardChoice, _ board: Board, isPrivate: Bool
  ) async throws -> any Boundary.Box {
    guard !isPrivate, choice.isShared, let file = choice.path,
      let identity = try? BoardIdentity(presentOrGone: file),
      let places = try? BoxPlaces(identity, environment: ProcessInfo.processInfo.environment)
    else { return await kept(of: board, in: nil) }
    if let reached = try await ExistingBox.at(identity) { return reached.box }
    return await kept(of: board, in: places)
  }

  /// A box in this process with the results that earlier ones have kept.
  @MainActor
  static func kept(of board: Board, at choice: BoardChoice) async -> PrivateBox {
    let identity = choice.isShared ? choice.path.flatMap { try? BoardIdentity(presentOrGone: $0) } : nil
    return await kept(
      of: board,
      in: identity.flatMap { try? BoxPlaces($0, environment: ProcessInfo.processInfo.environment) })
  }

  @MainActor
  private static func kept(of board: Board, in places: BoxPlaces?) async -> PrivateBox {
    var environment = JobEnvironment.live()
    if let places {
      environment.linesOfEarlierRuns = KeptOutputs(places.outputs, onTrouble: { _ in }).lines
      environment.keptInputs = InputFileStore(places.inputs).read
    }
    let box = PrivateBox(
      Interlocking(board, environment: environment) { now in
        places.map { ResultJournal.remembered(in: $0.results, for: board, at: now) } ?? [:]
      })
    await box.lookAtInputs()
    return box
  }
}
