internal import TerminalUI

/// Which events go where: what is in front receives them, and otherwise the board. While the panel shuts
/// down, nothing else opens.
extension Dashboard.Mode {
  /// Handles an event.
  /// - Returns: What it leads to beyond the mode, in order.
  mutating func handle(_ event: Dashboard.Event, in scene: Dashboard.Scene) -> [Dashboard.Effect] {
    switch event {
    case .key(let key): return press(key, in: scene)
    case .paste(let text):
      return passToFront(
        scene, prompt: { $0.paste(text) },
        overlay: { overlay in
          let line = text.split(whereSeparator: \.isNewline).first ?? ""
          return overlay.typed.map { overlay.type($0 + line, in: scene) } ?? .stay()
        })
    case .mousePress: return passToFront(scene, prompt: { $0.leave() })
    case .click(let target): return click(target, in: scene)
    case .doubleClick(let target): return press(target.button, in: scene)
    case .wheel(let rows, let target): return turnWheel(by: rows, over: target, in: scene)
    case .open(let front): return open(front, in: scene)
    case .answer(let index):
      return passToFront(
        scene, question: { $0.answer(index, in: scene.situation, at: scene.now, glyphs: scene.state.glyphs) })
    case .news: update(to: scene)
    case .boxEnded: if question != nil { closeFront() }
    }
    return []
  }

  private mutating func press(_ key: Key, in scene: Dashboard.Scene) -> [Dashboard.Effect] {
    switch front {
    case nil: return pressOnBoard(key, in: scene)
    case .leaving:
      let command = scene.keys.command(for: key)
      return command == .quit ? [.request(.quit)] : command == .redraw ? [.request(.redraw)] : []
    case .prompt, .overlay, .question: return passKeyToFront(key, scene)
    }
  }

  mutating func passKeyToFront(_ key: Key, _ scene: Dashboard.Scene) -> [Dashboard.Effect] {
    passToFront(
      scene, prompt: { $0.handle(key) }, overlay: { $0.handle(key, in: scene) },
      question: { $0.handle(key, keys: scene.keys) })
  }

  /// Passes an event to what is in front; closes it if it says so.
  mutating func passToFront(
    _ scene: Dashboard.Scene,
    prompt body: (inout Dashboard.Prompt) -> Dashboard.Outcome = { _ in .stay() },
    overlay: (inout any Dashboard.Overlay) -> Dashboard.Outcome = { _ in .stay() },
    question: (inout Dashboard.Question) -> Dashboard.Outcome = { _ in .stay() }
  ) -> [Dashboard.Effect] {
    let outcome: Dashboard.Outcome
    switch front {
    case nil, .leaving(nil): return []
    case .prompt(var prompt):
      outcome = body(&prompt)
      front = .prompt(prompt)
    case .overlay(var box):
      outcome = overlay(&box)
      front = .overlay(box)
    case .question(var open):
      outcome = question(&open)
      front = .question(open)
    case .leaving(var open?):
      outcome = question(&open)
      front = .leaving(open)
    }
    if outcome.closes { closeFront() }
    return outcome.effects.flatMap { effect in
      if case .perform(let command) = effect { perform(command, in: scene) } else { [effect] }
    }
  }

  /// Closes what is in front. Nothing ends the shutting down.
  mutating func closeFront() { front = isLeaving ? .leaving(nil) : nil }

  private mutating func open(_ new: Front, in scene: Dashboard.Scene) -> [Dashboard.Effect] {
    if case .question(let question) = new, isLeaving {
      front = .leaving(question)
      return []
    }
    if isLeaving { return [] }
    let effects = passToFront(scene, prompt: { $0.leave() })
    front = new
    return effects
  }

  private mutating func update(to scene: Dashboard.Scene) {
    switch front {
    case nil, .leaving(nil): break
    case .prompt(var prompt):
      let isUseful = prompt.update(to: scene.situation, shown: scene.focusedAction)
      front = isUseful ? .prompt(prompt) : nil
    case .overlay(var overlay): front = overlay.update(to: scene) ? .overlay(overlay) : nil
    case .question(var question):
      let isUseful = question.update(to: scene.situation, at: scene.now, glyphs: scene.state.glyphs)
      front = isUseful ? .question(question) : nil
    case .leaving(var question?):
      let isUseful = question.update(to: scene.situation, at: scene.now, glyphs: scene.state.glyphs)
      front = .leaving(isUseful ? question : nil)
    }
  }
}
