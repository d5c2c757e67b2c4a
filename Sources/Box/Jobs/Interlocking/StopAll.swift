internal import Board
internal import Boundary
internal import Programs
internal import SignalboxCore

extension Interlocking {
  /// What is stopping everything now; nil if nothing is.
  var presentStop: BoardStop? { lastStop.flatMap { $0.isOver ? nil : $0 } }

  /// Cancels everything, if a run has ended whose action says so.
  func stopIfCalled() {
    guard var stop = station.stopCalls.next else { return }
    // The run that has ended must not be cancelled in its last moment.
    if let caller = self[stop.action], caller.isEndingRun { return }
    station.stopCalls.answer()
    // Everything ends already, for the same or another reason.
    guard !ending.isOfAll else { return }
    stop.number = (lastStop?.number ?? 0) + 1
    lastStop = stop
    boardStarts.forgetAll()
    for job in running { job.output.append([.note(stop.reason, .cancellation)]) }
    endAll()
  }
}

extension Job {
  /// Whether the record says that a run has ended, and its execution has not yet.
  fileprivate var isEndingRun: Bool {
    withMoment { state, record, _ in state.running > record.present.count }
  }
}
