internal import Board
internal import Curses
internal import Jobs

extension DesktopNotification {
  /// The text of a notice, with the title of its board.
  init(_ notice: Notice, from board: Board) {
    self.init(
      title: "\(notice.title) \(notice.change.rawValue)",
      text: [notice.message, board.title].filter { !$0.isEmpty }.joined(separator: " - "))
  }
}
