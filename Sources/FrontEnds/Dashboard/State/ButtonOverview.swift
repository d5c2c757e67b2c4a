internal import Boundary
internal import TerminalUI

extension Dashboard {
  /// What all buttons together need or have, read once for each change of the buttons and not for each
  /// picture: a board can have thousands of them.
  struct ButtonOverview: Equatable, Sendable {
    /// How many rows say that the program asks something, that it runs or is being stopped, that the service
    /// is ready, that the action is planned, that it has failed, and that it is locked.
    private(set) var asking = 0
    private(set) var running = 0
    private(set) var ready = 0
    private(set) var planned = 0
    private(set) var failed = 0
    private(set) var locked = 0
    /// The index of the first button whose program asks something; nil for none.
    private(set) var firstAsking: Int?
    private(set) var services = 0
    private(set) var hasTrends = false
    private(set) var keyWidth = 0
    private(set) var titleWidth = 0
    /// The width of the longest text of a duration of ten minutes or more.
    private(set) var longDurationWidth = 0

    init() {}

    init(_ buttons: [Button]) {
      // A button is large: it is read where it stands.
      for index in buttons.indices {
        // What has failed may be locked, too.
        if buttons[index].phase == .failed { failed += 1 }
        switch buttons[index].face {
        case .locked: locked += 1
        case .planned: planned += 1
        case .asks:
          asking += 1
          firstAsking = firstAsking ?? index
        case .phase(.ready): ready += 1
        case .stopping: running += 1
        case .unknown, .stale: break
        case .phase(let phase): if phase.isPresent { running += 1 }
        }
        if buttons[index].label.value.isService { services += 1 }
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
