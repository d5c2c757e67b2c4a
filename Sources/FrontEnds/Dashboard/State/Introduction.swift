package import Board
package import Boundary

extension Dashboard {
  /// What an action is for and does, what it needs, and what it did last.
  package struct Introduction: Equatable, Sendable {
    /// The plan by which it can be started, if it is locked and that was asked for, or is performed; nil for
    /// none.
    package var plan: PlanPart?
    /// What its definition says; nil where that stands elsewhere.
    package var action: ActionDescription?
    /// Where in a file of another program it comes from; nil for an action of a board, or while that is not
    /// known.
    package var origin: ActionOrigin?
    /// The rows of its guard; empty if it has none, or while that is not known.
    package var needs: [Need] = []
    /// Whether the guard does not let it start.
    package var isLocked = false
    /// What else the box knows, such as its last result.
    package var details: [Detail] = []
    /// True if it was asked for, and is shown instead of the output.
    package var isRequested = false
    /// The number of rows that are scrolled out of view.
    package var scroll = 0
    /// The time after which it has to be read again even if nothing changes; nil for never.
    package var timeUntilChange: Duration?

    package init(of action: ActionDescription? = nil) { self.action = action }

    /// A plan and its steps.
    package struct PlanPart: Equatable, Sendable {
      package var heading: String
      package var lines: [PlanStatus.Line]
      /// Whether Enter performs it.
      package var isOffered = false
      /// Who performs it and since when, or when it has stopped; nil if it is only shown.
      package var progress: String?
      package var hasStopped = false

      /// Whether the reason for which it has stopped is not in a line of a step.
      var needsReason: Bool { hasStopped && !lines.contains { $0.state == .failed } }
    }

    /// One row of a guard.
    package struct Need: Equatable, Sendable {
      /// The condition, with the titles of the actions.
      package var text: String
      /// How many rows it is inside of.
      package var depth: Int
      /// Whether it holds; nil if that is unknown.
      package var holds: Bool?

      package init(_ text: String, depth: Int = 0, holds: Bool?) {
        self.text = text
        self.depth = depth
        self.holds = holds
      }
    }

    /// A fact about the action.
    package struct Detail: Equatable, Sendable {
      package var name: String
      package var text: String

      package init(_ name: String, _ text: String) {
        self.name = name
        self.text = text
      }
    }
  }
}
