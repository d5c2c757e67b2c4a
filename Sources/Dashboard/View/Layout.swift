package import TerminalUI

extension Dashboard {
  /// The position of each part in a picture of a given size.
  ///
  /// The heights depend on the size and the number of buttons, not on the activities: buttons do not move
  /// when activities begin or end, and an error takes its rows from the activities. In a wide picture, the
  /// output is at the right of everything else, over the full height; otherwise it is at the bottom.
  package struct Layout: Equatable, Sendable {
    /// True if there is room for a frame around the board.
    package let isFramed: Bool
    /// Everything except the footer.
    package let board: Rect
    /// The frame around the board.
    package let outline: Rect
    /// The vertical line to the left of the output; empty if the output is at the bottom.
    package let separator: Rect
    /// The parts from top to bottom. A part for which there is no room is empty.
    package let top, activity, error, buttonsDivider, buttons, logDivider, log, footer: Rect

    /// The minimum width for showing the output at the right.
    static let wideWidth = 120
    /// Below this height the title, the activity and the error share a row.
    static let tallEnoughForTitle = 7

    /// Computes the layout of a picture of this size.
    package init(_ state: State, size: Size) {
      var rest = Rect(size)
      isFramed = size.width >= 60 && size.height >= 16
      footer = rest.cutBottom(1)
      board = rest
      outline = isFramed ? rest : .empty
      let side = Self.cutSide(from: &rest, isFramed: isFramed)
      separator = side.separator

      if size.height < Self.tallEnoughForTitle {
        let shared = rest.cutTop(1)
        top = state.error == nil && !state.activity.isLoading ? shared : .empty
        activity = state.error == nil && state.activity.isLoading ? shared : .empty
        error = state.error == nil ? .empty : shared
      } else {
        top = isFramed ? rest.cutTop(1) : Self.inset(rest.cutTop(1), false, hasSide: !separator.isEmpty)
        if isFramed { _ = rest.cutBottom(1) }
        let height = Self.eventHeight(of: rest, buttons: state.buttons.count, hasSide: !separator.isEmpty)
        var events = Self.inset(rest.cutTop(height), isFramed, hasSide: !separator.isEmpty)
        let errorHeight = state.error == nil ? 0 : min(2, max(1, events.height - 1))
        error = events.cutBottom(errorHeight)
        activity = events
      }

      // The height of the divider was included in the height of the events.
      buttonsDivider = rest.cutTop(board.height >= (isFramed ? 10 : 9) ? 1 : 0)
      if !separator.isEmpty {
        buttons = Self.inset(rest, isFramed, hasSide: true)
        logDivider = side.divider
        log = side.log
        return
      }
      let isLow = buttonsDivider.isEmpty
      let wanted = max(1, state.buttons.count)
      let shared = rest.height - (isLow ? 0 : 1)
      let smallestLog = isLow ? 0 : max(2, shared / 3)
      buttons = Self.inset(rest.cutTop(min(wanted, shared - smallestLog)), isFramed)
      logDivider = rest.cutTop(isLow && rest.height < 3 ? 0 : 1)
      log = Self.inset(rest, isFramed)
    }

    /// The number of rows for activity and error. If the output is at the right, they also get the rows that
    /// the buttons do not need.
    private static func eventHeight(of rest: Rect, buttons: Int, hasSide: Bool) -> Int {
      let dividers = rest.height < 8 ? 0 : hasSide ? 1 : 2
      let third = (rest.height - dividers) / 3
      let unused = hasSide ? rest.height - dividers - buttons : 0
      return max(1, min(third, max(8, rest.height / 5, unused)))
    }

    /// Cuts the output off the right side, if there is room for it there.
    private static func cutSide(
      from rest: inout Rect, isFramed: Bool
    ) -> (separator: Rect, divider: Rect, log: Rect) {
      guard rest.width >= wideWidth, rest.height >= 9 else { return (.empty, .empty, .empty) }
      // Wider columns are hard to read.
      var side = rest.cutRight(rest.width - min(92, rest.width * 11 / 20))
      let separator = Rect(x: side.x, y: side.y, width: 1, height: side.height)
      let divider = side.cutTop(1)
      if isFramed { _ = side.cutBottom(1) }
      _ = side.cutLeft(2)
      _ = side.cutRight(isFramed ? 2 : 0)
      return (separator, divider, side)
    }

    /// The part of some rows that is inside the vertical lines and their padding.
    private static func inset(_ rows: Rect, _ isFramed: Bool, hasSide: Bool = false) -> Rect {
      var rows = rows
      if isFramed { _ = rows.cutLeft(2) }
      _ = rows.cutRight(hasSide ? 1 : isFramed ? 2 : 0)
      return rows
    }

    /// The visible buttons. Keep the first one as the scroll position for the next picture.
    package func buttonWindow(_ state: State) -> ScrollWindow {
      ScrollWindow(
        count: state.buttons.count, height: buttons.height, offset: state.scroll,
        focus: state.scrollsFreely ? nil : state.focus)
    }

    /// The visible activities, below the current value.
    package func activityWindow(_ state: State) -> ScrollWindow {
      ScrollWindow(
        count: state.activity.running.count, height: activity.height - 1, offset: state.activityScroll,
        focus: state.activityFocus, marksFrom: 3)
    }

    /// The index of the button at this point; nil if there is none.
    package func button(at point: Point, _ state: State) -> Int? {
      buttons.contains(point) ? buttonWindow(state).index(inRow: point.y - buttons.y) : nil
    }

    /// The index of the activity at this point; nil if there is none.
    package func activity(at point: Point, _ state: State) -> Int? {
      activity.contains(point) ? activityWindow(state).index(inRow: point.y - activity.y - 1) : nil
    }
  }
}

extension Rect {
  fileprivate static let empty = Rect(x: 0, y: 0, width: 0, height: 0)
}
