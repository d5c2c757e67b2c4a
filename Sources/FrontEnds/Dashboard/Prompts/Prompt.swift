internal import Board
internal import Boundary
internal import Programs
internal import TerminalUI

extension Dashboard {
  /// A text that is typed in place of the footer, and receives all keys.
  struct Prompt: Equatable, Sendable {
    /// What the text is for.
    enum Purpose: Equatable, Sendable {
      /// The log of the action: the text takes effect while it is typed.
      case search, filter
      /// The list of actions: the text narrows it while it is typed.
      /// - before: The text that has narrowed the list before; empty for none.
      /// - focus: The button that was chosen before; nil for none.
      case list(before: String, focus: String?)
      /// The input with which an action starts, or restarts.
      case input(Trigger, restarts: Bool)
      /// The inputs with names with which an action starts, or restarts.
      case inputs(Trigger, restarts: Bool)
      /// The answer to a question of the program of an action.
      case answer(ProgramQuestion)
      /// The reason for taking over a lost run of a shared action.
      case reason(run: String, place: String)
    }

    let purpose: Purpose
    /// The name of the action.
    let action: String
    private(set) var field: TextField
    /// The rows of inputs with names; nil for one text.
    private(set) var rows: InputRows?
    /// What Up brings back; nil for nothing.
    private(set) var last: InputValues?
    /// Why the text is not accepted; nil if it is.
    private(set) var mistake: String?
    /// Whether the question is not the present one any more. The prompt stays: what is typed for it, such as
    /// a password, must not be taken for the keys of the panel.
    private var isLate = false

    init(_ purpose: Purpose, of action: String, field: TextField = TextField(), last: InputValues? = nil) {
      self.purpose = purpose
      if case .inputs(let trigger, _) = purpose { rows = InputRows(trigger.action.form.inputs) }
      self.action = action
      self.field = field
      self.last = last
    }

    /// Handles a key.
    mutating func handle(_ key: Key) -> Outcome {
      switch key {
      case .control("l"): return .stay(.request(.redraw))
      // Ctrl-C closes what is open, as in a shell.
      case .escape, .control("c"): return drop()
      case _ where rows != nil: return rows?.handle(key, last: last) == .submit ? submit() : .stay()
      case .enter: return submit()
      case .pageUp where changesLog: return .stay(.log(.scroll(pages: -1)))
      case .pageDown where changesLog: return .stay(.log(.scroll(pages: 1)))
      case .up where changesList: return .stay(.moveFocus(by: -1))
      case .down where changesList: return .stay(.moveFocus(by: 1))
      default:
        return edit { [last] field in
          if key == .up, case .text(let last)? = last { field = TextField(last) } else { _ = field.take(key) }
        }
      }
    }

    /// Inserts pasted text.
    mutating func paste(_ text: String) -> Outcome {
      rows?.paste(text)
      return rows == nil ? edit { $0.insert(text) } : .stay()
    }

    /// Closes it because something else is done: the text of a log keeps its effect, and others have none.
    func leave() -> Outcome { changesLog ? .close(.log(.keepText)) : .close() }

    /// Adopts the present situation. Returns false if the text is for nothing any more.
    /// - Parameter shown: The action whose log is shown.
    mutating func update(to situation: Situation, shown: String?) -> Bool {
      switch purpose {
      case .search, .filter: return shown == action
      case .input(let trigger, _), .inputs(let trigger, _):
        last = situation[action]?.runs.input
        return situation[action]?.definition == trigger.definition
      case .answer(let question):
        isLate = situation[action]?.question != question
        mistake = mistake(isRefused: false)
      case .list, .reason: break
      }
      return true
    }

    private mutating func edit(_ change: (inout TextField) -> Void) -> Outcome {
      let before = field.text
      change(&field)
      mistake = mistake(isRefused: false)
      if field.text == before { return .stay() }
      switch purpose {
      case .search: return .stay(.log(.search(field.text)))
      case .filter: return .stay(.log(.filter(field.text)))
      case .list: return .stay(.narrow(to: field.text))
      case .input, .inputs, .answer, .reason: return .stay()
      }
    }

    /// Closes it without an effect.
    private func drop() -> Outcome {
      switch purpose {
      case .search, .filter: .close(.log(.dropText))
      case .list(let before, let focus): .close(.restoreList(before, focus: focus))
      case .input, .inputs, .answer, .reason: .close()
      }
    }

    /// What Enter does.
    private mutating func submit() -> Outcome {
      mistake = mistake(isRefused: true)
      switch purpose {
      case .search, .filter: return .close(.log(.keepText))
      case .list: return .close()
      case .answer(let question):
        if let mistake { return .close(.show("\(action): \(mistake)")) }
        return .close(.answer(action, question, text: field.text))
      case .input(var trigger, let restarts):
        if mistake != nil { return .stay() }
        trigger.typed = .text(field.text)
        return .close(.submit(trigger, restarts: restarts))
      case .inputs(var trigger, let restarts):
        trigger.typed = rows?.values
        return .close(.submit(trigger, restarts: restarts))
      case .reason(let run, _):
        return mistake == nil ? .close(.takeOver(action, run: run, reason: field.text)) : .stay()
      }
    }

    /// - Parameter isRefused: Whether Enter was pressed. An empty text is no mistake before that.
    private func mistake(isRefused: Bool) -> String? {
      let text = field.text
      switch purpose {
      case .search, .filter: return SearchPattern(text)?.mistake
      case .list, .inputs: return nil
      case .answer: return isLate ? Self.lateness : nil
      case .input(let trigger, _):
        return text.isEmpty && !isRefused ? nil : trigger.action.form.inputs.first?.mistake(in: text)
      case .reason: return text.isEmpty && !isRefused ? nil : TakeOverOrder.mistake(in: text)
      }
    }
  }
}
