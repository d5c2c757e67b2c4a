/// A file that is written in order, from any thread, without waiting for its reader.
package protocol OutputSink: AnyObject, Sendable {
  /// Whether its reader is so far behind that commands wait for it.
  var isHeld: Bool { get }
  /// Whether writing has failed, usually because the reader of a pipe has gone.
  var isBroken: Bool { get }
  /// Whether it is a pipe that nobody can read any more.
  var hasNoReader: Bool { get }

  /// Adds bytes at the end and returns at once.
  func write(_ bytes: consuming [UInt8])
  /// Adds a remark, which is dropped if too many bytes are pending.
  func write(remark bytes: consuming [UInt8])
  /// Returns when everything is written, or writing has failed.
  /// - Returns: The `errno` of the write that failed; nil if none has failed.
  @discardableResult func flush() async -> Int32?
  /// The same at the end of a program, when nobody waits longer than a fifth of a second for a reader.
  func flushBriefly() async
  /// From now on, commands do not wait for the reader.
  func stopWaiting()
}
