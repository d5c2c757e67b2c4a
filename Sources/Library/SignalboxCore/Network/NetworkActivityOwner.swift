/// Retains the store of an indicator for the indicator and for its requests.
///
/// The timer refers to the store weakly. An object is slower to retain and to release once it has been
/// referred to weakly, so the timer refers to a handle that nothing else uses.
final class NetworkActivityOwner: Sendable {
  private final class Handle: Sendable {
    let store: NetworkActivityStore

    init(_ store: NetworkActivityStore) { self.store = store }
  }

  let store: NetworkActivityStore
  private let handle: Handle

  init(timeline: Timeline) {
    let store = NetworkActivityStore(timeline: timeline)
    self.store = store
    handle = Handle(store)
    store.onRing { [weak handle] now in handle?.store.ring(now: now) }
  }
}
