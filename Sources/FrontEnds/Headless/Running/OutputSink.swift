/// A file that is written in order, from any thread, without waiting for its reader.
package protocol OutputSink: AnyObject, Sendable {
  /// Whether its reader is so far behind that commands wait for it.
  var isHeld: Bool { get }
  /// Whether writing has failed, usually because the reader of a pipe has gone.
  var isBroken: Bool { get }
  /// Whether the reader of a pipe has closed its end.
  var hasNoReader: Bool { get }

  /// Adds bytes at the end and returns at once.
  func write(_ bytes: consuming [UInt8])
  /// Adds a remark, which is dropped if too many bytes are pending.
  func write(remark bytes: consuming [UInt8])
  /// Returns when everything is written, or writing has failed.
  /// - Returns: The `errno` of the write that failed; nil if none has failed.
  @discardableResult func flush() async -> Int32?
  /// Like ``flush()``, but returns after 200 milliseconds at the latest: for the end of a program, which does
  /// not wait for a slow reader.
  func flushBriefly() async
  /// From now on, commands do not wait for the reader.
  func stopWaiting()
}
