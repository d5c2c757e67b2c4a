import Board

/// Live state for a test.
///
///     let facts = Facts(["build": .running(), "test": .succeeded()])
struct Facts: GuardFacts {
  var actions: [String: ActionFacts]
  var networkIsBusy = false
  var hasErrors = false

  init(_ actions: [String: ActionFacts] = [:]) {
    self.actions = actions
  }

  func action(_ id: String) -> ActionFacts? { actions[id] }
}

extension ActionFacts {
  static let idle = ActionFacts()

  static func running(progress: Double? = nil) -> Self {
    var facts = ActionFacts()
    facts.isIdle = false
    facts.isRunning = true
    facts.progress = progress
    return facts
  }

  static func succeeded(value: String? = nil) -> Self {
    var facts = ActionFacts()
    facts.isIdle = false
    facts.hasSucceeded = true
    facts.isEnabled = true
    facts.value = value
    return facts
  }

  static let failed: Self = {
    var facts = ActionFacts()
    facts.isIdle = false
    facts.hasFailed = true
    return facts
  }()

  /// Exists, but all facts are unknown.
  static let unknown: Self = {
    var facts = ActionFacts()
    facts.isRunning = nil
    facts.hasSucceeded = nil
    facts.hasFailed = nil
    facts.isIdle = nil
    facts.isEnabled = nil
    return facts
  }()
}
