import TerminalUI

@testable import Dashboard

/// What is in front of the board, as tests look at it and set it.
extension Dashboard.State {
  var overlay: (any Dashboard.Overlay)? {
    get { mode.overlay }
    set { mode.front = newValue.map { .overlay($0) } }
  }

  var prompt: Dashboard.Prompt? { mode.prompt }
  /// The index of the chosen activity; nil while their list is closed.
  var activityFocus: Int? { (mode.overlay as? Dashboard.ActivityList)?.focus }
}

extension Dashboard.ActivityList {
  init?(_ running: [Dashboard.ActivityLine], focus: Int, scroll: Int = 0) {
    self.init(running)
    (self.focus, self.scroll) = (focus, scroll)
  }
}

extension Dashboard.Question {
  /// A question that is only looked at.
  init(title: String, text: String, answers: [Dashboard.Answer], focus: Int = 0) {
    var inquiry = Dashboard.Inquiry(title: title, text: text, options: answers.map { .init($0) })
    inquiry.firstFocus = focus
    self.init(inquiry, about: .leaving([], canKill: false))
  }
}

extension Dashboard.Inquiry.Option {
  fileprivate init(_ answer: Dashboard.Answer) {
    self.init(answer.key, answer.title, hindrance: answer.hindrance)
  }
}
