internal import Boundary
internal import Programs

extension Dashboard {
  /// The details of an action: which were asked for, what the box has answered, and how far they are
  /// scrolled.
  struct DetailsView {
    /// The action whose details are shown instead of its output; nil for none.
    private(set) var requested: String?
    /// The action that the explanation is about.
    private(set) var subject: String?
    private(set) var explanation: Explanation?
    /// How much of one processor the commands have used between the last two answers; nil if that is unknown.
    private(set) var processorShare: Double?
    var scroll = 0
    /// The plan that the box has derived for the subject, and when it was shown; nil for none.
    var plan: (status: PlanStatus, time: Duration)?
    /// Whether a plan for the action was performed when the details were read last.
    var isPlanned = false
    /// Whether the box has to be asked again.
    var isOutOfDate = true
    /// Whether the box is being asked; a box in the same process answers at once.
    var isAsking = false
    /// Whether the box will be asked again in a second.
    var isTimed = false
    /// Whether the box has not answered yet.
    private(set) var isWaiting = false

    mutating func request(_ action: String?) {
      if action != requested { plan = nil }
      requested = action
      scroll = 0
    }

    /// Adopts the action whose details are in view; nil for none. Returns true if the box has to be asked.
    mutating func show(_ action: String?) -> Bool {
      if subject != action {
        (subject, explanation, processorShare) = (action, nil, nil)
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
      // An answer may repeat what was read before.
      let isRepeated = answer?.usage != nil && answer?.usage?.time == explanation?.usage?.time
      if !isRepeated { processorShare = Self.processorShare(from: explanation?.usage, to: answer?.usage) }
      explanation = answer
      return true
    }

    /// Nil if a process has ended meanwhile, and its time with it.
    private static func processorShare(from earlier: ProcessUsage?, to usage: ProcessUsage?) -> Double? {
      guard let earlier, let usage, usage.time > earlier.time, usage.processorTime >= earlier.processorTime
      else { return nil }
      return (usage.processorTime - earlier.processorTime) / (usage.time - earlier.time)
    }
  }
}
