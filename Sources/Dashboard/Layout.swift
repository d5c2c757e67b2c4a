public import TerminalUI

extension Dashboard {
  /// Where everything stands in a picture of a given size.
  ///
  /// The heights follow from the size and the number of buttons, not from what happens: buttons stay where they are while
  /// activities come and go, and an error takes its rows from the activities.
  public struct Layout: Equatable, Sendable {
    /// True if there is room for a frame around the board.
    public let isFramed: Bool
    /// All but the footer.
    public let board: Rect
    /// The frame around the board.
    public let outline: Rect
    /// The parts from top to bottom; one for which there is no room is empty.
    public let top, activity, error, buttonsDivider, buttons, logDivider, log, footer: Rect

    /// Divides a picture of this size.
    public init(_ state: State, size: Size) {
      var rest = Rect(size)
      isFramed = size.width >= 60 && size.height >= 16
      footer = rest.cutBottom(1)
      board = rest
      outline = isFramed ? rest : Rect(x: 0, y: 0, width: 0, height: 0)
      top = rest.cutTop(1)
      if isFramed { _ = rest.cutBottom(1) }

      let hasDividers = rest.height >= 8
      let dividers = hasDividers ? 2 : 0
      let margin = isFramed ? 2 : 0
      var events = rest.cutTop(min(8, max(1, (rest.height - dividers) / 3)))
        .inset(horizontal: margin)
      let errorHeight = state.error == nil ? 0 : min(2, max(1, events.height - 1))
      error = events.cutBottom(errorHeight)
      activity = events

      buttonsDivider = rest.cutTop(hasDividers ? 1 : 0)
      let shared = rest.height - (hasDividers ? 1 : 0)
      let smallestLog = hasDividers ? max(2, shared / 3) : 0
      let wanted = hasDividers ? max(1, state.buttons.count) : shared
      buttons = rest.cutTop(min(wanted, shared - smallestLog)).inset(horizontal: margin)
      logDivider = rest.cutTop(hasDividers ? 1 : 0)
      log = rest.inset(horizontal: margin)
    }

    /// Which buttons are visible. The first of them is the scroll position to keep for the next picture.
    public func buttonWindow(_ state: State) -> ScrollWindow {
      ScrollWindow(
        count: state.buttons.count, height: buttons.height, offset: state.scroll, focus: state.focus)
    }

    /// The index of the button at this point, such as that of a click; nil if there is none.
    public func button(at point: Point, _ state: State) -> Int? {
      guard buttons.contains(point) else { return nil }
      let window = buttonWindow(state)
      let index =
        window.visible.lowerBound + point.y - buttons.y - (window.hasMarkAbove ? 1 : 0)
      return window.visible.contains(index) ? index : nil
    }
  }
}
