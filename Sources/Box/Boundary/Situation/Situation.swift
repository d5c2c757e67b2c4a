package import Board
package import Configuration
package import SignalboxCore

/// One moment of a board: everything that front ends show, except outputs and past runs.
///
/// Front ends derive all that they show from two things: this value, and the outputs and past runs that they
/// look at (``Box``). It contains no present time: all times are instants on the clock of the box.
package struct Situation: Sendable, Equatable {
  /// The title of the board.
  package var title: String
  /// The actions of the board, in its order, then actions that are no longer on it and still run.
  package var actions: [ActionStatus] = []
  /// The activity that is shown: of all running activities, the one that began first.
  package var activity = ShownActivity()
  /// All running activities, in the order in which they began.
  package var activities: [RunningActivity] = []
  /// The present errors, the most important one first.
  package var problems: [Problem] = []
  /// The plans that the box performs, and those that have stopped, by the order of the board.
  package var plans: [PlanStatus] = []
  /// What agents ask a person, the oldest first.
  package var petitions: [Petition] = []
  /// The delayed network indicator.
  package var network = Network()
  /// How long activities and requests must last before their indicators appear.
  package var startDelay = Duration.seconds(1)
  /// How long the indicators remain, in case something else begins.
  package var completionDelay = Duration.milliseconds(200)
  /// The last change of the board file that was applied.
  package var reload = Reload()
  /// Whether actions run by themselves (`every`, `start: with-board`), because a panel or `watch` is there.
  package var isAttended = false
  /// Whether changed files start actions (`watch`); nil if no action is watched.
  package var watch: WatchState?
  /// The last time that everything was stopped because a run had ended (`on-end: stop-all`); nil if that has
  /// not happened.
  package var lastStop: BoardStop?
  /// The connection with other machines; nil if the board shares nothing.
  package var cluster: ClusterState?
  /// The mistakes of the board file as last changed; empty while its board is in use.
  package var boardMistakes: [Diagnostic] = []
  /// What the files of other programs have that the board has not: the first ``remarkLimit``.
  package var remarks: [Remark] = []
  /// How many there are.
  package var remarkCount = 0
  package static let remarkLimit = 200
  /// Why the box cannot keep results, in a sentence; nil if it can.
  package var trouble: String?

  package init(title: String) { self.title = title }

  /// The action with this name; nil if there is none.
  package subscript(id: String) -> ActionStatus? { actions.first { $0.id == id } }

  /// The plan for an action; nil if there is none.
  package func plan(for action: String) -> PlanStatus? { plans.first { $0.action == action } }

  /// The activity that is shown.
  package struct ShownActivity: Sendable, Equatable {
    package var isLoading = false
    /// What it shows; nil if no running activity has a value.
    package var value: JobActivity?

    package init(isLoading: Bool = false, value: JobActivity? = nil) {
      self.isLoading = isLoading
      self.value = value
    }
  }

  /// A running activity.
  package struct RunningActivity: Sendable, Equatable, Identifiable {
    /// Unique among all activities of the box.
    package var id: UInt64
    package var value: JobActivity?
    /// When it began.
    package var since: Duration

    package init(id: UInt64, value: JobActivity?, since: Duration) {
      self.id = id
      self.value = value
      self.since = since
    }
  }

  /// An error that is present.
  package struct Problem: Sendable, Equatable, Identifiable {
    /// The source of what is wrong with the etcd by which actions are shared. No action has a name with
    /// spaces.
    package static let etcdSource = "etcd (shared actions)"

    package var id: UInt64
    /// The name of the action that reported it; nil if no action did.
    package var action: String?
    /// The source in words.
    package var source: String
    package var message: String
    package var priority = ErrorPriority.normal
    /// When it was first reported, and last.
    package var since: Duration
    package var lastSeen: Duration
    /// When it is cleared; nil if it is not cleared by time.
    package var expires: Duration?
    /// How often it has been reported.
    package var timesSeen = 1

    package init(id: UInt64, source: String, message: String, since: Duration) {
      self.id = id
      self.source = source
      self.message = message
      self.since = since
      lastSeen = since
    }

    /// The time after its last report at which it is cleared; nil if it is not cleared by time.
    package var reset: Duration? { expires.map { $0 - lastSeen } }
  }

  /// The delayed network indicator.
  package struct Network: Sendable, Equatable {
    /// True while the indicator is visible. It appears and disappears with a delay.
    package var isVisible = false
    /// The number of requests in flight.
    package var requests = 0

    package init(isVisible: Bool = false, requests: Int = 0) {
      self.isVisible = isVisible
      self.requests = requests
    }
  }

  /// The last change of the board file that was applied.
  package struct Reload: Sendable, Equatable {
    /// How often a changed board was applied.
    package var count = 0
    /// What the last change was, such as "1 action added".
    package var difference = ""
    /// The number of actions that changed only when their run had ended.
    package var postponed = 0

    package init(count: Int = 0, difference: String = "", postponed: Int = 0) {
      self.count = count
      self.difference = difference
      self.postponed = postponed
    }
  }
}

extension UnknownAction {
  /// - Parameter situation: That of the board on which the action is not.
  package init(_ name: String, in situation: Situation) {
    self.init(name, among: situation.actions.map { ($0.id, []) })
  }
}
