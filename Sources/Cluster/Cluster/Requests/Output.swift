package import Etcd

/// What a member wants to be done.
package enum Output: Sendable, Equatable {
  case send(RequestID, EtcdRequest, within: Duration, by: EtcdRoute)
  case watch(WatchID, prefix: String, from: Int64, by: EtcdRoute)
  case endWatch(WatchID)
  case verdict(PressID, PressVerdict)
  case takenOver(ticket: Int, TakeoverResult)
  /// What the others know of the end of a run that has begun. It comes again when an end that was not known
  /// is known, or refused.
  case told(RunID, EndVerdict)
  /// The run must not go on: it was taken over, or this member is cut off. The reason is a part of a
  /// sentence.
  case cancelRun(RunID, reason: String)
  /// After `leave`: everything is said, or given up.
  case ended
}
