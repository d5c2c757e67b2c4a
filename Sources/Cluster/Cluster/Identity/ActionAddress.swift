/// An action of a board of the realm: `ops/migrate`.
package struct ActionAddress: Sendable, Hashable {
  package var board: String
  package var action: String

  package init(board: String, action: String) {
    self.board = board
    self.action = action
  }

  /// The action of a name as guards write it: `ops/migrate`, or `deploy` for an action of the board itself.
  package init(_ name: String, onBoard board: String) {
    let parts = name.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    self =
      parts.count == 2
      ? Self(board: String(parts[0]), action: String(parts[1])) : Self(board: board, action: name)
  }
}

extension ActionAddress: CustomStringConvertible, Comparable {
  package var description: String { "\(board)/\(action)" }

  package static func < (one: Self, other: Self) -> Bool {
    (one.board, one.action) < (other.board, other.action)
  }
}
