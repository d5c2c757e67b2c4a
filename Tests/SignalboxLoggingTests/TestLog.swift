#if Logging
import InMemoryLogging
import Logging
import SignalboxCore

/// A logger that collects its messages as lines of text, and can run code for each message.
struct TestLog: Sendable {
  let logger: Logger
  private let collected: InMemoryLogHandler

  init(level: Logger.Level = .trace, onMessage: @escaping @Sendable (LogEvent) -> Void = { _ in }) {
    let collected = InMemoryLogHandler()
    self.collected = collected
    var logger = Logger(label: "test") { _ in CallingLogHandler(collected: collected, onMessage: onMessage) }
    logger.logLevel = level
    self.logger = logger
  }

  /// The messages, each as its level, its text, its error and its metadata in order of keys.
  var lines: [String] {
    collected.entries.map { entry in
      let error = entry.error.map { " error: \($0)" } ?? ""
      let metadata = entry.metadata.sorted { $0.key < $1.key }.map { " \($0)=\($1)" }.joined()
      return "\(entry.level) \(entry.message)\(error)\(metadata)"
    }
  }

  func clear() { collected.clear() }
}

/// A handler that runs code of a test before it passes a message on.
private struct CallingLogHandler: LogHandler {
  var collected: InMemoryLogHandler
  let onMessage: @Sendable (LogEvent) -> Void
  var logLevel = Logger.Level.trace

  var metadata: Logger.Metadata {
    get { collected.metadata }
    set { collected.metadata = newValue }
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { collected[metadataKey: key] }
    set { collected[metadataKey: key] = newValue }
  }

  func log(event: LogEvent) {
    collected.log(event: event)
    onMessage(event)
  }
}

struct Offline: Error {}
struct Slow: Error {}

final class Owner: Sendable {}
#endif
