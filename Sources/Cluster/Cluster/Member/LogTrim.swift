import Etcd

/// Keeps the log at its limit: after each takeover, the oldest entries beyond it are deleted.
struct LogTrim: Sendable {
  var retryAt: Duration?
  var isUnderWay = false
  var pause = Pause()
}

enum TrimStep: Sendable, Equatable {
  case count
  case delete
}

extension Member {
  mutating func trimLog() {
    guard !logTrim.isUnderWay else { return }
    logTrim.retryAt = time
  }

  mutating func advanceLogTrim() {
    guard let due = logTrim.retryAt, time >= due else { return }
    logTrim.retryAt = nil
    logTrim.isUnderWay = true
    send(.read([EtcdRange(prefix: keys.logs, keysOnly: true)]), for: .trim(.count))
  }

  mutating func receive(_ answer: Result<EtcdAnswer, EtcdFailure>, to step: TrimStep) {
    switch (step, answer) {
    case (.count, .success(.transaction(_, _, let results))):
      guard case .range(let entries, _)? = results.first, entries.count > settings.logLimit else {
        logTrim.isUnderWay = false
        return
      }
      let oldest = EtcdRange(first: keys.logs, end: entries[entries.count - settings.logLimit].key)
      send(.transaction(EtcdTransaction(success: [.delete(oldest)], isRepeatable: true)), for: .trim(.delete))
    case (.delete, .success): logTrim.isUnderWay = false
    case (_, .failure), (.count, .success):
      // Not worth a repetition: the next takeover trims, too.
      logTrim.isUnderWay = false
    }
  }
}
