internal import Board
internal import Boundary
internal import Inputs

/// The state of the inputs of an action before an attempt, and how they have changed since then.
struct InputAttempt {
  /// Identifies what a success of another action was made from.
  enum Identity: Hashable {
    /// The number of its run, if it has no inputs.
    case run(Int)
    case content(ContentDigest)
  }

  let action: String
  let selection: InputSelection
  /// Nil if they could not be read in time.
  let snapshot: InputTable?
  /// The successes that it was made from; nil for an action that had none.
  let sources: [String: Identity?]
  /// A file that somebody wrote or replaced while the attempt ran.
  var touched: StaleInputs?
  /// How the contents differ now.
  var difference: StaleInputs?
  /// Whether the files were looked at when it had ended.
  var isComplete = false
  /// Whether that look was requested.
  var isCompleting = false

  /// Identifies all that it was made from.
  var identity: Identity? {
    guard let snapshot else { return nil }
    var computation = ContentDigest.Computation()
    computation.add(snapshot.digest)
    for (name, source) in sources.sorted(by: { $0.key < $1.key }) {
      computation.addCounted(name.utf8)
      switch source {
      case .run(let number)?: computation.addCounted("run \(number)".utf8)
      case .content(let digest)?: computation.add(digest)
      case nil: computation.addCounted("".utf8)
      }
    }
    return .content(computation.result)
  }
}
