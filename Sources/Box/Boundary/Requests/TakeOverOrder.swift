/// A request to end the lost runs of a shared action, whose machine does not respond any more.
///
/// The person who requests it vouches that the runs have ended: no program on this machine can know that.
package struct TakeOverOrder {
  /// The name of the action.
  package var action: String
  /// The identifiers of the runs that the person knows of; nil for all that are lost.
  package var runs: [String]?
  /// Why the runs may be considered ended, which is kept with the name of the person.
  package var reason: String
  /// Called once.
  package var onAnswer: @MainActor (TakeOverAnswer) -> Void = { _ in }

  package init(_ action: String, runs: [String]? = nil, reason: String) {
    self.action = action
    self.runs = runs
    self.reason = reason
  }

  /// Why a text is no reason; nil if it is one.
  package static func mistake(in reason: String) -> String? {
    if reason.allSatisfy(\.isWhitespace) { return "a takeover needs a reason" }
    if reason.utf8.count > 1_000 { return "a reason has at most 1,000 bytes" }
    return reason.unicodeScalars.contains { $0.properties.generalCategory == .control }
      ? "a reason is one line without control characters" : nil
  }
}

/// The answer to a request to end lost runs.
package enum TakeOverAnswer: Sendable, Equatable {
  /// These runs were lost, and count as ended.
  case done([SharedRun])
  /// Why not, without the name of the action.
  case refused(String)
  /// etcd could not be asked, for this reason.
  case unavailable(String, mayPass: Bool)
}
