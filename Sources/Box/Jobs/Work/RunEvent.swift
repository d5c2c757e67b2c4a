package import Board
package import Boundary

/// A run begins, or has ended.
package struct RunEvent: Sendable {
  package let action: ActionDefinition
  /// The run; its `ending` is nil if it begins.
  package let run: RunHistory.Entry
  /// The present value of the action; nil for none.
  package let value: String?
  /// The exit code of its command; nil if there is none.
  package let exitCode: Int32?
  /// Identifies the kept state of its inputs, if it has succeeded; nil for none.
  package let inputs: String?
  /// The present time of the station, on the scale of the times in `run`.
  package let time: Duration
  /// The lines of the run that are kept when it has ended.
  package let lines: @Sendable () -> KeptLines

  package init(
    action: ActionDefinition, run: RunHistory.Entry, value: String?, exitCode: Int32?, time: Duration,
    inputs: String? = nil,
    lines: @escaping @Sendable () -> KeptLines = { KeptLines() }
  ) {
    self.action = action
    self.run = run
    self.value = value
    self.exitCode = exitCode
    self.time = time
    self.inputs = inputs
    self.lines = lines
  }
}
