internal import Boundary
internal import TerminalUI

extension Dashboard {
  /// The reason for taking over a lost run, while it is typed.
  struct TakeOverEntry: Equatable {
    /// What a key leads to.
    enum Outcome: Equatable {
      case none
      /// The entry closes without effect.
      case leave
      /// The entry closes, and the run is taken over for this reason.
      case accept(String)
    }

    /// The name of the action.
    let action: String
    /// The identifier of the lost run.
    let run: String
    /// The machine of the lost run.
    private let place: String
    private var field = TextField()
    /// Whether Enter was pressed for the present text, which is not accepted.
    private var isRefused = false

    /// Nil if the action has no lost run.
    init?(_ action: ActionStatus) {
      guard let run = action.shared?.lostRun else { return nil }
      self.action = action.id
      self.run = run.id
      place = run.place
    }

    /// The prompt to show.
    var prompt: Prompt {
      var prompt = Prompt(.reason("How do you know that the run on \(place) has ended?"), field: field)
      // An empty text is no mistake before Enter.
      prompt.mistake = field.text.isEmpty && !isRefused ? nil : mistake
      return prompt
    }

    private var mistake: String? { TakeOverOrder.mistake(in: field.text) }

    /// Handles a key.
    mutating func take(_ key: Key) -> Outcome {
      isRefused = key == .enter && mistake != nil
      switch key {
      case .enter: return isRefused ? .none : .accept(field.text)
      case .escape: return .leave
      default: _ = field.take(key)
      }
      return .none
    }

    /// Inserts pasted text.
    mutating func paste(_ text: String) { field.insert(text) }
  }
}
