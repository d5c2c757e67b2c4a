import SignalboxCore

/// A request that is repeated when it fails, with a longer pause each time.
///
/// The whole story is one execution of an ``Action``: it can be cancelled in a pause as well as in a request.
/// An ``ActivityIndicator`` says what is going on, and the ``ErrorTracker`` around all attempts reports only
/// the last failure.
final class RetryingDownload: Sendable {
  /// An error that another attempt cannot mend.
  struct NotFound: Error {}

  let activity = ActivityIndicator<String>()
  let errors = ErrorTracker()
  let download: Action<String, String>

  init(
    attempts: Int = 4, firstPause: Duration = .seconds(1), clock: any Clock<Duration> = ContinuousClock(),
    executor: (any TaskExecutor)? = nil, fetch: @escaping @Sendable (String) async throws -> String
  ) {
    download = Action(executor: executor) { [activity, errors] address in
      try await errors.track(source: "download") {
        try await activity.track(associatedValue: "Downloading") { shown in
          for attempt in 1..<attempts {
            do {
              return try await fetch(address)
            } catch let error as NotFound {
              throw error
            } catch {
              let pause = firstPause * (1 << (attempt - 1))
              shown.update("Attempt \(attempt + 1) of \(attempts) in \(pause)")
              try await clock.sleep(for: pause)
              shown.update("Downloading")
            }
          }
          return try await fetch(address)
        }
      }
    }
  }
}
