internal import CSocket
internal import Dispatch
internal import Processes

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A connection between a front end and a box: messages that end with a newline, and descriptors, both ways.
///
/// A new connection is paused. Set the callbacks, then call ``resume()``. The callbacks run on the main
/// actor, one at a time, in the order of the messages. A connection that is released is closed without a
/// callback.
@MainActor
package final class SocketConnection {
  package struct Limits: Sendable, Hashable {
    /// The most bytes of an incoming message.
    package var message: Int
    /// Unsent bytes above which the connection is congested.
    package var congestion: Int
    /// Unsent bytes above which the connection is closed, because its peer does not read.
    package var unsent: Int

    package init(message: Int = 1 << 20, congestion: Int = 1 << 16, unsent: Int = 1 << 24) {
      self.message = message
      self.congestion = congestion
      self.unsent = unsent
    }
  }

  /// Why a connection has ended.
  package enum End: Sendable, Hashable {
    /// The peer has closed it, or has died.
    case endOfFile
    /// Everything was sent after ``SocketConnection/finish()``, or the peer reads nothing any more.
    case finished
    /// The peer has sent a message that is longer than the limit.
    case messageTooLong
    /// The peer has sent a message with more descriptors than ``PassedDescriptors/limit``, or a part of one.
    case tooManyDescriptors
    /// The peer does not read what was sent.
    case unread
    /// The system refused a call, with this `errno`.
    case failed(Int32)
  }

  /// Called with each message.
  package var onMessage: ((SocketMessage) -> Void)?
  /// Called once, when the connection has ended for another reason than ``close()``.
  package var onClose: ((End) -> Void)?
  /// Called when everything is sent after the connection was congested.
  package var onDrain: (() -> Void)?

  /// The other process; nil if it had gone before the connection was created.
  package let peer: SocketPeer?
  package private(set) var isClosed = false
  /// Whether the peer reads more slowly than this process sends. Ask before building a message that can be
  /// left out.
  package private(set) var isCongested = false

  private let limits: Limits
  /// Nil when the connection is closed: messages that nobody has read keep their descriptors open as long as
  /// the socket is.
  private var socket: OwnedDescriptor?
  private var readable: DescriptorSource?
  private var writable: DescriptorSource?
  private var incoming: MessageBuffer
  private var outgoing = Outgoing()
  private var isPaused = true
  private var isDelivering = false
  private var isFinishing = false
  private var end: End?

  init(_ socket: OwnedDescriptor, limits: Limits) {
    self.socket = socket
    self.limits = limits
    peer = SocketPeer(socket.value)
    incoming = MessageBuffer(limit: limits.message)
  }

  // MARK: Receiving

  /// Begins or continues to read messages.
  package func resume() {
    guard !isClosed, isPaused, let socket else { return }
    isPaused = false
    let readable = readable ?? source(.readable, of: socket) { $0.read() }
    self.readable = readable
    readable.setOn(!isFinishing && end == nil)
    // Messages that have arrived are delivered after this call: its caller may still be setting callbacks.
    readSoon()
  }

  /// Reads nothing more until ``resume()``. The end of the peer is not noticed either.
  package func pause() {
    guard !isClosed, !isPaused else { return }
    isPaused = true
    readable?.setOn(false)
  }

  /// Reads until there is nothing more: on some systems the end of a peer is told only once, even if bytes
  /// precede it.
  private func read() {
    guard !isClosed, !isPaused, !isFinishing else { return }
    if end == nil, receive() { readSoon() }
    deliver()
  }

  /// A turn of the main queue for each part, so that a peer that sends much does not keep the others waiting.
  private func readSoon() {
    DispatchQueue.main.async { [weak self] in MainActor.assumeIsolated { self?.read() } }
  }

  /// Receives what fits into one call. Returns false if there is nothing more.
  private func receive() -> Bool {
    guard let socket else { return false }
    return withUnsafeTemporaryAllocation(byteCount: Self.receiveSize, alignment: 16) { buffer in
      var passed = socket_descriptors()
      let count = socket_receive(socket.value, buffer.baseAddress, buffer.count, &passed)
      let code = errno
      let descriptors = PassedDescriptors(&passed)
      if count > 0 {
        incoming.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]), descriptors)
        return true
      }
      if count == 0 || code == ECONNRESET {
        end = .endOfFile
      } else if code != EAGAIN {
        end = .failed(code)
      }
      return false
    }
  }

  /// Calls the handler with the messages that have arrived, then ends the connection if the peer did.
  private func deliver() {
    guard !isDelivering else { return }
    isDelivering = true
    defer { isDelivering = false }
    do throws(MessageBuffer.Refusal) {
      while !isClosed, !isPaused, !isFinishing, let message = try incoming.next() { onMessage?(message) }
    } catch {
      end = error == .tooLong ? .messageTooLong : .tooManyDescriptors
    }
    if let end, !isPaused { close(end) }
  }

  // MARK: Sending

  /// Sends a message. The newline is added.
  /// - Parameter descriptors: Descriptors to pass with it, at most ``PassedDescriptors/limit``. They stay
  ///   open here and may be closed after the call.
  package func send(_ bytes: [UInt8], descriptors: [Int32] = []) {
    guard !isClosed, !isFinishing else { return }
    let duplicates = descriptors.map { OwnedDescriptor(fcntl($0, F_DUPFD_CLOEXEC, 3)) }
    guard duplicates.allSatisfy({ $0.value >= 0 }) else { return closeSoon(.failed(EMFILE)) }
    outgoing.append(bytes + [10], duplicates)
    write()
    if outgoing.count > limits.unsent { closeSoon(.unread) }
  }

  private func write() {
    guard !isClosed, let socket else { return }
    switch outgoing.write(to: socket.value) {
    case .done: break
    case .blocked:
      let writable = writable ?? source(.writable, of: socket) { $0.write() }
      self.writable = writable
      writable.setOn(true)
      if outgoing.count > limits.congestion { isCongested = true }
      return
    case .refused:
      // What the peer has sent before it ended can still be read, and its end will be.
      outgoing.removeAll()
    }
    writable?.setOn(false)
    if isFinishing { return closeSoon(.finished) }
    guard isCongested else { return }
    isCongested = false
    onDrain?()
  }

  // MARK: Ending

  /// Closes the connection. What is not sent yet is discarded.
  package func close() {
    isClosed = true
    (onMessage, onClose, onDrain) = (nil, nil, nil)
    (readable, writable) = (nil, nil)
    outgoing.removeAll()
    // Descriptors that have arrived with half a message are closed.
    incoming = MessageBuffer(limit: limits.message)
    // The descriptor stays open until the sources are cancelled; the peer need not wait for that.
    if let socket { shutdown(socket.value, Int32(SHUT_RDWR)) }
    socket = nil
  }

  /// Closes the connection when everything is sent, after this call. Nothing more is read.
  package func finish() {
    guard !isClosed else { return }
    isFinishing = true
    readable?.setOn(false)
    write()
  }

  private func close(_ end: End) {
    guard !isClosed else { return }
    let onClose = onClose
    close()
    onClose?(end)
  }

  /// Ends the connection after the present call: its caller does not expect a callback.
  private func closeSoon(_ end: End) {
    self.end = end
    outgoing.removeAll()
    readable?.setOn(false)
    DispatchQueue.main.async { MainActor.assumeIsolated { self.close(end) } }
  }

  private static let receiveSize = 1 << 16

  private func source(
    _ event: DescriptorSource.Event, of socket: OwnedDescriptor,
    _ action: @escaping @MainActor @Sendable (SocketConnection) -> Void
  ) -> DescriptorSource {
    let handler: @Sendable @MainActor () -> Void = { [weak self] in self.map(action) }
    return DescriptorSource(event, socket.value, handler: handler) {
      withExtendedLifetime(socket) {}
    }
  }
}

extension PassedDescriptors {
  /// The descriptors of one call; none if some were lost, because the others would take their places.
  fileprivate convenience init(_ passed: inout socket_descriptors) {
    let values = withUnsafeBytes(of: &passed.values) { Array($0.bindMemory(to: Int32.self)) }
    self.init(Array(values.prefix(Int(passed.count))))
    if passed.truncated != 0 { close() }
  }
}
