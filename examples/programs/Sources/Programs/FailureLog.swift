import SignalboxCore

/// One log of the failures of many actions, the newest first.
///
/// Every action publishes its failures as `underlyingErrors`. `Publishers.MergeMany` makes one publisher of
/// them, whose values come one at a time, whichever threads the actions fail on. Refusals and cancellations
/// are not failures, so they are not in the log.
final class FailureLog {
  struct Entry: Sendable, Equatable {
    let title: String
    let text: String
  }

  let entries: ReadOnlyLiveData<[Entry]>
  private let merging: AnyCancellable

  /// - Parameters:
  ///   - failures: The failures of each action by its title.
  ///   - limit: How many entries are kept.
  init(of failures: KeyValuePairs<String, EventStream<any Error>>, limit: Int = 100) {
    let entries = LiveData(data: [Entry]())
    self.entries = entries.readOnly
    merging = Publishers.MergeMany(
      failures.map { title, errors in errors.map { Entry(title: title, text: "\($0)") } }
    ).sink { entry in
      entries.modify { $0 = Array(([entry] + $0).prefix(limit)) }
    }
  }
}
