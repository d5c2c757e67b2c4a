internal import Board
internal import Boundary
internal import Programs
internal import TerminalUI

extension Dashboard.Prompt {
  /// Why an answer has no effect.
  static let lateness = "it asks something else now"
  /// The most characters of a question that are shown. Its end is kept.
  private static let questionLimit = 40

  /// Asks for the reason for taking over the lost run of an action; nil if it has none.
  init?(takingOver action: ActionStatus) {
    guard let run = action.shared?.lostRun else { return nil }
    self.init(.reason(run: run.id, place: run.place), of: action.id)
  }

  /// Asks for a text that narrows the list of buttons. It begins with the present one.
  /// - Parameter focus: The button that is chosen; nil for none.
  init(narrowingFrom text: String, focus: String?) {
    self.init(.list(before: text, focus: focus), of: "", field: TextField(text))
  }

  /// Whether the text is about the list of buttons.
  var changesList: Bool { if case .list = purpose { true } else { false } }

  /// Whether the text is about the log that is shown, and takes effect while it is typed.
  var changesLog: Bool {
    switch purpose {
    case .search, .filter: true
    case .list, .input, .inputs, .answer, .reason: false
    }
  }

  /// The text to show. It contains nothing of a hidden text but its length.
  var shown: TextField {
    let isHidden =
      switch purpose {
      case .input(let trigger, _): trigger.action.form.inputs.first?.isHidden == true
      case .answer(let question): question.isHidden
      case .search, .filter, .list, .inputs, .reason: false
      }
    return isHidden ? field.masked : field
  }

  /// What stands before the text.
  func label(isShort: Bool) -> String {
    switch purpose {
    case .search: isShort ? "/" : "Search: "
    case .filter: isShort ? "filter " : "Filter: "
    case .list: isShort ? "only " : "Show only: "
    case .input(let trigger, _), .inputs(let trigger, _):
      "\(trigger.action.form.inputs.first?.prompt ?? ""): "
    case .answer(let question): "\(question.words.suffix(Self.questionLimit)) "
    case .reason(_, let place): "How do you know that the run on \(place) has ended? "
    }
  }

  /// What Enter does, in words.
  var word: String {
    switch purpose {
    case .search, .filter, .list: "keep"
    case .input, .inputs: "start"
    case .answer: "answer"
    case .reason: "take over"
    }
  }
}
