internal import Board
internal import Boundary
internal import SignalboxCore

extension Interlocking {
  /// Starts the programs of services again that say `restart-with`, if such a service is ready again.
  func restartWithOthers() {
    guard !followers.isEmpty else { return }
    for (id, names) in followers {
      guard let other = self[id]?.moment else { continue }
      let limit = returns.take(
        id, readySince: other.isReady ? other.record.readySince : nil,
        programStart: other.record.present.last?.attemptStart, at: station.now)
      guard let limit, !ending.isOfAll else { continue }
      for name in names { self[name]?.restartProgram(RestartCall(other: id), ifStartedBefore: limit) }
    }
  }

  /// Those that are restarted with others, by the names of the others.
  static func followers(of jobs: [Job]) -> [String: [String]] {
    var followers: [String: [String]] = [:]
    for job in jobs {
      for other in job.definition.service?.restartsWith ?? [] { followers[other, default: []].append(job.id) }
    }
    return followers
  }
}

extension Job {
  /// Calls for a restart of its program, if that was started before a time and is not being stopped.
  fileprivate func restartProgram(_ call: RestartCall, ifStartedBefore limit: Duration) {
    let moment = moment
    guard let run = moment.record.present.last, let start = run.attemptStart, start < limit,
      !moment.isCancelling
    else { return }
    switch moment.record.service {
    case .starting, .ready: restarts.call(call)
    case .restarting, nil: break
    }
  }
}
