internal import Board
internal import Cluster
internal import Programs

/// What is known of an action or a member of a realm, as the lines that a panel shows below its row.
enum FleetDetails {
  /// - Parameter id: The name of an action with its board, or that of a member.
  static func lines(of id: String, in view: RealmView, _ times: ClusterTimes) -> [OutputLine] {
    let silence = view.connection.silence.map {
      [note("etcd: \($0.words(times)); what follows was true before", .failure)]
    }
    let known =
      view.actions.first { $0.address.description == id }.map { lines(of: $0, times) }
      ?? view.members.first { "member \($0.id)" == id }.map { lines(of: $0, times) }
    return (silence ?? []) + (known ?? [])
  }

  private static func note(_ text: String, _ kind: OutputLine.Kind = .note) -> OutputLine {
    .note(text, kind)
  }

  private static func lines(of action: RealmView.Action, _ times: ClusterTimes) -> [OutputLine] {
    var lines: [OutputLine] = []
    if !action.isShared { lines.append(note("no machine shares it now")) }
    if let disagreement = action.disagreement { lines.append(note(disagreement, .failure)) }
    for run in action.runs {
      let start = "on \(run.user)@\(run.host) since \(times.text(run.began)), \(run.cause)"
      let input = run.input.map { ", input \($0)" } ?? ""
      lines.append(note("\(run.isLost ? "lost" : "runs") \(start)\(input)", run.isLost ? .failure : .note))
      if let lostSince = run.lostSince {
        let silence =
          run.lastHeard.map { "was last heard \(times.text($0))" }
          ?? "was gone before \(times.text(lostSince))"
        lines.append(note("its machine \(silence): it may be running"))
      }
      let progress = [run.fraction.map { "\(Int(($0 * 100).rounded())) %" }, run.value].compactMap(\.self)
      if !progress.isEmpty { lines.append(OutputLine(progress.joined(separator: ", "))) }
    }
    for (index, wait) in action.queue.enumerated() {
      lines.append(note("\(index + 1). in the queue: \(wait.user)@\(wait.host)"))
    }
    if let last = action.last {
      let kind: OutputLine.Kind =
        switch last.outcome {
        case .succeeded: .success
        case .failed, .tolerated, .lost: .failure
        case .cancelled: .cancellation
        }
      let duration = last.duration
      lines.append(
        note(
          "\(last.outcome.word) on \(last.user)@\(last.host) at \(times.text(last.ended)), after \(duration.text)",
          kind))
      for text in [last.outcome.message, last.value].compactMap(\.self) { lines.append(OutputLine(text)) }
    }
    if lines.isEmpty { lines.append(note("has never run")) }
    return lines
  }

  private static func lines(of member: RealmView.Member, _ times: ClusterTimes) -> [OutputLine] {
    let value = member.value
    return [
      note("\(value.program), process \(value.process), since \(times.text(value.started))"),
      note(member.boards.isEmpty ? "shares no board" : "boards: \(member.boards.joined(separator: ", "))"),
    ]
  }
}
