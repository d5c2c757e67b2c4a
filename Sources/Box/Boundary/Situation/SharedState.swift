/// What is known of a shared action beyond this machine.
///
/// The boxes of several machines share actions by an etcd (`cluster` in the board). Times are instants on the
/// clock of this box, except those of the wall clock of another machine.
package struct SharedState: Sendable, Equatable {
  /// The runs on other machines, in the order in which they began.
  package var runs: [SharedRun] = []
  /// When a start of this box was requested that the etcd has not decided yet; nil for none.
  package var askingSince: Duration?
  /// Why it cannot start, besides its guard and its runs: "ada has another `deploy`"; nil for nothing.
  package var obstacle: String?
  /// The starts of this box that wait for the end of a run.
  package var waiting = 0
  /// Since when a run of this box has ended that etcd does not know of yet; nil for none. Until it does, or
  /// has not answered for some seconds, the action counts as running.
  package var endingSince: Duration?
  /// What a start or the end of a run waits for, as it follows the name of the action: "waits for the run on
  /// ada@laptop"; nil if nothing waits, or only for an answer that comes in a moment.
  package var wait: String?

  package init() {}

  /// The state where the box does not take part.
  package static let absent: SharedState = {
    var state = SharedState()
    state.obstacle = "not asked: no box"
    return state
  }()

  /// The run whose machine does not respond any more, if there is one.
  package var lostRun: SharedRun? { runs.first { $0.lostSince != nil } }
}

/// A run of a shared action on another machine.
package struct SharedRun: Sendable, Equatable {
  /// The identifier of the run.
  package var id = ""
  /// The name of the machine.
  package var host = ""
  /// Who has started the box there.
  package var user = ""
  package var input: String?
  /// When this box learned of the run.
  package var since: Duration = .zero
  /// When this box learned that the machine does not respond any more; nil if it does. The run may have
  /// ended, and it may be in progress.
  package var lostSince: Duration?
  /// When that machine was last heard; nil if it is there, or was gone before this box could hear it.
  package var lastHeard: Duration?
  /// The last value that it reported.
  package var value: String?
  /// The last progress that it reported, from 0 to 1.
  package var fraction: Double?

  package init() {}

  /// "ada@laptop".
  package var place: String { user.isEmpty ? host : "\(user)@\(host)" }
}

/// The connection of a box with the etcd by which it shares actions.
package struct ClusterState: Sendable, Equatable {
  /// The name that all boards have in common that share actions.
  package var realm = ""
  /// The names of the machines that are connected, without this one.
  package var hosts: [String] = []
  /// Since when nothing has been known of other machines; nil if they are known.
  package var silentSince: Duration?
  /// Why nothing is known; nil if that is not known.
  package var trouble: String?

  package init(realm: String = "") { self.realm = realm }
}
