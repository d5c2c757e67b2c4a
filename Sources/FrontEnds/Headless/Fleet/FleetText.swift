internal import Board
package import Cluster
internal import TerminalUI

/// A realm as lines for people: the shared actions of all boards, then the machines.
package enum FleetText {
  /// - Parameters:
  ///   - view: What etcd knows, read at one moment.
  ///   - wall: This moment, in milliseconds since 1970.
  package static func lines(_ view: RealmView, realm: String, at wall: Int64, ink: Ink) -> [TerminalText] {
    let actions = view.actions.map { action in
      ([action.address.description, action.state, words(about: action, at: wall)], action.state)
    }
    let members = view.members.map { member in
      [
        "\(member.value.user)@\(member.value.host)", member.value.program,
        (["for \(age(member.value.started, wall))"] + member.boards).joined(separator: ", "),
      ]
    }
    let count = members.count == 1 ? "1 machine" : "\(members.count) machines"
    let heading: TerminalText = "\(realm): \(count)\(members.isEmpty ? "" : ":")"
    let table = columns(actions.map(\.0))
    return zip(table, actions).map { paint($0, $1.1, ink) }
      + (actions.isEmpty ? ["no action has been shared yet"] : [])
      + [heading] + columns(members).map { "  \($0)" }
      + [view.division].compactMap(\.self).map { ink.red("\($0)") }
      + view.foreign.map { ink.yellow("the key \($0) is not signalbox's, or cannot be read") }
  }

  private static func words(about action: RealmView.Action, at wall: Int64) -> String {
    var words = action.runs.map { run in
      let place = "on \(run.user)@\(run.host)"
      if run.isLost { return "\(place), which does not respond; began \(age(run.began, wall)) ago" }
      let progress = run.fraction.map { "\(Int(($0 * 100).rounded())) %" }
      return (["\(place) for \(age(run.began, wall))", progress, run.value].compactMap(\.self))
        .joined(separator: ", ")
    }
    if !action.queue.isEmpty { words.append("\(action.queue.count) waiting") }
    if action.runs.isEmpty, let last = action.last {
      let outcome = last.outcome.isLost ? "lost" : nil
      let end = "on \(last.user)@\(last.host) \(age(last.ended, wall)) ago"
      let duration = "took \(last.duration.text)"
      words.append(
        [outcome, end, duration, last.outcome.message, last.value].compactMap(\.self).joined(separator: ", "))
    }
    if let disagreement = action.disagreement { words.append("locked: \(disagreement)") }
    if !action.isShared { words.append("no machine shares it now") }
    return words.joined(separator: "; ")
  }

  private static func age(_ moment: Int64, _ wall: Int64) -> String {
    Duration.milliseconds(max(0, wall - moment)).wholeSeconds
  }

  private static func paint(_ line: TerminalText, _ state: String, _ ink: Ink) -> TerminalText {
    switch state {
    case "succeeded": ink.green(line)
    case "failed": ink.red(line)
    case "lost", "cancelled": ink.yellow(line)
    case "running": ink.cyan(line)
    default: line
    }
  }

  /// Rows with columns of the same width.
  private static func columns(_ rows: [[String]]) -> [TerminalText] {
    let safe = rows.map { $0.map { TerminalText("\($0)").string } }
    let widths = (safe.first ?? []).indices.map { column in
      safe.map { TextWidth.of($0[column]) }.max() ?? 0
    }
    return safe.map { row in
      let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - TextWidth.of($0)) }
      var line = cells.joined(separator: "  ")
      while line.hasSuffix(" ") { line.removeLast() }
      return "\(line)"
    }
  }
}
