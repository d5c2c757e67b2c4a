import SignalboxCore

/// State that survives the end of the program: a draft that is restored at the start and saved in pauses.
///
/// The state is one `Equatable` struct in one ``LiveData``. `debounce` and `removeDuplicates` decide when it
/// is worth a save; `saveNow` is for the moment when the system suspends the program.
final class RestoredDraft: Sendable {
  struct State: Sendable, Equatable {
    var text = ""
    var cursor = 0
  }

  let state: LiveData<State>
  private let saved: LiveData<State>
  private let store: @Sendable (State) -> Void

  /// - Parameters:
  ///   - restore: Reads the last state. If it throws, there is none that can be read, and the draft is empty.
  ///   - store: Writes a state.
  init(
    scheduler: some Scheduler & Sendable = SharedTimers.queue, restore: () throws -> State,
    store: @escaping @Sendable (State) -> Void
  ) {
    let first = (try? restore()) ?? State()
    state = LiveData(data: first)
    saved = LiveData(data: first)
    self.store = store
    state.debounce(after: .seconds(1), scheduler: scheduler)
      .observe(owner: self) { [weak self] _ in self?.saveNow() }
  }

  /// Saves the state, unless it is saved.
  func saveNow() {
    let present = state.data
    let isNew = saved.modify { saved in
      defer { saved = present }
      return saved != present
    }
    if isNew { store(present) }
  }
}
