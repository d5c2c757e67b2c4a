internal import Board
internal import Boundary
internal import Inputs

/// The state of the inputs of an action before an attempt, and how they have changed since then.
struct InputAttempt {
  let action: String
  /// Identifies the selection of the board then.
  let selection: ContentDigest
  /// Nil if they could not be read in time.
  private(set) var snapshot: InputTable?
  /// The successes that it was made from; by the names of the actions.
  let sources: [String: KeptInputs.Source]
  /// The same in the next process, if it is kept.
  var key = ""
  /// A file that somebody wrote or replaced while the attempt ran.
  var touched: StaleInputs?
  /// How the contents differ now.
  var difference: StaleInputs?
  /// When the files that differ were written, in nanoseconds since 1970; nil if that is not known.
  var changeTimes: ClosedRange<Int64>?
  /// Whether the files were looked at when it had ended.
  var isComplete = false
  /// Whether that look was requested.
  var isCompleting = false

  /// Uses the storage of a later table with the same contents, once it does not matter who has touched the
  /// files.
  mutating func share(_ table: InputTable?) {
    guard isComplete, let table, let snapshot, table.digest == snapshot.digest, table.problem == nil,
      snapshot.problem == nil
    else { return }
    self.snapshot = table
  }

  /// Identifies all that it was made from.
  var identity: KeptInputs.Source {
    guard let snapshot else { return .nothing }
    var computation = ContentDigest.Computation()
    computation.add(snapshot.digest)
    for (name, source) in sources.sorted(by: { $0.key < $1.key }) {
      computation.addCounted(name.utf8)
      switch source {
      case .run(let number): computation.addCounted("run \(number)".utf8)
      case .content(let digest): computation.add(digest)
      case .nothing: computation.addCounted("".utf8)
      }
    }
    return .content(computation.result)
  }
}
