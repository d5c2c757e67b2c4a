package import Boundary
package import TerminalUI

extension Dashboard {
  /// The button of an action.
  package struct Button: Equatable, Sendable, Identifiable {
    package var label: Shared<ButtonLabel>
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
    /// How often the program of the service was started again in the present run.
    package var restarts = 0
    /// True while a press gives the terminal to its program.
    package var canBeEntered = false
    /// What its program asks, in words; nil for nothing.
    package var question: String?
    /// True if it has succeeded, and its inputs have changed since then.
    package var isStale = false
    /// True while its run is being cancelled.
    package var isStopping = false
    /// The plan that starts it, or has stopped; nil for none.
    package var plan: ButtonPlan?
    /// The trend of the last runs; only for an action that repeats.
    package var trend: RunTrend?

    package init(_ label: Shared<ButtonLabel>) { self.label = label }

    package var id: String { label.value.id }
    package var title: String { label.value.title }
    package var key: Key? { label.value.key }
    package var group: String? { label.value.group }

    /// True while its program asks something.
    package var asks: Bool { question != nil }

    /// True if a press would be refused. A running action is never locked, because it can be cancelled.
    package var isLocked: Bool { !isEnabled && !phase.isPresent }

    /// The plan that starts it; nil while none is performed.
    var performedPlan: (count: String, asks: Bool)? {
      if case .performed(let count, let asks) = plan { (count, asks) } else { nil }
    }
  }

  /// What a button shows of the plan for its action.
  package enum ButtonPlan: Equatable, Sendable {
    /// - Parameters:
    ///   - count: How much of it is done, such as "2/3".
    ///   - asks: Whether it waits for an answer.
    case performed(count: String, asks: Bool)
    /// It has stopped before its end.
    case stopped
  }
}
