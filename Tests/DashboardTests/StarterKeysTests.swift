import Board
import TerminalUI
import Testing

@testable import Dashboard

@Suite(.timeLimit(.minutes(15))) struct StarterKeysTests {
  @Test func `no key of the board that init writes is one of the panel, in its comments neither`() throws {
    let lines = Board.starterText.split(separator: "\n", omittingEmptySubsequences: false)
    let whole = lines.map { $0.hasPrefix("  # ") ? "  " + $0.dropFirst(4) : String($0) }.joined(
      separator: "\n")
    let board = try Board.parse(whole, file: "signalbox.yml")
    let keys = board.actions.flatMap { [$0.key].compactMap(\.self) + $0.buttons.compactMap(\.key) }
    #expect(keys.count >= 5)
    for key in keys {
      #expect(Dashboard.KeyMap.standard.command(for: Key(key)) == nil, "\(key)")
    }
  }
}
