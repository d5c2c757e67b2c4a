package import Board

/// What the runs of an action come to: a part of its record, of its status, and of nothing else.
package struct RunSummary: Sendable, Equatable {
  /// The number of runs that have begun.
  package var count = 0
  /// The input of the run that began last; nil for none.
  package var input: InputValues?
  /// True if the clock started the present run, so that the last result stays valid until it ends.
  package var keepsResult = false
  /// The last finished run.
  package var last = FinishedRun()
  /// The last value that a run reported.
  package var value: String?
  /// The last progress that a run reported, from 0 to 1; nil if it reported none, or nothing runs.
  package var fraction: Double?
  /// The number of restarts in the present or last run of a service.
  package var restarts = 0
  /// How runs have ended since the box began.
  package var totals = RunTotals()

  package init() {}

  /// The last progress in percent; nil if it is unknown.
  package var percent: Int? { fraction.map { Int($0 * 100) } }
}
