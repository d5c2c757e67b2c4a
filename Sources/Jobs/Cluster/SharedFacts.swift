internal import Board
internal import Boundary

extension ActionFacts {
  /// Adds what is known beyond this machine to the facts of an action that is shared.
  ///
  /// What this machine runs is known in any case; all else is that of all machines together.
  /// - Parameter shared: The facts on all machines; nil if they are unknown.
  mutating func share(_ shared: ActionFacts?) {
    if isRunning != true { isRunning = shared?.isRunning }
    hasSucceeded = isRunning == true ? false : shared?.hasSucceeded
    hasFailed = isRunning == true ? false : shared?.hasFailed
    isIdle = isRunning == true ? false : shared?.isIdle
    age = shared?.age
    value = shared?.value ?? value
    progress = progress ?? shared?.progress
  }
}
