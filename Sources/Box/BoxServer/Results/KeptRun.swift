internal import Board
internal import Boundary
internal import Wire

/// A run in the journal of results. A line is written when it begins, and another one when it has ended.
///
///     {"action":"test","work":"5fe1","run":{"run":3,"start":1764000000,"ending":{"time":1764000002}}}
struct KeptRun: WireObject, Sendable {
  /// The name of the action.
  var action = ""
  /// Identifies the work of the action: a result of other work is not one of this action.
  var work = ""
  /// The run, with times since 1970 on the wall clock.
  var run = RunHistory.Entry.blank
  /// The value of the action when the run ended; nil for none.
  var value: String?
  /// The exit code of its command; nil if there is none.
  var exitCode: Int32?
  /// Identifies the kept state of its inputs; nil for none.
  var inputs: String?
  /// Whether its box ended before it, so that its duration is unknown.
  var isLost = false

  static let fields: WireFields<KeptRun> = [
    WireField("action", \.action), WireField("work", \.work), WireField("run", \.run),
    WireField("value", \.value), WireField("exit", \.exitCode), WireField("inputs", \.inputs),
    WireField("lost", \.isLost),
  ]
  static let blank = KeptRun()

  var hasEnded: Bool { run.ending != nil }

  /// Its outcome, if that replaces the one before it.
  var result: RunOutcome? { run.ending.flatMap { $0.outcome.counts ? $0.outcome : nil } }

  /// Whether a box can have written it.
  var isPlausible: Bool {
    let end = run.ending?.time ?? run.attemptStart ?? run.start
    let attempt = run.attemptStart ?? run.start
    return !action.isEmpty && (1..<1 << 53).contains(run.number) && run.attempts >= 0
      && run.start <= attempt && attempt <= end
  }
}

extension RunHistory.Entry {
  /// Moves all its times.
  func shifted(by duration: Duration) -> Self {
    var run = self
    run.start += duration
    run.attemptStart? += duration
    run.ending?.time += duration
    return run
  }
}
