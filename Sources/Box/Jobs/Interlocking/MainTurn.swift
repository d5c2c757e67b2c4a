internal import Synchronization

/// Coalesces any number of changes into one block on the main actor.
///
/// The first change requests a turn, from any thread; further changes until that turn have no effect.
final class MainTurn: Sendable {
  private let isRequested = Atomic(false)
  private let post: @Sendable (_ block: @escaping @MainActor @Sendable () -> Void) -> Void

  init(post: @escaping @Sendable (_ block: @escaping @MainActor @Sendable () -> Void) -> Void) {
    self.post = post
  }

  /// True from the request of a turn until its start.
  var isDue: Bool { isRequested.load(ordering: .acquiring) }

  /// Ensures that `body` runs on the main actor after this call. Always pass the same body.
  func request(_ body: @escaping @MainActor @Sendable () -> Void) {
    if isRequested.exchange(true, ordering: .acquiringAndReleasing) { return }
    post { [self] in
      isRequested.store(false, ordering: .releasing)
      body()
    }
  }
}
