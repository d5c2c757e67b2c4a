package import TerminalUI

extension Dashboard {
  /// The position of each part in a picture of a given size.
  ///
  /// The current value is one row, the buttons follow, and the output has the rest. Buttons do not move when
  /// activities begin or end, and an error takes the first row of the output. In a wide picture, the output
  /// is at the right of everything else, over the full height; otherwise it is at the bottom.
  package struct Layout: Equatable, Sendable {
    /// True if there is room for a frame around the board.
    package let isFramed: Bool
    /// Everything except the footer, which is one row unless inputs are typed in several.
    package let board: Rect
    /// The frame around the board.
    package let outline: Rect
    /// The vertical line to the left of the output; empty if the output is at the bottom.
    package let separator: Rect
    /// The parts from top to bottom. A part for which there is no room is empty.
    package let top, activity, buttons, error, logDivider, log, footer: Rect
    /// What the chosen action is and did, below a short list in a very wide picture, and the line above it.
    let cardDivider, card: Rect

    /// The minimum width for showing the output at the right.
    static let wideWidth = 120
    /// The least width for the card, and its least height.
    static let (cardWidth, smallestCard) = (160, 8)
    /// The least width of the buttons and of the output beside them, and by how much one step moves the line
    /// between them.
    static let (smallestColumn, columnStep) = (40, 4)
    /// Below this height the title, the activity and the error share a row.
    static let tallEnoughForTitle = 7

    /// Computes the layout of a picture of this size.
    package init(_ state: State, size: Size) {
      var rest = Rect(size)
      isFramed = size.width >= 60 && size.height >= 16 && !state.isZoomed
      footer = rest.cutBottom(Self.footerHeight(state, size))
      board = rest
      outline = isFramed ? rest : .empty
      let hasError = state.error != nil
      // What must be seen whatever else there is.
      let hasNotice = state.overview.firstAsking != nil || state.isStale
      if state.isZoomed {
        (cardDivider, card) = (.empty, .empty)
        (top, buttons, separator) = (.empty, .empty, .empty)
        activity = rest.cutTop(hasNotice && rest.height >= 3 ? 1 : 0)
        error = rest.cutTop(hasError && rest.height >= 3 ? 1 : 0)
        logDivider = rest.cutTop(1)
        log = rest
        return
      }
      let side = Self.cutSide(from: &rest, isFramed: isFramed, split: state.split, hasError: hasError)
      separator = side.separator
      let hasSide = !separator.isEmpty

      if size.height < Self.tallEnoughForTitle {
        (cardDivider, card) = (.empty, .empty)
        let shared = rest.cutTop(1)
        let showsActivity = hasNotice || state.activity.isLoading && !hasError
        activity = showsActivity ? shared : .empty
        top = !hasError && !showsActivity ? shared : .empty
        buttons = rest.cutTop(min(max(1, state.rows.unfilteredCount), rest.height))
        error = hasError && !showsActivity ? shared : .empty
        logDivider = rest.cutTop(rest.height < 3 ? 0 : 1)
        log = rest
        return
      }
      top = isFramed ? rest.cutTop(1) : Self.inset(rest.cutTop(1), false, hasSide: hasSide)
      if isFramed { _ = rest.cutBottom(1) }
      let current = Self.inset(rest.cutTop(1), isFramed, hasSide: hasSide)
      if hasSide {
        activity = current
        let count = max(1, state.rows.rows.count)
        let hasCard =
          size.width >= Self.cardWidth && isFramed && rest.height - count >= Self.smallestCard + 1
          && !state.buttons.isEmpty
        buttons = Self.inset(hasCard ? rest.cutTop(count) : rest, isFramed, hasSide: true)
        cardDivider = hasCard ? rest.cutTop(1).extended(right: 1) : .empty
        card = hasCard ? Self.inset(rest, isFramed, hasSide: true) : .empty
        (error, logDivider, log) = (side.error, side.divider, side.log)
        return
      }
      (cardDivider, card) = (.empty, .empty)
      let wanted = max(1, state.rows.unfilteredCount)
      let smallestLog = rest.height < 8 ? 1 : max(3, rest.height / 3)
      let most = max(1, min(wanted, rest.height - 2))
      let usual = min(wanted, rest.height - smallestLog)
      buttons = Self.inset(rest.cutTop(min(max(1, usual - state.split), most)), isFramed)
      let takesOutput = hasError && rest.height >= 3
      let takesActivity = hasError && !takesOutput && !hasNotice
      error = takesOutput ? rest.cutTop(1) : takesActivity ? current : .empty
      activity = takesActivity ? .empty : current
      logDivider = rest.cutTop(1)
      log = Self.inset(rest, isFramed)
    }

    /// The rows of inputs that are typed have at most a third of the picture.
    private static func footerHeight(_ state: State, _ size: Size) -> Int {
      guard let count = state.mode.prompt?.rows?.rows.count else { return 1 }
      return max(1, min(count, size.height / 3))
    }

    /// Cuts the output off the right side, if there is room for it there.
    private static func cutSide(
      from rest: inout Rect, isFramed: Bool, split: Int, hasError: Bool
    ) -> (separator: Rect, divider: Rect, error: Rect, log: Rect) {
      guard rest.width >= wideWidth, rest.height >= 9 else { return (.empty, .empty, .empty, .empty) }
      // Wider columns are hard to read.
      let usual = min(92, rest.width * 11 / 20)
      let left = min(max(smallestColumn, usual - split * columnStep), rest.width - smallestColumn)
      var side = rest.cutRight(rest.width - left)
      let separator = Rect(x: side.x, y: side.y, width: 1, height: side.height)
      let divider = side.cutTop(1)
      let error = side.cutTop(hasError ? 1 : 0)
      if isFramed { _ = side.cutBottom(1) }
      _ = side.cutLeft(2)
      _ = side.cutRight(isFramed ? 2 : 0)
      return (separator, divider, error, side)
    }

    /// The part of some rows that is inside the vertical lines and their padding.
    private static func inset(_ rows: Rect, _ isFramed: Bool, hasSide: Bool = false) -> Rect {
      var rows = rows
      if isFramed { _ = rows.cutLeft(2) }
      _ = rows.cutRight(hasSide ? 1 : isFramed ? 2 : 0)
      return rows
    }

    /// The line between the buttons and the output, which can be dragged; empty if there is none.
    var divider: Rect { buttons.isEmpty ? .empty : separator.isEmpty ? logDivider : separator }

    /// The visible buttons. Keep the first one as the scroll position for the next picture.
    package func buttonWindow(_ state: State) -> ScrollWindow {
      state.buttonWindow(height: buttons.height)
    }

    /// The index of the button at this point; nil if there is none.
    package func button(at point: Point, _ state: State) -> Int? {
      if case .button(let index) = row(at: point, state) { index } else { nil }
    }

    /// The row of the button list at this point; nil if there is none.
    func row(at point: Point, _ state: State) -> ButtonRows.Row? {
      guard buttons.contains(point) else { return nil }
      return buttonWindow(state).index(inRow: point.y - buttons.y).map { state.rows.rows[$0] }
    }
  }
}

extension Dashboard.State {
  /// The rows of the button list that are visible in a list of this height.
  func buttonWindow(height: Int) -> ScrollWindow {
    ScrollWindow(
      count: rows.rows.count, height: height, offset: scroll,
      focus: scrollsFreely ? nil : rows.row(ofButton: focus))
  }
}

extension Rect {
  fileprivate func extended(right: Int) -> Rect { Rect(x: x, y: y, width: width + right, height: height) }

  fileprivate static let empty = Rect(x: 0, y: 0, width: 0, height: 0)
}
