internal import Boundary
internal import TerminalUI

/// The mouse. Everything that it does can also be done with keys.
extension Dashboard.Model {
  func handle(_ event: MouseEvent) {
    if case .press = event.kind {
      endMarking()
      pass(.mousePress)
    }
    switch mouseTracker.take(event, at: box.now, target: target) {
    case .click(let target): pass(.click(target))
    case .doubleClick(let target): pass(.doubleClick(target))
    case .wheel(let rows, let point): pass(.wheel(rows, over: target(at: point)))
    case .drag(let start, let end) where isBoardUncovered: mark(from: start, to: end)
    case .dragDivider(let end) where isBoardUncovered: state.dragDivider(to: end, size: size)
    case .drag, .dragDivider, nil: break
    }
    if case .release = event.kind { endMarking() }
  }

  private var isBoardUncovered: Bool { !state.mode.coversBoard && !state.mode.isLeaving }

  private func target(at point: Point) -> Dashboard.Target? {
    Dashboard.Target(at: point, of: state, size: size)
  }

  /// What receives the mouse events. To be set by the program that owns the terminal.
  package var mouse: Dashboard.Mouse {
    get { state.mouse }
    set {
      state.mouse = newValue
      mouseTracker.forgetPress()
      endMarking()
    }
  }
}
