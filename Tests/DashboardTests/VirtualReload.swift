import Board
import SignalboxTesting
import TerminalUI
import Testing

@testable import Dashboard

/// The board file of a panel in memory.
extension VirtualPanel {
  /// Two actions that do not depend on each other.
  static let buildAndTest = """
      build: { key: b, title: Build, simulate: { duration: 2s, value: done } }
      test: { key: t, title: Test, simulate: { duration: 1s } }
    """

  /// Replaces the board by one with these actions.
  func reload(_ actions: String) throws {
    reload(try Board.parse("title: Test\nactions:\n" + actions, file: "test.yml"))
  }

  /// Changes the board file to a text with mistakes.
  func refuse(_ text: String) {
    do throws(BoardError) {
      _ = try Board.parse(text, file: "/home/me/board.yml")
      Issue.record("no mistake in \(text)")
    } catch {
      refuse(error)
    }
  }

  func rows(_ range: Range<Int>) -> String {
    picture.split(separator: "\n", omittingEmptySubsequences: false)[range].joined(separator: "\n")
  }

  var footer: String { rows(model.size.height - 1..<model.size.height) }
}
