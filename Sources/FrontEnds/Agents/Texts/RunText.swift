internal import Board
internal import Boundary
internal import Programs
internal import Wire

/// What a call waits for, and what has come of it.
enum Conclusion: Equatable {
  case ended(RunOutcome)
  /// The service is ready, by this start or an earlier one.
  case ready(wasBefore: Bool)
  case asks(ProgramQuestion)
  /// It goes on; the call has waited long enough.
  case goesOn(after: Duration)
}

/// What an answer says of a run.
struct RunText {
  var action: ActionStatus
  /// The number of the run; nil if it is not known.
  var run: Int?
  var conclusion: Conclusion
  /// How often the service has been restarted since the agent has pressed it.
  var restarts = 0

  private var name: String { action.id }
  private var runText: String { run.map { "run \($0)" } ?? "a run" }

  var isError: Bool {
    switch conclusion {
    case .ended(.succeeded): action.description.isService
    case .ended(.tolerated), .ready, .asks, .goesOn: false
    case .ended: true
    }
  }

  /// - Parameter lastLine: The last line of the output that the answer contains; nil for none.
  func text(lastLine: String?) -> String {
    let before =
      restarts == 0
      ? "" : "\(name) has restarted \(restarts == 1 ? "once" : "\(restarts) times") since your press.\n"
    return before + sentence(lastLine)
  }

  private func sentence(_ lastLine: String?) -> String {
    switch conclusion {
    case .ended(let outcome): return ended(outcome, lastLine)
    case .ready(true):
      let who = action.present.first?.starter.map { ", started by \($0)" } ?? ""
      return "\(name) is ready already (\(runText)\(who)): nothing was started."
    case .ready(false): return "\(name) is ready: \(runText) goes on; it stays when you leave."
    case .asks(let question):
      let hidden = question.isHidden ? " (hidden)" : ""
      return """
        \(name) runs and asks a person: "\(question.words)"\(hidden). An agent cannot answer; a person can, in the panel \
        (key i).
        """
    case .goesOn(let time):
      let progress = action.runs.percent.map { ", \($0) %" } ?? ""
      let value = action.runs.value.map { ": \($0)" } ?? ""
      return """
        \(name) is still running: \(runText) for \(time.wholeSeconds)\(progress)\(value). Use wait with action \(name); do \
        not press again.
        """
    }
  }

  private func ended(_ outcome: RunOutcome, _ lastLine: String?) -> String {
    let duration =
      run == action.runs.count && !action.isRunning
      ? action.runs.last.duration.map { ", \($0.text)" } ?? "" : ""
    switch outcome {
    case .succeeded where action.description.isService:
      return "\(name) FAILED: \(runText)\(duration): the service ended with exit code 0."
    case .succeeded:
      // Usually the value is the last line, which stands below.
      let value = action.runs.value.flatMap { $0 == lastLine ? nil : ", \($0)" } ?? ""
      return "\(name) succeeded: \(runText)\(duration)\(value)."
    case .failed(let failure): return "\(name) FAILED: \(runText)\(duration): \(failure.message)."
    case .tolerated(let failure):
      return "\(name) failed, which the board tolerates: \(runText)\(duration): \(failure.message)."
    case .cancelled: return "\(name) was cancelled: \(runText)\(duration)."
    case .lost(let reason):
      return
        "the result of \(name) is not known: \(runText): \(reason). Look at list_actions before you press again."
    }
  }

  /// What programs read.
  var meta: JSONTree {
    var state = action.phase.rawValue
    var exit: JSONTree = .null
    if case .ended(let outcome) = conclusion {
      state = outcome.word
      exit = (outcome == .succeeded ? 0 : outcome.exitCode).map { JSONTree($0) } ?? .null
    }
    let isPresent = if case .ended = conclusion { false } else { true }
    return [
      "signalbox/run": [
        "action": .text(name), "run": run.map { JSONTree($0) } ?? .null, "state": .text(state), "exit": exit,
        "running": .truth(isPresent),
      ]
    ]
  }
}
