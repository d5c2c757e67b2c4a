/// A request to tell when a guard holds.
package struct HoldOrder {
  /// The guard as people write it.
  package var text: String
  /// Whether it is waited for also while nothing runs that could change it: somebody may start something.
  package var isPatient: Bool
  /// Called once.
  package var onAnswer: @MainActor (HoldAnswer) -> Void

  package init(_ text: String, isPatient: Bool, onAnswer: @escaping @MainActor (HoldAnswer) -> Void) {
    (self.text, self.isPatient, self.onAnswer) = (text, isPatient, onAnswer)
  }
}

/// What became of a guard that somebody waits for.
package enum HoldAnswer: Sendable, Equatable {
  /// It held at a moment. That says nothing of a later one.
  case holds
  /// These parts of it do not hold, and nothing that runs or repeats can change that, or a service that one
  /// of them needs was not ready in time, for this reason.
  case never([String], failure: String? = nil)
  /// The text is no guard of the board, or cannot be waited for.
  case refused(String)
  /// The box has ended.
  case ended
}

/// Identifies a guard that is waited for.
package struct HoldTicket: Sendable, Hashable {
  package let number: UInt64

  package init(_ number: UInt64) { self.number = number }
}
