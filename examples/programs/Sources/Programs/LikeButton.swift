import SignalboxCore

/// A button that shows the wish of the user at once, and goes back if the server refuses it.
///
/// What is shown is derived from two facts in one ``LiveData``: what the server has confirmed, and what the
/// user wishes. `.restart` sends only the last of several quick taps, so an answer to an earlier tap changes
/// nothing.
final class LikeButton: Sendable {
  private struct State: Sendable {
    var confirmed: Bool
    /// What the server has not confirmed yet.
    var wished: Bool?

    var shown: Bool { wished ?? confirmed }

    /// Takes an answer of the server, which may be about an earlier wish.
    mutating func answer(_ wish: Bool, isConfirmed: Bool) {
      if isConfirmed { confirmed = wish }
      if wished == wish { wished = nil }
    }
  }

  let isLiked: ReadOnlyLiveData<Bool>
  /// Whether the server has confirmed what is shown.
  let isConfirmed: ReadOnlyLiveData<Bool>
  let errors: ErrorTracker
  private let state: LiveData<State>
  private let send: CompletableAction<Bool>

  init(
    isLiked: Bool, scheduler: some Scheduler & Sendable = SharedTimers.queue,
    executor: (any TaskExecutor)? = nil, set: @escaping @Sendable (Bool) async throws -> Void
  ) {
    let state = LiveData(data: State(confirmed: isLiked))
    let errors = ErrorTracker(scheduler: scheduler)
    self.state = state
    self.errors = errors
    self.isLiked = state.map(\.shown).removeDuplicates()
    isConfirmed = state.map { $0.wished == nil }.removeDuplicates()
    send = CompletableAction(whileExecuting: .restart, executor: executor) { wish in
      do {
        try await errors.track(resetTime: .seconds(5), source: "like") { try await set(wish) }
      } catch {
        // If it was cancelled, a later tap decides.
        try Task.checkCancellation()
        state.modify { $0.answer(wish, isConfirmed: false) }
        throw error
      }
      state.modify { $0.answer(wish, isConfirmed: true) }
    }
  }

  func tap() {
    let wish = state.modify { state in
      state.wished = !state.shown
      return state.shown
    }
    send.execute(wish)
  }
}
