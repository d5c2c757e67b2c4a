internal import Board
internal import Boundary
internal import Cluster
internal import SignalboxCore

extension Situation {
  /// A realm as a board: its actions in a group for each board, and its members in a group of their own.
  ///
  /// While etcd does not answer, nothing looks as if it were known: runs and members are lost, and all
  /// else is locked.
  init(realm: String, _ view: RealmView, _ times: ClusterTimes) {
    self.init(title: "Fleet \(realm)")
    isAttended = false
    let silence = view.connection.silence
    actions =
      view.actions.map { ActionStatus($0, silence: silence, division: view.division, times) }
      + view.members.map { ActionStatus($0, realm: realm, silence: silence, times) }
    var state = ClusterState(realm: realm)
    (state.silentSince, state.trouble) = (silence?.since, silence?.why)
    cluster = state
    if let trouble = ClusterTrouble(view) {
      let since = silence?.since ?? .zero
      problems = [
        Problem(id: silence == nil ? 2 : 1, source: "etcd", message: trouble.words(times), since: since)
      ]
    }
  }
}

extension ActionStatus {
  /// A shared action.
  fileprivate init(
    _ action: RealmView.Action, silence: ClusterSilence?, division: String?, _ times: ClusterTimes
  ) {
    var description = ActionDescription(id: action.address.description, title: action.address.action)
    (description.notes.group, description.isShared) = (action.address.board, true)
    self.init(description)
    (isEnabled, waiting) = (false, action.queue.count)
    var shared = SharedState()
    shared.runs = action.runs.map { SharedRun($0, silence: silence, times) }
    self.shared = shared
    if let last = action.last { show(last, times) }
    if let silence {
      verdict = .blocked(by: ["an answer of etcd, silent since \(times.text(silence.since))"])
    } else if let division {
      verdict = .blocked(by: ["one etcd: \(division)"])
    } else if let disagreement = action.disagreement {
      verdict = .blocked(by: ["one definition: \(disagreement)"])
    }
  }

  private mutating func show(_ other: LastValue, _ times: ClusterTimes) {
    let place = "on \(other.user)@\(other.host), \(times.text(other.ended))"
    let words = [other.outcome.message ?? other.value, place].compactMap(\.self).joined(separator: ", ")
    runs.last = FinishedRun(other.outcome, duration: other.duration)
    switch other.outcome {
    case .succeeded, .cancelled: runs.value = words
    case .failed, .tolerated: runs.last.result = .failed(words)
    // How it has ended is unknown, and it counts as failed.
    case .lost: runs.last.result = .failed("lost, \(words)")
    }
  }

  /// A member, which is shown as a service that is ready.
  fileprivate init(
    _ member: RealmView.Member, realm: String, silence: ClusterSilence?, _ times: ClusterTimes
  ) {
    let place = "\(member.value.user)@\(member.value.host)"
    var description = ActionDescription(id: "member \(member.id)", title: place)
    (description.notes.group, description.isService) = ("machines of \(realm)", true)
    description.notes.tags = member.boards
    self.init(description)
    isEnabled = false
    if let silence {
      var run = SharedRun()
      (run.host, run.user) = (member.value.host, member.value.user)
      (run.since, run.lostSince, run.lastHeard) = (silence.since, silence.since, silence.since)
      shared = SharedState()
      shared?.runs = [run]
      return
    }
    (isRunning, running) = (true, 1)
    var membership = RunHistory.Entry(
      number: 1, start: times.instant(member.value.started), cause: .person, starter: nil, input: nil,
      firstLine: 0)
    membership.presence?.service = .ready
    present = [membership]
    runs.value = ([member.value.program, "since \(times.text(member.value.started))"] + member.boards)
      .joined(separator: ", ")
  }
}

extension SharedRun {
  /// - Parameter silence: While etcd does not answer, the run is as good as lost.
  fileprivate init(_ run: ClusterView.Run, silence: ClusterSilence?, _ times: ClusterTimes) {
    self.init()
    (id, host, user, input) = (run.id.rawValue, run.host, run.user, run.input)
    (value, fraction) = (run.value, run.fraction)
    since = times.instant(run.began)
    lostSince = silence?.since ?? run.lostSince
    // While etcd is silent, nobody is heard.
    lastHeard = silence?.since ?? run.lastHeard
  }
}
