internal import Rendezvous

/// A box that answers each hello, and leaves a millisecond after it began.
@MainActor
final class ShortBox {
  private let onLeave: () -> Void
  private var listener: BoxListener?
  private var connections: [SocketConnection] = []

  /// - Parameter onLeave: Called when the box has closed its socket, before it releases the lock.
  init(_ lock: BoxLock, _ places: BoxPlaces, onLeave: @escaping () -> Void) throws {
    self.onLeave = onLeave
    listener = try BoxListener(
      lock, places: places, settings: .init(refusal: Array("full".utf8)),
      onConnection: { [weak self] in self?.serve($0) }, onTrouble: { _ in })
  }

  /// The box retains itself until it has left.
  func start() {
    Task {
      try? await Task.sleep(for: .milliseconds(1))
      await listener?.leave(beforeUnlocking: onLeave)
      listener = nil
      for connection in connections { connection.finish() }
    }
  }

  private func serve(_ connection: SocketConnection) {
    connections.append(connection)
    connection.onMessage = { [unowned connection] _ in connection.send(Array("welcome".utf8)) }
    connection.resume()
  }
}
