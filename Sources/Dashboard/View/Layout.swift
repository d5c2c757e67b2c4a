public import TerminalUI

extension Dashboard {
  /// Where everything stands in a picture of a given size.
  ///
  /// The heights follow from the size and the number of buttons, not from what happens: buttons stay where they are while
  /// activities come and go, and an error takes its rows from the activities. In a wide picture the output stands beside
  /// everything else, over the full height; otherwise it stands below.
  public struct Layout: Equatable, Sendable {
    /// True if there is room for a frame around the board.
    public let isFramed: Bool
    /// All but the footer.
    public let board: Rect
    /// The frame around the board.
    public let outline: Rect
    /// The line between what there is to do and its output; empty unless they stand beside each other.
    public let separator: Rect
    /// The parts from top to bottom; one for which there is no room is empty.
    public let top, activity, error, buttonsDivider, buttons, logDivider, log, footer: Rect

    /// The width from which the output stands at the right.
    static let wideWidth = 120
    /// Below this height the title, the activity and the error share a row.
    static let tallEnoughForTitle = 7

    /// Divides a picture of this size.
    public init(_ state: State, size: Size) {
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

      // The divider of the events was counted with them.
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

    /// How many rows activity and error have. There are more if the buttons beside the output leave them.
    private static func eventHeight(of rest: Rect, buttons: Int, hasSide: Bool) -> Int {
      let dividers = rest.height < 8 ? 0 : hasSide ? 1 : 2
      let third = (rest.height - dividers) / 3
      let unused = hasSide ? rest.height - dividers - buttons : 0
      return max(1, min(third, max(8, rest.height / 5, unused)))
    }

    /// Takes the output off the right side, if there is room for it there.
    private static func cutSide(
      from rest: inout Rect, isFramed: Bool
    ) -> (separator: Rect, divider: Rect, log: Rect) {
      guard rest.width >= wideWidth, rest.height >= 9 else { return (.empty, .empty, .empty) }
      // Columns that are wider than this are hard to read across.
      var side = rest.cutRight(rest.width - min(92, rest.width * 11 / 20))
      let separator = Rect(x: side.x, y: side.y, width: 1, height: side.height)
      let divider = side.cutTop(1)
      if isFramed { _ = side.cutBottom(1) }
      _ = side.cutLeft(2)
      _ = side.cutRight(isFramed ? 2 : 0)
      return (separator, divider, side)
    }

    /// The part of some rows that is left for content beside the lines and a space.
    private static func inset(_ rows: Rect, _ isFramed: Bool, hasSide: Bool = false) -> Rect {
      var rows = rows
      if isFramed { _ = rows.cutLeft(2) }
      _ = rows.cutRight(hasSide ? 1 : isFramed ? 2 : 0)
      return rows
    }

    /// Which buttons are visible. The first of them is the scroll position to keep for the next picture.
    public func buttonWindow(_ state: State) -> ScrollWindow {
      ScrollWindow(
        count: state.buttons.count, height: buttons.height, offset: state.scroll,
        focus: state.scrollsFreely ? nil : state.focus)
    }

    /// Which running activities are visible below the current value.
    public func activityWindow(_ state: State) -> ScrollWindow {
      ScrollWindow(
        count: state.activity.running.count, height: activity.height - 1, offset: state.activityScroll,
        focus: state.activityFocus, marksFrom: 3)
    }

    /// The index of the button at this point, such as that of a click; nil if there is none.
    public func button(at point: Point, _ state: State) -> Int? {
      buttons.contains(point) ? buttonWindow(state).index(inRow: point.y - buttons.y) : nil
    }

    /// The index of the running activity at this point; nil if there is none.
    public func activity(at point: Point, _ state: State) -> Int? {
      activity.contains(point) ? activityWindow(state).index(inRow: point.y - activity.y - 1) : nil
    }
  }
}

extension Rect {
  fileprivate static let empty = Rect(x: 0, y: 0, width: 0, height: 0)
}
