internal import Board
internal import Boundary
internal import BoxClient
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
  ) async throws -> ServedBox {
    guard !isPrivate, choice.isShared, let file = choice.path,
      let identity = try? BoardIdentity(presentOrGone: file),
      let places = try? BoxPlaces(identity, environment: ProcessInfo.processInfo.environment)
    else { return await kept(of: board, in: nil) }
    if let reached = try await ExistingBox.at(identity) { return reached.box }
    return await kept(of: board, in: places)
  }

  /// A box in this process with the results that earlier ones have kept.
  @MainActor
  static func kept(of board: Board, at choice: BoardChoice) async -> ServedBox {
    await kept(of: board, in: places(of: choice))
  }

  @MainActor
  private static func kept(of board: Board, in places: BoxPlaces?) async -> ServedBox {
    await FrontEnd.idleBox(interlocking(of: board, in: places))
  }

  /// Jobs of a board that is not at work, with the results that earlier boxes have kept.
  @MainActor
  static func interlocking(of board: Board, at choice: BoardChoice) -> Interlocking {
    interlocking(of: board, in: places(of: choice))
  }

  @MainActor
  private static func interlocking(of board: Board, in places: BoxPlaces?) -> Interlocking {
    var environment = JobEnvironment.live()
    if let places {
      environment.linesOfEarlierRuns = KeptOutputs(places.outputs, onTrouble: { _ in }).lines
      environment.keptInputs = InputFileStore(places.inputs).read
    }
    return Interlocking(board, environment: environment) { now in
      places.map { ResultJournal.remembered(in: $0.results, for: board, at: now) } ?? [:]
    }
  }

  private static func places(of choice: BoardChoice) -> BoxPlaces? {
    let identity = choice.isShared ? choice.path.flatMap { try? BoardIdentity(presentOrGone: $0) } : nil
    return identity.flatMap { try? BoxPlaces($0, environment: ProcessInfo.processInfo.environment) }
  }
}
