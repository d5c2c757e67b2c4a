internal import Boundary
internal import TerminalUI

/// Searches and filters the log of the focused action.
extension Dashboard.Model {
  /// The action whose log the prompt applies to, and the view of that log before the user began to type.
  struct OpenPrompt {
    let action: ActionDescription.ID
    let before: Dashboard.LogBrowser
  }

  func open(_ purpose: Dashboard.Prompt.Purpose) {
    guard let action = focusedAction else { return }
    withLog { browser, _ in
      browser.selection = nil
      openPrompt = OpenPrompt(action: action.id, before: browser)
      state.prompt = Dashboard.Prompt(purpose)
    }
  }

  func pressInPrompt(_ key: Key) {
    guard var prompt = state.prompt else { return }
    switch key {
    case .enter: return keep(prompt)
    case .escape: return leavePrompt()
    case .control("l"): return onRequest(.redraw)
    case .pageUp: return scrollLog(pages: -1)
    case .pageDown: return scrollLog(pages: 1)
    case .up:
      guard let last = lastTexts[prompt.purpose] else { return }
      prompt.field = TextField(last)
    default: guard prompt.field.take(key) else { return }
    }
    take(prompt)
  }

  /// Inserts pasted text into the prompt. Without a prompt, pasted text is ignored.
  func paste(_ text: String) {
    guard var prompt = state.prompt else { return }
    prompt.field.insert(text)
    take(prompt)
  }

  /// Closes the prompt and keeps its effect.
  func closePrompt() {
    if let prompt = state.prompt { keep(prompt) }
  }

  /// Jumps to the next match or the previous one.
  func find(forward: Bool) {
    withLog { browser, page in
      guard browser.searchText != nil else {
        let key = keys.binding(of: .search)?.keys.first?.name ?? ""
        state.message = "Nothing is searched for; \(key) searches"
        return
      }
      switch browser.find(forward: forward, on: page) {
      case .done: break
      case .wrapped:
        state.message = forward ? "From the start again, past the end" : "From the end again, past the start"
      case .nothing: state.message = "Not found"
      }
    }
  }

  /// Closes the prompt without effect if another log is shown now.
  func closePromptOfOtherLog() {
    guard let openPrompt, openPrompt.action != focusedAction?.id else { return }
    self.openPrompt = nil
    state.prompt = nil
  }

  private func keep(_ prompt: Dashboard.Prompt) {
    if !prompt.field.text.isEmpty { lastTexts[prompt.purpose] = prompt.field.text }
    take(prompt)
    openPrompt = nil
    state.prompt = nil
  }

  private func leavePrompt() {
    withLog { browser, _ in
      if let before = openPrompt?.before { browser = before }
    }
    openPrompt = nil
    state.prompt = nil
  }

  /// Applies the text of the prompt to the view that the log had before.
  private func take(_ prompt: Dashboard.Prompt) {
    let isChanged = prompt.field.text != state.prompt?.field.text
    state.prompt = prompt
    guard isChanged || prompt.field.text.isEmpty, let open = openPrompt else { return }
    withLog { browser, page in
      browser = open.before
      switch prompt.purpose {
      case .search: browser.searchText = prompt.field.text
      case .filter: browser.filterText = prompt.field.text
      }
      browser.update(from: page.source.ring)
      if prompt.purpose == .search { browser.findFirst(on: self.page(of: browser, page.source.ring)) }
    }
  }
}
