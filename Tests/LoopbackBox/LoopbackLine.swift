internal import BoxClient
package import BoxServer
package import DequeModule
internal import Jobs
internal import Processes
package import Wire

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The two directions between a front end and its session. A message arrives in a later turn, after all that
/// were sent before in the same direction.
@MainActor
package final class LoopbackLine {
  /// Runs a block in a later turn.
  package typealias Later = (@escaping @MainActor @Sendable () -> Void) -> Void

  /// Unread bytes above which the session does not send what it can leave out.
  package static let congestionLimit = 1 << 16

  /// The messages that the front end has not read.
  package private(set) var unread: Deque<[UInt8]> = []
  /// Whether the session has ended the connection.
  package private(set) var isFinished = false
  /// Called with each message that the front end reads.
  package var onMessage: @MainActor ([UInt8]) -> Void = { _ in }
  /// While this is true, the front end reads nothing.
  package var isPaused = false {
    didSet { if !isPaused { later { [weak self] in self?.deliver() } } }
  }

  private let later: Later
  /// The messages that the session has not read.
  private var arrived: Deque<([UInt8], PassedOn)> = []
  /// While this is true, the session reads nothing.
  private var isHeld = false
  private var session: FrontEndSession?
  private var unreadBytes = 0
  private var wasCongested = false

  /// Connects to a box.
  package init(_ host: BoxHost, later: @escaping Later) {
    self.later = later
    session = host.attach(
      SessionLine(
        send: { [weak self] in self?.take($0) }, isCongested: { [weak self] in self?.isCongested ?? false },
        finish: { [weak self] in self?.isFinished = true },
        setPaused: { [weak self] isPaused in
          self?.isHeld = isPaused
          if !isPaused { later { self?.receive() } }
        }))
  }

  package var isCongested: Bool { unreadBytes > Self.congestionLimit }

  /// Sends a message to the box.
  /// - Parameter descriptors: Duplicated; those that the session does not take are closed.
  package func send(_ message: [UInt8], descriptors: [Int32] = []) {
    let passed = PassedOn(descriptors.map { fcntl($0, F_DUPFD_CLOEXEC, 3) })
    later { [weak self] in
      self?.arrived.append((message, passed))
      self?.receive()
    }
  }

  /// Delivers what has arrived to the session, unless that reads nothing.
  private func receive() {
    while !isHeld, let (message, passed) = arrived.popFirst() { session?.receive(message) { passed.take() } }
  }

  /// Ends the connection, as the death of the front end does.
  package func close() {
    later { [weak self] in
      self?.session?.close()
      self?.session = nil
    }
  }

  private func take(_ message: [UInt8]) {
    unread.append(message)
    unreadBytes += message.count
    if isCongested { wasCongested = true }
    later { [weak self] in self?.deliver() }
  }

  private func deliver() {
    while !isPaused, let message = unread.popFirst() {
      unreadBytes -= message.count
      onMessage(message)
    }
    guard wasCongested, unread.isEmpty else { return }
    wasCongested = false
    session?.drained()
  }

  /// Descriptors on their way.
  @MainActor
  private final class PassedOn {
    private var values: [Int32]

    init(_ values: [Int32]) { self.values = values }

    deinit { for value in values { Descriptor.close(value) } }

    func take() -> [Int32] {
      defer { values = [] }
      return values
    }
  }
}

extension ServedBox {
  /// The box at the other end of a line, which says hello first.
  package convenience init(
    _ line: LoopbackLine, of host: BoxHost, hello: Request.Hello, everyChange: Bool = true
  ) {
    line.send(Request.hello(hello).line)
    self.init(
      name: hello.name, everyChange: everyChange, now: { host.board.now },
      line: BoxLine(send: { line.send($0.line, descriptors: $1) }, setPaused: { line.isPaused = $0 }))
    line.onMessage = { [unowned self] in receive($0) }
  }
}
