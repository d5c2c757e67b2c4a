internal import Board
internal import Curses
internal import Jobs

extension DesktopNotification {
  /// A notice in words, with the title of the board it comes from.
  init(_ notice: Notice, from board: Board) {
    self.init(
      title: "\(notice.title) \(notice.change.rawValue)",
      text: [notice.message, board.title].filter { !$0.isEmpty }.joined(separator: " - "))
  }
}
