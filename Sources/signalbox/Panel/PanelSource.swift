internal import Board
internal import Boundary
internal import BoxClient

/// What a panel shows, and how it gets boxes of it.
@MainActor
struct PanelSource {
  /// The board; nil for something else.
  let choice: BoardChoice?
  /// Finds the next box when another front end has started one; nil if the board is not shared.
  var nextBox: NextBox?
  /// Starts another box when the present one has ended.
  let reopen: @MainActor () async throws -> ServedBox
  /// What is to be said when it is opened.
  var remarks: [String] = []

  /// Whether what runs may be cancelled when the panel leaves its box.
  func endsRuns(of box: ServedBox) -> Bool {
    if box.hasEnded { return false }
    return !box.isShared || (try? choice?.load())?.onDetach != .leave
  }
}
