import SignalboxCore

/// A document that saves itself, one save at a time, and always ends with the last change saved.
///
/// Changes while a save runs are one more save after it: a queue with room for one execution, whose work
/// reads the document when it begins. A save that fails is tried again with the next change, or by
/// `save.execute()`.
///
/// Releasing the object cancels a save that runs: wait until `isEdited` is false before.
final class Autosave: Sendable {
  let document: LiveData<String>
  /// Whether there are changes that are not saved.
  let isEdited: ReadOnlyLiveData<Bool>
  let errors = ErrorTracker()
  let save: CompletableAction<Void>

  init(
    _ text: String, executor: (any TaskExecutor)? = nil,
    write: @escaping @Sendable (String) async throws -> Void
  ) {
    let document = LiveData(data: text)
    let saved = LiveData(data: text)
    self.document = document
    isEdited = document.combineLatest(saved).map { $0 != $1 }.removeDuplicates()
    save = CompletableAction(whileExecuting: .queue(limit: 1), executor: executor) { [errors] in
      let text = document.data
      if text == saved.data { return }
      try await errors.track(source: "save") { try await write(text) }
      saved.data = text
    }
    document.observe(owner: self) { [weak self] _ in self?.save.execute() }
  }
}
