internal import Board
internal import Boundary

extension ActionFacts {
  /// Adds what is known beyond this machine to the facts of an action that is shared.
  ///
  /// What this machine runs is known in any case; all else is that of all machines together.
  /// - Parameter shared: The facts on all machines; nil if they are unknown.
  mutating func share(_ shared: ActionFacts?) {
    // What an earlier run of this machine has said is old where another one runs.
    if isRunning != true {
      (isRunning, value, progress) = (shared?.isRunning, shared?.value, shared?.progress)
    }
    hasSucceeded = isRunning == true ? false : shared?.hasSucceeded
    hasFailed = isRunning == true ? false : shared?.hasFailed
    isIdle = isRunning == true ? false : shared?.isIdle
    hasEnded = isRunning == true ? false : shared?.hasEnded
    age = shared?.age
  }
}
