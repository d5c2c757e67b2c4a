package import Etcd

/// What happens to a member.
package enum Input: Sendable {
  case answer(RequestID, Result<EtcdAnswer, EtcdFailure>)
  case watch(WatchID, EtcdWatchEvent)
  case press(Press)
  /// A person cancels a press that asks or waits, or the facts of this host have changed while it asked: then
  /// its run is withdrawn, although it was granted. Not after its command has started.
  case withdraw(PressID)
  case ended(RunID, SharedResult)
  case progress(RunID, value: String?, fraction: Double?)
  case takeOver(Takeover)
  /// The board was read again. The realm and the name of the board are still the same.
  case settings(ClusterSettings)
  /// From now on, requests go to other servers, or as another user, as the board says that was read again.
  /// They may be those of the same etcd.
  case reconnected(ClusterSettings)
  /// A person has seen that etcd has lost its data.
  case acknowledgeLoss
  /// The time of `nextDeadline` has come.
  case time
  /// The box ends. Its runs have ended, or end soon.
  case leave
}
