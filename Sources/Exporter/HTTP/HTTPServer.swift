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
/// limited time; while there are too many of them, others wait in the queue of the system.
@MainActor
final class HTTPServer {
  struct Limits {
    /// The most bytes of a request.
    var request = 8 << 10
    /// The most connections at a time.
    var connections = 32
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

  private let listener: TCPListener
  private let limits: Limits
  private let timer: Timer
  private let answer: @MainActor (HTTPRequest) -> HTTPResponse
  private var source: DescriptorSource?
  private var connections: [ObjectIdentifier: Open] = [:]
  private var pause: AnyCancellable?

  private struct Open {
    let connection: HTTPConnection
    let deadline: AnyCancellable
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
    while connections.count < limits.connections {
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
    source?.setOn(false)
  }

  private func continueAccepting() {
    pause = nil
    if connections.count < limits.connections { source?.setOn(true) }
  }

  private func admit(_ socket: OwnedDescriptor) {
    let connection = HTTPConnection(socket, requestLimit: limits.request, answer: answer)
    let id = ObjectIdentifier(connection)
    connection.onEnd = { [weak self] in self?.remove(id) }
    let deadline = timer(limits.time) { [weak self] in self?.remove(id) }
    connections[id] = Open(connection: connection, deadline: deadline)
    connection.start()
  }

  private func remove(_ id: ObjectIdentifier) {
    guard let open = connections.removeValue(forKey: id) else { return }
    open.deadline.cancel()
    if pause == nil { source?.setOn(true) }
  }
}
