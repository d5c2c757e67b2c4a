/// What a board says of an action only for people: nothing that the action does depends on it.
public struct ActionNotes: Sendable, Equatable {
  /// What the action is for, in a sentence; nil if the board does not say it.
  public var summary: String?
  /// The heading below which panels show it; nil for none.
  public var group: String?
  /// Words by which it can be found.
  public var tags: [String]

  public init(summary: String? = nil, group: String? = nil, tags: [String] = []) {
    self.summary = summary
    self.group = group
    self.tags = tags
  }
}
