internal import Boundary
internal import TerminalUI

extension Dashboard {
  /// What all buttons together need or have, read once for each change of the buttons and not for each
  /// picture: a board can have thousands of them.
  struct ButtonOverview: Equatable, Sendable {
    /// The numbers of actions that run, without ready services, that have failed, and that are locked.
    private(set) var running = 0
    private(set) var failed = 0
    private(set) var locked = 0
    private(set) var hasServices = false
    private(set) var hasTrends = false
    private(set) var keyWidth = 0
    private(set) var titleWidth = 0
    /// The width of the longest text of a duration of ten minutes or more.
    private(set) var longDurationWidth = 0

    init() {}

    init(_ buttons: [Button]) {
      // A button is large: it is read where it stands.
      for index in buttons.indices {
        if buttons[index].phase.isPresent && buttons[index].phase != .ready { running += 1 }
        if buttons[index].isLocked {
          locked += 1
        } else if buttons[index].phase == .failed {
          failed += 1
        }
        hasServices = hasServices || buttons[index].isService
        hasTrends = hasTrends || buttons[index].trend != nil
        keyWidth = max(keyWidth, TextWidth.of(buttons[index].key?.name ?? ""))
        titleWidth = max(titleWidth, TextWidth.of(buttons[index].title))
        if let duration = buttons[index].duration, duration >= .seconds(600) {
          longDurationWidth = max(longDurationWidth, TextWidth.of(buttons[index].durationText))
        }
      }
    }
  }
}
