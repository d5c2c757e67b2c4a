internal import Synchronization

/// One block of the main actor for any number of changes.
///
/// A change from any thread asks for a turn; until that has come, further changes ask for nothing.
final class MainTurn: Sendable {
  private let isRequested = Atomic(false)
  private let post: @Sendable (_ block: @escaping @MainActor @Sendable () -> Void) -> Void

  init(post: @escaping @Sendable (_ block: @escaping @MainActor @Sendable () -> Void) -> Void) {
    self.post = post
  }

  /// True from the request of a turn until it comes.
  var isDue: Bool { isRequested.load(ordering: .acquiring) }

  /// Sees to it that `body` runs on the main actor after this. Call it with the same body always.
  func request(_ body: @escaping @MainActor @Sendable () -> Void) {
    if isRequested.exchange(true, ordering: .acquiringAndReleasing) { return }
    post { [self] in
      isRequested.store(false, ordering: .releasing)
      body()
    }
  }
}
