internal import Boundary

extension Dashboard {
  /// The details of an action: which were asked for, what the box has answered, and how far they are
  /// scrolled.
  struct DetailsView {
    /// The action whose details are shown instead of its output; nil for none.
    private(set) var requested: String?
    /// The action that the explanation is about.
    private(set) var subject: String?
    private(set) var explanation: Explanation?
    var scroll = 0
    /// Whether the box has to be asked again.
    var isOutOfDate = true
    /// Whether the box is being asked; a box in the same process answers at once.
    var isAsking = false
    /// Whether the box has not answered yet.
    private(set) var isWaiting = false

    mutating func request(_ action: String?) {
      requested = action
      scroll = 0
    }

    /// Adopts the action whose details are in view; nil for none. Returns true if the box has to be asked.
    mutating func show(_ action: String?) -> Bool {
      if subject != action {
        (subject, explanation) = (action, nil)
        (scroll, isOutOfDate, isWaiting) = (0, true, false)
      }
      guard action != nil, isOutOfDate, !isWaiting else { return false }
      (isOutOfDate, isWaiting) = (false, true)
      return true
    }

    /// Returns false if the answer is about another action.
    mutating func receive(_ answer: Explanation?, about action: String) -> Bool {
      guard action == subject else { return false }
      isWaiting = false
      explanation = answer
      return true
    }
  }
}
