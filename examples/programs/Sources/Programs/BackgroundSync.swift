import SignalboxCore

/// A synchronisation that begins when the network is back, built of publishers.
///
/// The work of the ``Action`` is a chain of Combine's operators. `trackNetworkActivity` shows the network
/// symbol only if it takes long, `trackActivity` says which part runs, and `trackError` reports a failure
/// with a low priority, because nobody has asked for this work.
final class BackgroundSync: Sendable {
  let network: NetworkActivityIndicator
  let activity: ActivityIndicator<String>
  let errors: ErrorTracker
  /// Its element is the number of changes that were sent.
  let sync: Action<Void, Int>

  init(
    isOnline: ReadOnlyLiveData<Bool>, timeline: Timeline = Timeline(),
    pull: @escaping @Sendable () -> AnyPublisher<[String], any Error>,
    push: @escaping @Sendable ([String]) -> AnyPublisher<Int, any Error>
  ) {
    let network = NetworkActivityIndicator(timeline: timeline)
    let activity = ActivityIndicator<String>(timeline: timeline)
    let errors = ErrorTracker(timeline: timeline)
    sync = Action(enabledIf: isOnline) {
      pull()
        .trackNetworkActivity(in: network)
        .trackActivity(in: activity, associatedValue: "Receiving")
        .flatMap { changes in
          push(changes)
            .trackNetworkActivity(in: network)
            .trackActivity(in: activity, associatedValue: "Sending \(changes.count) changes")
        }
        .trackError(errors, resetTime: .seconds(30), priority: .low, source: "sync")
    }
    self.network = network
    self.activity = activity
    self.errors = errors
    // The closure exists until the next change of `isOnline`, which may be long after this object: a weak
    // reference lets the action go, which cancels its work.
    isOnline.observe(owner: self) { [weak self] isOnline in if isOnline { self?.sync.execute() } }
  }
}
