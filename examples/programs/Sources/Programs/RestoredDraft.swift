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
  private let save: VoidAction

  /// - Parameters:
  ///   - restore: Reads the last state. If it throws, there is none that can be read, and the draft is empty.
  ///   - store: Writes a state.
  init(
    scheduler: some Scheduler & Sendable = SharedTimers.queue, restore: () throws -> State,
    store: @escaping @Sendable (State) -> Void
  ) {
    let first = (try? restore()) ?? State()
    let state = LiveData(data: first)
    let saved = LiveData(data: first)
    self.state = state
    // One save at a time, on whatever threads they are asked for: an older state never replaces a newer one.
    save = VoidAction(whileExecuting: .queue(limit: 1)) {
      let present = state.data
      if present != saved.data { store(present) }
      saved.data = present
      return Just(())
    }
    state.debounce(after: .seconds(1), scheduler: scheduler)
      .observe(owner: self) { [weak self] _ in self?.saveNow() }
  }

  /// Saves the state, unless it is saved.
  func saveNow() { save.execute() }
}
