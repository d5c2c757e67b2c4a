import SignalboxCore

/// Files that are downloaded in parallel behind one progress bar, in which a large file counts more.
///
/// The batch is an activity with a `child(share:)` for each file. A child counts completely when it ends, so
/// the bar reaches the end even if a server never says how far it is. The first failure cancels the other
/// downloads.
final class DownloadBatch: Sendable {
  struct File: Sendable {
    let name: String
    let size: Int
  }

  /// Downloads a file, and reports how much of it has come, from 0 to 1.
  typealias Fetch = @Sendable (File, _ progress: (Double) -> Void) async throws -> Void

  let activity: ActivityIndicator<String>
  let errors: ErrorTracker
  let download: CompletableAction<[File]>

  init(
    scheduler: some Scheduler & Sendable = SharedTimers.queue, executor: (any TaskExecutor)? = nil,
    fetch: @escaping Fetch
  ) {
    let activity = ActivityIndicator<String>(scheduler: scheduler)
    let errors = ErrorTracker(scheduler: scheduler)
    download = CompletableAction(executor: executor) { files in
      let total = files.reduce(0) { $0 + $1.size }
      try await errors.track(source: "downloads") {
        try await activity.track(associatedValue: "\(files.count) files") { batch in
          try await withThrowingTaskGroup { group in
            for file in files {
              let part = batch.child(share: Double(file.size) / Double(max(total, 1)))
              group.addTask {
                part.update(file.name)
                try await fetch(file) { part.fraction = $0 }
                part.end()
              }
            }
            // The first error ends the loop, and leaving the group by an error cancels the others.
            for try await _ in group {}
          }
        }
      }
    }
    self.activity = activity
    self.errors = errors
  }

  /// The progress of the whole batch; nil while there is none.
  var fraction: ReadOnlyLiveData<Double?> { activity.activities.map { $0.first?.fraction } }
}
