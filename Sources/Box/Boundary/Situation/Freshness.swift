/// Whether the inputs of the last success of an action are as they were.
package enum Freshness: Sendable, Equatable {
  /// There is no success.
  case missing
  case fresh
  case stale(StaleInputs)
  /// It is not known, for this reason.
  case unknown(String)
  /// It is not known yet, for this reason: files are being read, its own or those of an action from whose
  /// result it was made.
  case unread(String)

  /// Nil if it is unknown.
  package var isFresh: Bool? {
    switch self {
    case .fresh: true
    case .missing, .stale: false
    case .unknown, .unread: nil
    }
  }

  /// While its own files are read.
  package static let beingRead = Freshness.unread("its inputs are being read")

  /// Whether it is going to be known soon.
  package var isBeingRead: Bool { if case .unread = self { true } else { false } }

  /// What has changed since the success; nil if nothing has, or it is not known.
  package var stale: StaleInputs? { if case .stale(let stale) = self { stale } else { nil } }
}

/// Why a success does not count: something that it was made from has changed.
package struct StaleInputs: Sendable, Equatable {
  package enum Change: String, Sendable, CaseIterable {
    case written, created, deleted, unreadable
    /// The board has other inputs for the action now.
    case inputs
    /// An action from whose result it was made.
    case action
  }

  /// The first file that differs, relative to the directory of the board; the name of an action; empty if the
  /// inputs are others.
  package var path = ""
  package var change = Change.written
  /// When it was changed, on the clock of the box; nil if that is not known.
  package var at: Duration?
  /// The number of other files that differ.
  package var more = 0

  package init(_ path: String = "", _ change: Change, at: Duration? = nil, more: Int = 0) {
    (self.path, self.change, self.at, self.more) = (path, change, at, more)
  }

  /// What has changed, as in "Sources/A.swift changed 12 s ago, +2".
  /// - Parameter time: When that was, in words such as "12 s ago"; nil to leave it out.
  package func text(_ time: String? = nil) -> String {
    let verb =
      switch change {
      case .written: "changed"
      case .created: "was created"
      case .deleted: "was deleted"
      case .unreadable: "cannot be read"
      case .inputs: "the board has other inputs for it now"
      case .action: "has no fresh result that it was made from"
      }
    if change == .inputs { return verb }
    return "\(path) \(verb)\(time.map { " \($0)" } ?? "")\(more > 0 ? ", +\(more)" : "")"
  }
}
