package import Board
package import Programs

/// The guard of an action, and the values of its facts at one moment.
package struct Explanation: Sendable, Equatable {
  /// The guard as it is written in the board; empty if there is none.
  package var needs: String
  /// The verdict of the guard.
  package var verdict: Verdict
  /// The facts that the guard reads, in its order.
  package var facts: [LiveFact]
  /// Why a start would be refused now, by the guard or for another reason; nil if it would be accepted.
  package var refusal: String?
  /// The guard as a tree, row by row.
  package var parts: [GuardPart] = []
  /// Where in a file of another program it comes from; nil for an action of the file of a board.
  package var origin: ActionOrigin?
  /// The interval in which it runs by itself; nil if it does not.
  package var interval: Duration?
  /// Whether other machines have a say.
  package var dependsOnOthers = false
  /// When it runs by itself next, on the clock of the box; nil if it does not.
  package var nextRepeat: Duration?
  /// When the run of the last result ended, on the clock of the box; nil if that is unknown.
  package var resultTime: Duration?
  /// What the processes of its running commands use; nil if none run, or the system does not tell.
  package var usage: ProcessUsage?

  package init(needs: String, verdict: Verdict, facts: [LiveFact], refusal: String?) {
    self.needs = needs
    self.verdict = verdict
    self.facts = facts
    self.refusal = refusal
  }

  /// A fact and its value.
  package struct LiveFact: Sendable, Equatable {
    /// The fact as it is written in guards, such as "build.succeeded".
    package var name: String
    /// "true", "false", a text, a percentage, a duration, or "unknown".
    package var value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }
}
