/// The line to a box, as its front end uses it.
package struct BoxLine {
  /// Sends a request, with descriptors that the box gets copies of.
  package var send: @MainActor (_ request: Request, _ descriptors: [Int32]) -> Void
  /// Delivers no messages of the box while it is paused.
  package var setPaused: @MainActor (Bool) -> Void

  package init(
    send: @escaping @MainActor (_ request: Request, _ descriptors: [Int32]) -> Void,
    setPaused: @escaping @MainActor (Bool) -> Void = { _ in }
  ) {
    self.send = send
    self.setPaused = setPaused
  }
}
