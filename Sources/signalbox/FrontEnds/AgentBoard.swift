internal import Agents
internal import Board
internal import Boundary
internal import BoxClient
internal import Essentials
internal import Processes
internal import Rendezvous
internal import Wire

/// The board of an agent, as it is found each time that the agent needs it.
@MainActor
struct AgentBoard {
  /// The argument `--board`; nil searches.
  let path: String?
  let isReadOnly: Bool

  /// What was found.
  enum Found {
    case live(ServedBox)
    /// No box runs, and none was started.
    case kept(ServedBox)
    case failed(String)
  }

  /// The path as people are told it.
  var name: String {
    (try? BoardChoice(named: path))?.path.flatMap { try? BoardIdentity(path: $0).path } ?? path
      ?? "signalbox.yml"
  }

  /// Looks for the board, and for its box.
  /// - Parameter startsBox: Whether a box is started if none runs.
  func find(startsBox: Bool, agent name: String) async -> Found {
    let (choice, board): (BoardChoice, Board)
    switch read() {
    case .success(let found): (choice, board) = found
    case .failure(let failure): return .failed(failure.description)
    }
    do {
      if startsBox { return try await live(choice, name) }
      let present = try await PresentBoard.box(of: choice, board, isPrivate: false)
      // A box that runs stays as long as the agent does.
      return present.isShared ? try await live(choice, name) : .kept(present)
    } catch {
      return .failed("the box of this board cannot be reached: \(error)")
    }
  }

  private func live(_ choice: BoardChoice, _ name: String) async throws -> Found {
    let attachment = Attachment(choice, kind: .agent, isPrivate: false, isReadOnly: isReadOnly, agent: name)
    switch try await attachment.open(everyChange: false) {
    case .served(let box):
      await box.waitForSituation()
      return box.end == nil
        ? .live(box) : .failed("the box of this board has ended at once; its log says why")
    case .locked(_, let reason): return .failed("there can be no box, so nothing starts: \(reason)")
    case .privately: return .failed("this board is no file, so it has no box")
    }
  }

  /// Why there is no board to work with.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The board as it is now in its file.
  func read() -> Result<(BoardChoice, Board), Failure> {
    let choice: BoardChoice
    do throws(BoardSearch.Failure) { choice = try BoardChoice(named: path) } catch {
      return .failure(Failure(description: "\(error). This server finds a board as soon as there is one"))
    }
    guard choice.isShared else {
      return .failure(Failure(description: "\(choice.name) is no file, so it has no box"))
    }
    do throws(BoardError) { return .success((choice, try choice.load())) } catch {
      return .failure(
        Failure(description: "The board has mistakes, so nothing is done until it is right:\n\(error)"))
    }
  }
}
