/// Whether a box still says something, for front ends that wait for it. Such a process may be stopped, or
/// hang.
struct BoxPulse {
  enum Step {
    case nothing, ask
    /// It was asked, and has not answered.
    case silent
  }

  /// The seconds until the next step: few after a question, many otherwise, since hundreds of processes may
  /// wait.
  var interval: Double { unanswered == nil ? 30 : 10 }
  /// The number of steps after a question that find no answer. One is not enough: a front end that was
  /// stopped itself takes a step before it reads what has arrived meanwhile.
  static let patience = 2

  private var hasHeard = true
  private var unanswered: Int?

  /// Something has arrived, or nothing was to be read.
  mutating func hear() { (hasHeard, unanswered) = (true, nil) }

  /// The next step.
  mutating func step() -> Step {
    defer { hasHeard = false }
    if hasHeard { return .nothing }
    guard let unanswered else {
      self.unanswered = 0
      return .ask
    }
    self.unanswered = unanswered + 1
    return unanswered + 1 < Self.patience ? .nothing : .silent
  }
}
