internal import Board
package import Boundary
internal import SignalboxCore

/// What a situation is as metrics.
///
/// Values of actions and messages of failures are not among them: they may be secret, and each of them would
/// be a series of its own.
package enum SituationMetrics {
  /// The text for Prometheus.
  /// - Parameters:
  ///   - now: The present time on the clock of the box.
  ///   - version: The version of the program.
  package static func text(_ situation: Situation, at now: Duration, version: String) -> [UInt8] {
    var text = MetricsText()
    text.addBoard(situation, version: version)
    if let cluster = situation.cluster { text.addCluster(cluster, at: now) }
    let actions = situation.actions.map { (action: $0, labels: [("action", $0.id)] as MetricsText.Labels) }
    text.addStates(actions)
    text.addRuns(actions)
    if situation.cluster != nil { text.addSharing(actions) }
    text.addProblems(situation.problems)
    return text.bytes
  }
}

extension MetricsText {
  fileprivate typealias Actions = [(action: ActionStatus, labels: Labels)]

  fileprivate mutating func addBoard(_ situation: Situation, version: String) {
    family("signalbox_build_info", .gauge, "The version of the program; always 1.") {
      $0.sample(1, [("version", version)])
    }
    family("signalbox_board_info", .gauge, "The title of the board; always 1.") {
      $0.sample(1, [("title", situation.title)])
    }
    family("signalbox_board_mistakes", .gauge, "Mistakes in the file of the board as last changed.") {
      $0.sample(situation.boardMistakes.count)
    }
    family(
      "signalbox_board_attended", .gauge,
      "Whether actions run by themselves, because a panel or watch is attached."
    ) { $0.sample(situation.isAttended ? 1 : 0) }
    family("signalbox_board_stops_total", .counter, "How often the end of a run has stopped everything.") {
      $0.sample(situation.lastStop?.number ?? 0)
    }
    family("signalbox_network_requests", .gauge, "Requests in flight.") {
      $0.sample(situation.network.requests)
    }
  }

  fileprivate mutating func addStates(_ actions: Actions) {
    family("signalbox_action_info", .gauge, "What the board says about the action; always 1.") { family in
      for (action, labels) in actions {
        let description = action.description
        family.sample(1, labels + [("title", description.title), ("group", description.notes.group ?? "")])
      }
    }
    family("signalbox_action_state", .gauge, "Whether the action is in the state; one of them is 1.") {
      for (action, labels) in actions {
        let present = action.phase
        for phase in ActionStatus.Phase.allCases {
          $0.sample(phase == present ? 1 : 0, labels + [("state", phase.rawValue)])
        }
      }
    }
    family(
      "signalbox_action_fresh", .gauge,
      "Whether the inputs of the last success are as they were; missing while that is not known."
    ) {
      for (action, labels) in actions {
        if let isFresh = action.freshness?.isFresh { $0.sample(isFresh ? 1 : 0, labels) }
      }
    }
    family("signalbox_action_enabled", .gauge, "Whether guard and policy let the action start now.") {
      for (action, labels) in actions { $0.sample(action.refusal == nil ? 1 : 0, labels) }
    }
    family("signalbox_action_progress_ratio", .gauge, "The progress of the present run, from 0 to 1.") {
      for (action, labels) in actions {
        if let fraction = action.runs.fraction, fraction.isFinite { $0.sample(fraction, labels) }
      }
    }
    family("signalbox_action_runs_present", .gauge, "Runs that have begun and not ended.") {
      for (action, labels) in actions { $0.sample(action.running, labels) }
    }
    family("signalbox_action_runs_waiting", .gauge, "Starts that wait for the end of a run.") {
      for (action, labels) in actions { $0.sample(action.waiting, labels) }
    }
    family("signalbox_action_port", .gauge, "The port on which the command listens, or is going to.") {
      for (action, labels) in actions {
        if let port = action.port { $0.sample(Int(port), labels) }
      }
    }
    family("signalbox_service_restarts", .gauge, "Restarts in the present or last run of a service.") {
      for (action, labels) in actions where action.description.isService {
        $0.sample(action.runs.restarts, labels)
      }
    }
    family("signalbox_service_start_failed", .gauge, "Whether the last start was not ready in time.") {
      for (action, labels) in actions where action.description.isService {
        $0.sample(action.notReady == nil ? 0 : 1, labels)
      }
    }
  }

