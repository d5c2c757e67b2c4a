package import Board
package import Boundary

/// What reaches the seat of an agent.
package enum SeatEvent {
  /// A line of the client, without its end.
  case line([UInt8])
  /// A line of the client is too long, and nothing more is read.
  case tooLong
  /// The client sends nothing more.
  case endOfInput
  /// The board was looked for.
  case reached(Reached)
  /// The board has changed.
  /// - now: The present time on the clock of the box.
  case situation(Situation, now: Duration)
  /// The box is not there any more, for this reason.
  case boxEnded(String)
  /// The box has answered a start.
  case answered(call: Int, StartAnswer)
  /// The run of a start has ended.
  case ended(call: Int, RunOutcome)
  case lines(call: Int, KeptLines?)
  case history(call: Int, RunHistory)
  case explained(call: Int, Explanation?)
  case planned(call: Int, PlanStatus?)
  case held(call: Int, HoldAnswer)
  /// The deadline has come.
  case time

  /// What is known of the board.
  package enum Reached {
    /// Its box, with which the seat is connected from now on.
    case live(Situation, now: Duration)
    /// What earlier boxes have kept. No box runs.
    case kept(Situation, now: Duration)
    /// Why there is neither, with what can be done about it.
    case failed(String)
  }
}

/// What the seat wants.
package enum SeatEffect: Equatable {
  /// Send a line to the client.
  /// - mayBeDropped: Whether it is of no use if it comes late.
  case send([UInt8], mayBeDropped: Bool)
  /// Look for the board.
  /// - startsBox: Whether its box is started if none runs.
  /// - name: How the box names the agent.
  case reach(startsBox: Bool, name: String)
  case start(call: Int, SeatStart)
  /// Cancel all runs of an action.
  case cancel(String)
  /// Read the kept lines of a run, or of all.
  case lines(call: Int, action: String, from: Int, run: Int?)
  case history(call: Int, action: String)
  case explain(call: Int, action: String)
  case plan(call: Int, action: String)
  /// Wait until a guard holds.
  case hold(call: Int, guard: String)
  /// A call does not wait for its guard any more.
  case forgetGuard(call: Int)
  /// Nothing more happens.
  case end
}

/// A start that the seat requests.
package struct SeatStart: Equatable {
  package var action: String
  package var input: InputValues?
  /// The question to which a person has said yes; nil if there is none.
  package var confirmed: String?
  /// Whether the person at a panel is asked, who decides.
  package var isPetition = false
}
