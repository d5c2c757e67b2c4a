internal import Board
internal import Boundary
internal import TerminalUI

/// The prompt for the text to search for, or to filter by. The text takes effect while it is typed.
extension Dashboard.LogViews {
  mutating func open(_ purpose: Dashboard.Prompt.Purpose, on shown: Dashboard.ShownLog) {
    let before = with(shown) { browser, _ in
      browser.selection = nil
      return browser
    }
    openPrompt = OpenPrompt(prompt: Dashboard.Prompt(purpose), action: shown.action.id, before: before)
  }

  mutating func pressInPrompt(_ key: Key, on shown: Dashboard.ShownLog) {
    guard var prompt else { return }
    switch key {
    case .enter: return closePrompt(on: shown)
    case .escape: return leavePrompt(on: shown)
    case .pageUp: return scroll(pages: -1, on: shown)
    case .pageDown: return scroll(pages: 1, on: shown)
    case .up:
      guard let last = lastTexts[prompt.purpose] else { return }
      prompt.field = TextField(last)
    default: guard prompt.field.take(key) else { return }
    }
    take(prompt, on: shown)
  }

  /// Inserts pasted text into the prompt. Without a prompt, pasted text is ignored.
  mutating func paste(_ text: String, on shown: Dashboard.ShownLog) {
    guard var prompt else { return }
    prompt.field.insert(text)
    take(prompt, on: shown)
  }

  /// Closes the prompt and keeps its effect.
  mutating func closePrompt(on shown: Dashboard.ShownLog) {
    guard let prompt else { return }
    if !prompt.field.text.isEmpty { lastTexts[prompt.purpose] = prompt.field.text }
    take(prompt, on: shown)
    openPrompt = nil
  }

  /// Closes the prompt without effect.
  private mutating func leavePrompt(on shown: Dashboard.ShownLog) {
    guard let open = openPrompt else { return }
    with(shown) { browser, _ in browser = open.before }
    openPrompt = nil
  }

  /// Applies the text of the prompt to the view that the log had before.
  private mutating func take(_ prompt: Dashboard.Prompt, on shown: Dashboard.ShownLog) {
    guard let open = openPrompt else { return }
    let text = prompt.field.text
    var prompt = prompt
    prompt.mistake = SearchPattern(text)?.mistake
    openPrompt?.prompt = prompt
    guard text != open.prompt.field.text || text.isEmpty else { return }
    with(shown) { browser, _ in
      browser = open.before
      switch prompt.purpose {
      case .search: browser.searchText = text
      case .filter: browser.filterText = text
      case .input, .answer, .reason: break
      }
    }
    if prompt.purpose == .search { with(shown) { browser, page in browser.findFirst(on: page) } }
  }
}
