package import Boundary
package import TerminalUI

extension Dashboard {
  /// The button of an action.
  package struct Button: Equatable, Sendable, Identifiable {
    /// The name of the action in the board, followed by the input if the action has several buttons: "deploy
    /// staging".
    package let id: String
    /// The key that presses the button, whatever has the focus.
    package var key: Key?
    /// The title shown on screen.
    package var title: String
    /// The heading below which it stands; nil for none.
    package var group: String?
    /// Words by which it can be found.
    package var tags: [String] = []
    /// The state of the current or last run, which the row shows as a sign and a word.
    package var phase: ActionStatus.Phase = .idle
    /// False while the guard of the action is not satisfied.
    package var isEnabled = true
    /// Why the button is not enabled, such as "needs build.succeeded".
    package var reason: String?
    /// How long the current run has lasted so far, or how long the last run took.
    package var duration: Duration?
    /// The progress of the run from 0 to 1; nil if unknown.
    package var fraction: Double?
    /// What the row says besides the state: how the last run has ended, or what a run without progress does.
    package var words: String?
    /// The time that follows these words and counts down; nil for none.
    package var countdown: Duration?
    /// What follows the time that counts down, after a comma: "then starts again". Nil for nothing.
    package var sequel: String?
    /// What happens to the button after the current run because the board has changed; nil if nothing.
    package var fate: String?
    /// The number of presses that are queued until the run ends.
    package var waiting = 0
    /// True if a press asks whether to cancel the run.
    package var isCancelledByPress = false
    /// True if its action has more than one button, or inputs that a press leaves out.
    package var hasChoice = false
    /// True if its action is a service.
    package var isService = false
    /// How often the program of the service was started again in the present run.
    package var restarts = 0
    /// True if a press that starts its program enters it, too.
    package var isEnteredWhenPressed = false
    /// True while a press gives the terminal to its program.
    package var canBeEntered = false
    /// What its program asks, in words; nil for nothing.
    package var question: String?
    /// True if it has succeeded, and its inputs have changed since then.
    package var isStale = false
    /// True while its run is being cancelled.
    package var isStopping = false
    /// How much of the plan that starts it is done, such as "2/3"; nil while none is performed.
    package var plan: String?
    /// True while that plan waits for an answer.
    package var isAskedByPlan = false
    /// True if a plan for it has stopped.
    package var hasStoppedPlan = false
    /// The trend of the last runs; only for an action that repeats.
    package var trend: RunTrend?

    package init(id: String, title: String, key: Key? = nil) {
      self.id = id
      self.title = title
      self.key = key
    }

    /// True while its program asks something.
    package var asks: Bool { question != nil }

    /// True if a press would be refused. A running action is never locked, because it can be cancelled.
    package var isLocked: Bool { !isEnabled && !phase.isPresent }
  }
}
