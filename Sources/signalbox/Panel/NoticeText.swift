internal import Board
internal import Boundary
internal import Curses
internal import Jobs

extension DesktopNotification {
  /// The text of a notice, with the title of its board.
  init(_ notice: Notice, fromBoard title: String) {
    self.init(
      title: "\(notice.title) \(notice.change.rawValue)",
      text: [notice.message, title].filter { !$0.isEmpty }.joined(separator: " - "))
  }
}
