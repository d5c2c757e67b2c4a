internal import CSocket
internal import Dispatch
internal import Files
internal import Processes
internal import SignalboxCore

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The socket of a box: accepts front ends until the box leaves.
///
/// If someone deletes the socket, the lock file or their directories, the kernel reports it, and they are
/// created again. Nothing is polled.
@MainActor
package final class BoxListener {
  package struct Settings: Sendable {
    /// The most connections at a time.
    package var connectionLimit: Int
    /// The message to a peer that is one too many, without a newline.
    package var refusal: [UInt8]
    package var limits: SocketConnection.Limits
    /// Other files of the box that somebody may delete.
    package var files: [String]

    package init(
      refusal: [UInt8], connectionLimit: Int = 256, limits: SocketConnection.Limits = .init(),
      files: [String] = []
    ) {
      self.refusal = refusal
      self.connectionLimit = connectionLimit
      self.limits = limits
      self.files = files
    }
  }

  private struct Connection {
    weak var connection: SocketConnection?
  }

  private let lock: BoxLock
  private let places: BoxPlaces
  private let settings: Settings
  private let onConnection: (SocketConnection) -> Void
  private let onTrouble: (RendezvousError) -> Void
  private let onFilesChanged: () -> Void
  private var socket: ListeningSocket?
  private var watch: FileWatch?
  private var connections: [Connection] = []
  private var isLeaving = false
  /// A descriptor to give up when there are no others: without one, no connection can be accepted and
  /// refused.
  private var reserve = BoxListener.makeReserve()

  /// Accepts connections from now on, and writes into the lock file where.
  /// - Parameters:
  ///   - lock: The lock of this box. ``leave(_:)`` unlocks it.
  ///   - onConnection: Called with each connection of the user. It is paused; the box retains it.
  ///   - onTrouble: Called when the socket or the lock was deleted and cannot be created again, or cannot be
  ///     watched.
  ///   - onFilesChanged: Called when one of the other files may have been deleted.
  package init(
    _ lock: BoxLock, places: BoxPlaces, settings: Settings,
    onConnection: @escaping (SocketConnection) -> Void,
    onTrouble: @escaping (RendezvousError) -> Void, onFilesChanged: @escaping () -> Void = {}
  ) throws(RendezvousError) {
    self.lock = lock
    self.places = places
    self.settings = settings
    self.onConnection = onConnection
    self.onTrouble = onTrouble
    self.onFilesChanged = onFilesChanged
    try listen()
  }

  /// The path of the socket.
  package var path: String { socket?.path ?? "" }

  /// The number of open connections.
  package var connectionCount: Int {
    connections.removeAll { $0.connection?.isClosed ?? true }
    return connections.count
  }

  /// Closes the socket, then releases the lock. Another box can begin as soon as the lock is released.
  /// - Parameters:
  ///   - answer: Called with each connection that was waiting to be accepted. Its front end reads end of file
  ///     instead
  ///     of an answer, and begins again.
  ///   - beforeUnlocking: The last work of the box that must not overlap with another box.
  package func leave(
    answer: (SocketConnection) -> Void = { $0.close() }, beforeUnlocking: () async -> Void = {}
  ) async {
    guard !isLeaving else { return }
    isLeaving = true
    watch?.close()
    // From here on, no front end can connect.
    socket?.removePath()
    while let descriptor = socket?.accept(), descriptor >= 0 {
      answer(SocketConnection(OwnedDescriptor(descriptor), limits: settings.limits))
    }
    await socket?.close()
    socket = nil
    await beforeUnlocking()
    // The last step: a box that began earlier could lose its socket to `removePath`.
    lock.unlock()
  }

  // MARK: The socket

  private func listen() throws(RendezvousError) {
    let earlier = socket
    let new = try places.atSocketPath { path throws(RendezvousError) in
      try lock.write(socket: path)
      return try ListeningSocket(path) { [weak self] in self?.acceptConnections() }
    }
    socket = new
    if watch == nil || earlier?.path != new.path { watchPath(new.path) }
    // Front ends that connected before the earlier socket was deleted are still there.
    if let earlier {
      acceptConnections(from: earlier)
      Task { await earlier.close() }
    }
  }

  private func watchPath(_ path: String) {
    watch?.close()
    do {
      watch = try FileWatch(
        path, entries: [places.lockFile] + settings.files, scheduler: DispatchQueue.main
      ) { [weak self] in self?.check() }
    } catch {
      watch = nil
      onTrouble(.unusable(path: path, reason: "it cannot be watched: \(error)"))
    }
  }

  private func check() {
    guard !isLeaving else { return }
    do throws(RendezvousError) {
      if try !lock.restore() { checkSoon() }
      if socket?.isAtPath == false { try listen() }
    } catch {
      onTrouble(error)
    }
    onFilesChanged()
  }

  /// Another process has locked a new file, and gives it back when it finds the kernel's name taken.
  private func checkSoon() {
    DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(10)) { [weak self] in
      MainActor.assumeIsolated { self?.check() }
    }
  }

  // MARK: Connections

  private func acceptConnections() {
    if let socket { acceptConnections(from: socket) }
  }

  /// Accepts connections, at most a few at a time, so that a flood of them does not keep the box from its
  /// work.
  private func acceptConnections(from socket: ListeningSocket) {
    for _ in 1...Self.batch {
      let descriptor = socket.accept()
      if descriptor >= 0 {
        admit(descriptor)
      } else if errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM {
        return refuseWithoutDescriptors(socket)
      } else if errno != EINTR && errno != ECONNABORTED {
        return
      }
    }
  }

  private func admit(_ descriptor: Int32) {
    let connection = SocketConnection(OwnedDescriptor(descriptor), limits: settings.limits)
    guard connection.peer?.isOwnUser == true else { return }
    guard connectionCount < settings.connectionLimit else { return refuse(connection) }
    connections.append(Connection(connection: connection))
    onConnection(connection)
  }

  private func refuse(_ connection: SocketConnection) {
    connection.send(settings.refusal)
    connection.close()
  }

  /// Without a free descriptor, a connection stays in the queue and is reported all the time.
  private func refuseWithoutDescriptors(_ socket: ListeningSocket) {
    let hadReserve = reserve != nil
    reserve = nil
    let descriptor = hadReserve ? socket.accept() : -1
    if descriptor >= 0 {
      // The descriptor of a connection with no sources is closed at once.
      refuse(SocketConnection(OwnedDescriptor(descriptor), limits: settings.limits))
    }
    reserve = Self.makeReserve()
    guard descriptor < 0 || reserve == nil else { return }
    socket.setOn(false)
    DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(100)) { [weak socket] in
      MainActor.assumeIsolated { socket?.setOn(true) }
    }
  }

  private static let batch = 64

  private static func makeReserve() -> OwnedDescriptor? {
    let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
    return descriptor < 0 ? nil : OwnedDescriptor(descriptor)
  }
}
