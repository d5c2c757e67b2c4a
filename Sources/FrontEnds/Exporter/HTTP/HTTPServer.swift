internal import CSocket
internal import Dispatch
internal import Processes
internal import SignalboxCore

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A small server of HTTP/1.1 on the main actor: it answers one request without a body on each connection.
///
/// Nothing wakes it but its clients. A client that is slow, silent or hostile has its connection for a
/// limited time. While there are too many connections, the newest are served: each takes the place of the
/// oldest whose request has not arrived.
///
/// No library does that: FlyingFox, which tests use, limits neither connections nor the time and the bytes
/// of a request, and imports Foundation, whose ICU data would be most of the program.
@MainActor
final class HTTPServer {
  struct Limits {
    /// The most bytes of a request.
    var request = 8 << 10
    /// The most connections at a time.
    var connections = 32
    /// The most connections at a time of one address.
    var connectionsOfAddress = 8
    /// How long a request may take to arrive.
    var requestTime = Duration.seconds(1)
    /// How long a connection lasts at most, from its acceptance.
    var time = Duration.seconds(10)
  }

  /// Calls a block later, once, unless the result is cancelled or released before.
  typealias Timer =
    @MainActor (
      _ delay: Duration, _ block: @escaping @MainActor @Sendable () -> Void
    ) -> AnyCancellable

  /// The port on which it listens.
  var port: UInt16 { listener.port }
  /// The number of open connections.
  var connectionCount: Int { connections.count }

  /// The number of open connections whose request has not wholly arrived.
  var waitingCount: Int { connections.count(where: \.connection.isWaiting) }

  private let listener: TCPListener
  private let limits: Limits
  private let timer: Timer
  private let answer: @MainActor (HTTPRequest) -> HTTPResponse
  private var source: DescriptorSource?
  /// In the order in which they came.
  private var connections: [Open] = []
  private var pause: AnyCancellable?

  private struct Open {
    let connection: HTTPConnection
    /// The address of the client.
    let address: [UInt8]
    /// What ends it when its request, or its whole time, is late.
    let deadlines: [AnyCancellable]
  }

  /// Listens from now on, until it is released.
  init(
    _ address: ListenAddress, limits: Limits = Limits(), timer: @escaping Timer = HTTPServer.timer,
    answer: @escaping @MainActor (HTTPRequest) -> HTTPResponse
  ) throws(ListenRefusal) {
    self.limits = limits
    self.timer = timer
    self.answer = answer
    listener = try TCPListener(address)
    let socket = listener.socket
    let accept: @Sendable @MainActor () -> Void = { [weak self] in self?.accept() }
    source = DescriptorSource(.readable, socket.value, handler: accept) {
      withExtendedLifetime(socket) {}
    }
    source?.setOn(true)
  }

  /// Real time.
  static let timer: Timer = { delay, block in
    let timer = SharedTimers.queue.perform(every: delay) {
      DispatchQueue.main.async { MainActor.assumeIsolated { block() } }
    }
    return AnyCancellable(timer.cancel)
  }

  /// How long it waits when the system has no descriptor for a connection, which stays in the queue.
  private static let shortagePause = Duration.seconds(1)

  private func accept() {
    // The others have their turn between two parts of a flood.
    for _ in 0..<limits.connections {
      let descriptor = socket_accept(listener.socket.value)
      if descriptor >= 0 {
        admit(OwnedDescriptor(descriptor))
      } else if errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM {
        source?.setOn(false)
        pause = timer(Self.shortagePause) { [weak self] in self?.continueAccepting() }
        return
      } else if errno != EINTR && errno != ECONNABORTED {
        return
      }
    }
  }

  private func continueAccepting() {
    pause = nil
    source?.setOn(true)
  }

  private func admit(_ socket: OwnedDescriptor) {
    let address = TCPListener.client(of: socket.value)
    if connections.count(where: { $0.address == address }) >= limits.connectionsOfAddress {
      removeOldest { $0.address == address }
    } else if connections.count >= limits.connections {
      removeOldest { _ in true }
    }
    let connection = HTTPConnection(socket, requestLimit: limits.request, answer: answer)
    let id = ObjectIdentifier(connection)
    connection.onEnd = { [weak self] in self?.remove(id) }
    let deadlines = [
      timer(limits.requestTime) { [weak connection] in connection?.endWaiting() },
      timer(limits.time) { [weak self] in self?.remove(id) },
    ]
    connections.append(Open(connection: connection, address: address, deadlines: deadlines))
    connection.start()
  }

  /// Ends the oldest connection whose request has not arrived, or else the oldest, of some.
  private func removeOldest(_ isOneOfThem: (Open) -> Bool) {
    let some = connections.filter(isOneOfThem)
    guard let oldest = some.first(where: \.connection.isWaiting) ?? some.first else { return }
    remove(ObjectIdentifier(oldest.connection))
  }

  private func remove(_ id: ObjectIdentifier) {
    guard let index = connections.firstIndex(where: { ObjectIdentifier($0.connection) == id }) else { return }
    for deadline in connections.remove(at: index).deadlines { deadline.cancel() }
  }
}
