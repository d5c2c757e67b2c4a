package import Board

/// What an agent asks a person, at every panel: whether an action may start.
package struct Petition: Sendable, Equatable, Identifiable {
  /// Unique among all petitions of the box.
  package var id: UInt64 = 0
  /// The name of the action.
  package var action = ""
  /// Its input, without what is hidden; nil for none.
  package var input: InputValues?
  /// What is asked, with which a yes belongs to this question.
  package var question = ""
  /// Who asks, as front ends name it: "claude-code (agent)".
  package var agent = ""
  /// When it was asked, on the clock of the box.
  package var since = Duration.zero

  package init() {}
}
