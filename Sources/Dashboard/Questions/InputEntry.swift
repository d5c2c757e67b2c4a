internal import Board
internal import Boundary
internal import TerminalUI

extension Dashboard {
  /// The input of an action while it is typed.
  struct InputEntry: Equatable {
    /// What a key leads to.
    enum Outcome: Equatable {
      case none
      /// The entry closes without effect.
      case leave
      /// The entry closes, and the action starts with this text.
      case accept(String)
    }

    let lever: Lever
    /// Whether a present run is cancelled first.
    let restarts: Bool
    private var field = TextField()
    /// Whether Enter was pressed for the present text, which is not accepted.
    private var isRefused = false

    /// Nil if the action has no input that is typed.
    init?(_ lever: Lever, restarts: Bool = false) {
      guard lever.action.input != nil else { return nil }
      self.lever = lever
      self.restarts = restarts
    }

    /// The prompt to show. It contains nothing of a hidden input but its length.
    var prompt: Prompt {
      let isHidden = lever.action.input?.isHidden == true
      var prompt = Prompt(.input(lever.action.input?.prompt ?? ""), field: isHidden ? field.masked : field)
      // An empty text is no mistake before Enter.
      prompt.mistake = field.text.isEmpty && !isRefused ? nil : mistake
      return prompt
    }

    private var mistake: String? { lever.action.input?.mistake(in: field.text) }

    /// Handles a key.
    /// - Parameter last: The input of the last run, which Up brings back; nil for none.
    mutating func take(_ key: Key, last: String?) -> Outcome {
      isRefused = key == .enter && mistake != nil
      switch key {
      case .enter: return isRefused ? .none : .accept(field.text)
      case .escape: return .leave
      case .up: if let last { field = TextField(last) }
      default: _ = field.take(key)
      }
      return .none
    }

    /// Inserts pasted text.
    mutating func paste(_ text: String) { field.insert(text) }
  }
}
