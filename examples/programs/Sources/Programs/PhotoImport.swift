import SignalboxCore

/// A tree of work that is cancelled at its root: an import that makes thumbnails and an index at once.
///
/// Each part is an action of its own, with a state for its own row. The import waits for both by
/// `finished()`, which cancels the part when the task that waits is cancelled: a cancelled import cancels its
/// parts, and a part that fails cancels the other one. With `onCancel: .waitForWork` nothing is over before
/// it has cleaned up.
final class PhotoImport: Sendable {
  let thumbnails: CompletableAction<[String]>
  let index: CompletableAction<[String]>
  let all: CompletableAction<[String]>

  init(
    executor: (any TaskExecutor)? = nil, shrink: @escaping @Sendable (String) async throws -> Void,
    scan: @escaping @Sendable (String) async throws -> Void
  ) {
    let thumbnails = CompletableAction<[String]>(onCancel: .waitForWork, executor: executor) { photos in
      try await withThrowingTaskGroup { group in
        for photo in photos { group.addTask { try await shrink(photo) } }
        for try await _ in group {}
      }
    }
    let index = CompletableAction<[String]>(onCancel: .waitForWork, executor: executor) { photos in
      for photo in photos { try await scan(photo) }
    }
    self.thumbnails = thumbnails
    self.index = index
    all = CompletableAction(onCancel: .waitForWork, executor: executor) { photos in
      try await withThrowingTaskGroup { group in
        group.addTask { try await thumbnails.execute(photos).finished() }
        group.addTask { try await index.execute(photos).finished() }
        // The first error ends the loop, and with it the group, which cancels the other task.
        for try await _ in group {}
      }
    }
  }
}