  fileprivate mutating func addRuns(_ actions: Actions) {
    family("signalbox_action_runs_total", .counter, "Runs that have ended since the box began.") {
      for (action, labels) in actions {
        let totals = action.runs.totals
        for (result, count) in [
          ("succeeded", totals.succeeded), ("failed", totals.failed), ("tolerated", totals.tolerated),
          ("cancelled", totals.cancelled),
        ] { $0.sample(count, labels + [("result", result)]) }
      }
    }
    family(
      "signalbox_action_run_duration_seconds", .summary,
      "The durations of runs that have ended since the box began."
    ) {
      for (action, labels) in actions {
        $0.sample(action.runs.totals.duration / .seconds(1), suffix: "_sum", labels)
        $0.sample(action.runs.totals.count, suffix: "_count", labels)
      }
    }
    family("signalbox_action_last_run_duration_seconds", .gauge, "The duration of the last finished run.") {
      for (action, labels) in actions {
        if let duration = action.runs.last.duration { $0.sample(duration / .seconds(1), labels) }
      }
    }
    family("signalbox_action_last_success_timestamp_seconds", .gauge, "When a run succeeded last.") {
      for (action, labels) in actions {
        if let time = action.runs.totals.lastSuccess { $0.sample(time, labels) }
      }
    }
  }

  fileprivate mutating func addCluster(_ cluster: ClusterState, at now: Duration) {
    family("signalbox_cluster_info", .gauge, "The name of the realm; always 1.") {
      $0.sample(1, [("realm", cluster.realm)])
    }
    family("signalbox_cluster_connected", .gauge, "Whether etcd answers this box.") {
      $0.sample(cluster.silentSince == nil ? 1 : 0)
    }
    family(
      "signalbox_cluster_silence_seconds", .gauge, "For how long etcd has not answered; 0 while it does."
    ) {
      $0.sample(cluster.silentSince.map { max(0, (now - $0) / .seconds(1)) } ?? 0.0)
    }
    family("signalbox_cluster_other_machines", .gauge, "Other machines of the realm that are connected.") {
      if cluster.silentSince == nil { $0.sample(cluster.hosts.count) }
    }
  }

  fileprivate mutating func addSharing(_ actions: Actions) {
    family("signalbox_action_shared", .gauge, "Whether the action is shared with other machines.") {
      for (action, labels) in actions { $0.sample(action.shared == nil ? 0 : 1, labels) }
    }
    family("signalbox_action_shared_runs_present", .gauge, "Runs of shared actions, by where they run.") {
      for (action, labels) in actions {
        guard let shared = action.shared else { continue }
        $0.sample(action.running, labels + [("place", "here")])
        $0.sample(shared.runs.count { $0.lostSince == nil }, labels + [("place", "elsewhere")])
      }
    }
    family("signalbox_action_lost_runs", .gauge, "Runs on machines that do not respond any more.") {
      for (action, labels) in actions {
        if let shared = action.shared { $0.sample(shared.runs.count { $0.lostSince != nil }, labels) }
      }
    }
    family(
      "signalbox_action_shared_runs_waiting", .gauge,
      "Starts of this box that wait for the end of a run on any machine."
    ) {
      for (action, labels) in actions {
        if let shared = action.shared { $0.sample(shared.waiting, labels) }
      }
    }
  }

  fileprivate mutating func addProblems(_ problems: [Situation.Problem]) {
    family("signalbox_errors", .gauge, "Errors that are present.") {
      for priority in ErrorPriority.allCases.reversed() {
        $0.sample(problems.count { $0.priority == priority }, [("priority", "\(priority)")])
      }
    }
  }
}
