/// The connection of a front end, as its session uses it.
package struct SessionLine {
  /// Sends a message.
  package var send: @MainActor (_ message: [UInt8]) -> Void
  /// Whether the front end reads more slowly than messages are sent.
  package var isCongested: @MainActor () -> Bool
  /// Ends the connection when everything is sent.
  package var finish: @MainActor () -> Void
  /// Delivers no messages of the front end while it is paused.
  package var setPaused: @MainActor (Bool) -> Void
  /// The process of the front end; nil if that is not known.
  package var process: Int32?

  package init(
    send: @escaping @MainActor (_ message: [UInt8]) -> Void,
    isCongested: @escaping @MainActor () -> Bool = { false },
    finish: @escaping @MainActor () -> Void = {}, setPaused: @escaping @MainActor (Bool) -> Void = { _ in },
    process: Int32? = nil
  ) {
    self.send = send
    self.isCongested = isCongested
    self.finish = finish
    self.setPaused = setPaused
    self.process = process
  }
}
