#if Logging
internal import Logging

extension Logger {
  /// Logs a message with the metadata of an object and that of an event, unless the level is nil.
  func log(
    _ level: Level?, _ message: Message, error: (any Error)? = nil, _ object: Metadata,
    _ event: @autoclosure () -> Metadata = [:]
  ) {
    guard let level else { return }
    log(level: level, message, error: error, metadata: object.merging(event()) { _, new in new })
  }
}
#endif
