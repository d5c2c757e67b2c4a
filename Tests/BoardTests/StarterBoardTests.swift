import Board
import Testing

@Suite(.timeLimit(.minutes(15))) struct StarterBoardTests {
  @Test func `the starter board has no mistakes`() throws {
    let board = try Board.parse(Board.starterText, file: "signalbox.yml")

    #expect(board.actions.map(\.id) == ["hello", "count", "report", "free-space"])
  }

  @Test func `the options in its comments have no mistakes`() throws {
    let lines = Board.starterText.split(separator: "\n", omittingEmptySubsequences: false)
    let uncommented = lines.map { $0.hasPrefix("  # ") ? "  " + $0.dropFirst(4) : String($0) }

    let board = try Board.parse(uncommented.joined(separator: "\n"), file: "signalbox.yml")

    #expect(board.actions.count > 4)
    #expect(board.actions.contains { !$0.buttons.isEmpty })
  }
}
