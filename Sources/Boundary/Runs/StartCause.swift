/// What started a run.
package enum StartCause: Sendable, Equatable, CustomStringConvertible {
  /// A person: the earlier result is invalid until the run ends.
  case person
  /// The board, which starts the action when a front end comes: as for a person.
  case board
  /// The board, which repeats the action: the earlier result stays valid until the run ends.
  case clock
  /// The board, because inputs of the action have changed: as for a person.
  /// - The first of them.
  case files(String)

  /// One word.
  package var description: String {
    switch self {
    case .person: "person"
    case .board: "board"
    case .clock: "clock"
    case .files: "files"
    }
  }

  /// The first file that has changed; nil for another cause.
  package var path: String? { if case .files(let path) = self { path } else { nil } }
}
