internal import CSocket
internal import Processes

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A connection of the server: reads a request, sends the answer, and waits until the client has it.
///
/// It is closed when it is released.
@MainActor
final class HTTPConnection {
  /// Called once, when there is nothing left to do.
  var onEnd: () -> Void = {}

  private let socket: OwnedDescriptor
  private let requestLimit: Int
  private let answer: @MainActor (HTTPRequest) -> HTTPResponse
  private var readable: DescriptorSource?
  private var writable: DescriptorSource?
  private var received: [UInt8] = []
  private var unsent: ArraySlice<UInt8> = []
  private var stage = Stage.reading
  /// Whether its request has not wholly arrived.
  var isWaiting: Bool { stage == .reading }

  private enum Stage {
    case reading
    /// Its answer is being made.
    case answering
    case sending
    /// Everything is sent. If the socket were closed while bytes of the client are unread, the system would
    /// reset the connection, and the client could lose the answer.
    case draining
    case ended
  }

  init(
    _ socket: OwnedDescriptor, requestLimit: Int, answer: @escaping @MainActor (HTTPRequest) -> HTTPResponse
  ) {
    self.socket = socket
    self.requestLimit = requestLimit
    self.answer = answer
  }

  func start() {
    readable = source(.readable) { $0.read() }
    readable?.setOn(true)
  }

  /// The time of its request is over. What has arrived by now is in time, also if this process was too busy
  /// to read it.
  func endWaiting() {
    if isWaiting { read() }
    if isWaiting { end() }
  }

  /// Reads once: a client that sends much does not keep the others waiting.
  private func read() {
    withUnsafeTemporaryAllocation(byteCount: requestLimit, alignment: 16) { buffer in
      let count = recv(socket.value, buffer.baseAddress, buffer.count, 0)
      if count > 0 {
        if stage == .reading { receive(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
      } else if count == 0 || errno != EAGAIN && errno != EINTR {
        end()
      }
    }
  }

  private func receive(_ bytes: UnsafeRawBufferPointer) {
    received += bytes.prefix(requestLimit - received.count)
    switch HTTPRequest.read(received, limit: requestLimit) {
    case .incomplete: return
    case .invalid(let status): send(HTTPResponse(toInvalid: status), hasBody: true)
    case .complete(let request): send(answer(request), hasBody: request.method != "HEAD")
    }
  }

  private func send(_ response: HTTPResponse, hasBody: Bool) {
    stage = .answering
    received = []
    // What else the client sends waits in the system.
    readable?.setOn(false)
    guard response.isLarge else { return send(response.bytes(hasBody: hasBody)) }
    Task.detached { [weak self] in
      let bytes = response.bytes(hasBody: hasBody)
      await self?.send(bytes)
    }
  }

  private func send(_ bytes: [UInt8]) {
    guard stage == .answering else { return }
    stage = .sending
    unsent = bytes[...]
    write()
  }

  private func write() {
    while !unsent.isEmpty {
      let count = unsent.withUnsafeBytes { socket_send(socket.value, $0.baseAddress, $0.count, nil, 0) }
      guard count >= 0 else {
        guard errno == EAGAIN else { return end() }
        let writable = writable ?? source(.writable) { $0.write() }
        self.writable = writable
        writable.setOn(true)
        return
      }
      unsent.removeFirst(count)
    }
    writable?.setOn(false)
    stage = .draining
    shutdown(socket.value, Int32(SHUT_WR))
    readable?.setOn(true)
  }

  private func end() {
    guard stage != .ended else { return }
    stage = .ended
    (readable, writable) = (nil, nil)
    onEnd()
  }

  private func source(
    _ event: DescriptorSource.Event, _ action: @escaping @MainActor @Sendable (HTTPConnection) -> Void
  ) -> DescriptorSource {
    let handler: @Sendable @MainActor () -> Void = { [weak self] in self.map(action) }
    // The descriptor stays open until the source does not use it any more.
    return DescriptorSource(event, socket.value, handler: handler) { [socket] in
      withExtendedLifetime(socket) {}
    }
  }
}
