internal import Rendezvous

/// A box that answers each message with `welcome`, until its process ends.
@MainActor
final class Server {
  private var listener: BoxListener?
  private var connections: [SocketConnection] = []

  init(_ place: ElectionPlace) async throws {
    listener = try BoxListener(
      await place.lock(), places: place.places,
      settings: .init(refusal: Array("full".utf8), connectionLimit: 50),
      onConnection: { [weak self] in self?.serve($0) }, onTrouble: { print($0) })
  }

  private func serve(_ connection: SocketConnection) {
    connections.append(connection)
    connection.onMessage = { [unowned connection] _ in connection.send(Array("welcome".utf8)) }
    connection.onClose = { [weak self, unowned connection] _ in
      self?.connections.removeAll { $0 === connection }
    }
    connection.resume()
  }
}
