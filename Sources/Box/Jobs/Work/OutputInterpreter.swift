internal import Board
internal import Boundary
internal import Programs
internal import SignalboxCore

/// Reads progress and status of a job from its output, and shows them.
final class OutputInterpreter: Sendable {
  private struct State {
    var progress: ProgressReader?
    var status: StatusReader
  }

  private let state: Locked<State>
  private let display: RunDisplay
  /// True if the action has a pattern, because any line may be the last that matches it. Otherwise the newest
  /// line that is not blank is enough.
  let needsEveryLine: Bool

  init(_ definition: ActionDefinition, _ display: RunDisplay) {
    let progress = definition.progress.map { ProgressReader($0) }
    state = Locked(State(progress: progress, status: StatusReader(definition.status)))
    self.display = display
    needsEveryLine = definition.progress != nil || definition.status != nil
  }

  /// Reads the next lines. Call this for one batch after the other.
  func read(_ lines: [OutputLine]) {
    let news = state.withLock { state -> (status: String?, progress: ProgressPattern.Progress?)? in
      let hasProgress = state.progress?.read(lines) ?? false
      let hasStatus = state.status.read(lines)
      return hasProgress || hasStatus ? (state.status.status, state.progress?.progress) : nil
    }
    guard let news else { return }
    display.show { shown in
      shown.value = news.status ?? shown.value
      shown.fraction = news.progress?.fraction
      shown.progress = news.progress?.description
    }
  }
}
