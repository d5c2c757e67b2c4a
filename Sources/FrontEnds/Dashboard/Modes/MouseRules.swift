internal import TerminalUI

/// Clicks and the wheel. Everything that they do can also be done with keys.
extension Dashboard.Mode {
  mutating func click(_ target: Dashboard.Target, in scene: Dashboard.Scene) -> [Dashboard.Effect] {
    if case .leaving(nil) = front { return [] }
    switch target {
    case .button(let id, .face): return press(id, in: scene)
    case .button(let id, .row):
      part = .buttons
      return scene.state.buttons.firstIndex { $0.id == id }.map { [.focus(button: $0)] } ?? []
    case .heading(let group): return [.toggle(group: group)]
    case .row(let row): return passToFront(scene, overlay: { $0.click(row.id, in: scene) })
    case .error: return clickError(in: scene)
    case .hint(let command): return clickHint(command, in: scene)
    case .answer(let title, _):
      return question?.answers.firstIndex { $0.title == title }.map { [.give(answer: $0)] } ?? []
    case .besideOverlay:
      if question?.isClosable != false { closeFront() }
      return []
    case .log: return giveFocus(to: .output, in: scene)
    case .buttons: return giveFocus(to: .buttons, in: scene)
    case .current:
      return perform(scene.state.overview.firstAsking == nil ? .activities : .nextQuestion, in: scene)
    case .divider, .overlay: return []
    }
  }

  /// Presses a button; does nothing if there is none with this identifier.
  func press(_ button: String?, in scene: Dashboard.Scene) -> [Dashboard.Effect] {
    if isLeaving { return [] }
    return scene.state.buttons.firstIndex { $0.id == button }.map { [.press(button: $0)] } ?? []
  }

  /// Lists the errors, or moves the focus to the action that has reported the only one.
  private mutating func clickError(in scene: Dashboard.Scene) -> [Dashboard.Effect] {
    if scene.state.errors.count > 1 { return perform(.errors, in: scene) }
    guard let action = scene.state.error?.action, let button = scene.triggers.index(ofAction: action) else {
      return []
    }
    return [.focus(button: button), .seekFailure(of: action)]
  }

  /// Performs the command of a key hint, as if its key had been pressed.
  private mutating func clickHint(
    _ command: Dashboard.Command, in scene: Dashboard.Scene
  ) -> [Dashboard.Effect] {
    guard coversBoard, let key = scene.keys.binding(of: command)?.keys.first else {
      return perform(command, in: scene)
    }
    let isLeavingAtOnce = command == .quit && question?.isAboutQuitting == true
    return passKeyToFront(isLeavingAtOnce ? .control("c") : key, scene)
  }

  /// Scrolls the part under the mouse. The focus does not change.
  mutating func turnWheel(
    by rows: Int, over target: Dashboard.Target?, in scene: Dashboard.Scene
  ) -> [Dashboard.Effect] {
    if isLeaving { return [] }
    switch target {
    case .button, .heading, .buttons: return [.scrollButtons(by: rows)]
    case .log, .divider: return [.scrollOutput(by: rows)]
    case .row, .overlay:
      return passToFront(
        scene,
        overlay: { overlay in
          overlay.scroll(by: rows, in: scene)
          return .stay()
        })
    case .current, .error, .hint, .answer, .besideOverlay, nil: return []
    }
  }
}
