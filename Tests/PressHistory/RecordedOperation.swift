/// Something that took effect at one moment between two that were recorded.
package struct RecordedOperation: Sendable, Equatable {
  package enum Effect: Sendable, Equatable {
    /// A press was granted, and its run is in progress from then on.
    case start(action: String, run: String)
    /// A press was refused because of the state: all runs were taken, or the guard did not hold.
    case refusal(action: String)
    /// A run is not in progress any more.
    case end(action: String, run: String, RecordedResult)
    /// All results are forgotten. What runs is known again.
    case loss
  }

  package var effect: Effect
  /// Not before this time.
  package var call: Int64
  /// Not after this time; nil if it is unknown, and then perhaps never.
  package var answer: Int64?

  package init(_ effect: Effect, from call: Int64, to answer: Int64?) {
    (self.effect, self.call, self.answer) = (effect, call, answer)
  }
}

package enum RecordedResult: Sendable, Hashable {
  case succeeded, failed
  /// It changes no fact but that nothing runs: a run that was cancelled, or taken over and of unknown result.
  case other
  /// Nothing has run: the result before it still holds.
  case withdrawn
}

extension RecordedOperation {
  /// Nil if it concerns all.
  var action: String? {
    switch effect {
    case .start(let action, _), .refusal(let action), .end(let action, _, _): action
    case .loss: nil
    }
  }
}

extension RecordedOperation: CustomStringConvertible {
  package var description: String {
    let end = answer.map(String.init) ?? "?"
    return switch effect {
    case .start(let action, let run): "[\(call)–\(end)] \(action) starts as \(run)"
    case .refusal(let action): "[\(call)–\(end)] \(action) is refused"
    case .end(let action, let run, let result): "[\(call)–\(end)] \(action) ends as \(run): \(result)"
    case .loss: "[\(call)–\(end)] all results are lost"
    }
  }
}
