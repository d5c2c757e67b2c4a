internal import Board
internal import Boundary

/// Past runs, the newest first.
enum HistoryText {
  /// - Parameter now: The present time on the clock of the box.
  static func text(_ history: RunHistory, of action: ActionStatus, last count: Int, now: Duration) -> String {
    let entries = history.entries.suffix(count).reversed()
    if entries.isEmpty { return "\(action.id) has never run." }
    return entries.map { line($0, action, now) }.joined(separator: "\n")
  }

  private static func line(_ entry: RunHistory.Entry, _ action: ActionStatus, _ now: Duration) -> String {
    var words = ["run \(entry.number):"]
    if let ending = entry.ending {
      words.append(ending.outcome.word)
      if let duration = entry.duration { words.append("after \(duration.text)") }
      if let message = ending.outcome.message { words.append("(\(message))") }
      words.append("\((now - ending.time).wholeSeconds) ago,")
    } else {
      words.append("\(action.phase.rawValue) for \((now - entry.start).wholeSeconds),")
    }
    words.append(entry.cause.sentence(starter: entry.starter))
    if let input = action.description.form.shown(entry.input) { words.append("with the input \"\(input)\"") }
    return words.joined(separator: " ")
  }
}
