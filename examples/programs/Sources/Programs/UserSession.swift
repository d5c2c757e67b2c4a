import SignalboxCore

/// Everything that belongs to a user who is signed in, and that ends when the user signs out.
///
/// All actions of the session are enabled by one fact. Signing out changes the fact, cancels what runs, and
/// waits until it has really ended (`onCancel: .waitForWork`): nothing of the old user is written any more
/// when `ended` is triggered. A ``SingleEvent`` can be observed late, so a screen that opens just now closes.
final class UserSession: Sendable {
  let errors = ErrorTracker()
  let refresh: CompletableAction<Void>
  let send: CompletableAction<String>
  let signOut: CompletableAction<Void>
  /// Triggered once, when nothing of the session is running any more.
  let ended: EventStream<Void>

  init(
    executor: (any TaskExecutor)? = nil, refresh load: @escaping @Sendable () async throws -> Void,
    send post: @escaping @Sendable (String) async throws -> Void
  ) {
    let isOpen = LiveData(data: true)
    let hasEnded = SingleEvent<Void>()
    let errors = errors
    let refresh = CompletableAction<Void>(enabledIf: isOpen, onCancel: .waitForWork, executor: executor) {
      try await errors.track(source: "refresh") { try await load() }
    }
    let send = CompletableAction<String>(
      enabledIf: isOpen, whileExecuting: .queue(), onCancel: .waitForWork, executor: executor
    ) { text in
      try await errors.track(source: "send") { try await post(text) }
    }
    self.refresh = refresh
    self.send = send
    ended = hasEnded.readOnly
    signOut = CompletableAction(enabledIf: isOpen, executor: executor) {
      isOpen.data = false
      refresh.cancel()
      send.cancel()
      let isBusy = refresh.executing.combineLatest(send.executing).map { $0 || $1 }
      for await isBusy in isBusy.values where !isBusy { break }
      errors.reset()
      hasEnded.trigger()
    }
  }
}
