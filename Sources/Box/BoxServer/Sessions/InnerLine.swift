internal import Boundary
internal import DequeModule
internal import Processes
package import Wire

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A line between a front end and its session in one process, which passes values and encodes nothing.
///
/// What is sent arrives at once, unless the other end is at work on what was sent before: then it arrives
/// after that, in order. So a session may receive a request while it sends an event.
@MainActor
package final class InnerLine {
  /// Unread lines, and other events, above which the session does not send what it can leave out.
  private static let congestionLimit = 1_000

  /// Receives the events that the front end reads. Events wait until it is set.
  package var onEvent: (@MainActor (BoxEvent) -> Void)? {
    didSet { deliver() }
  }

  private var session: (any Session)?
  /// The box, which lives at least as long as the line; nil if the session keeps it.
  private var host: BoxHost?
  private var unread: Deque<BoxEvent> = []
  private var unreadWeight = 0
  private var wasCongested = false
  /// The requests that the session has not read.
  private var arrived: Deque<(request: Request, descriptors: PassedOn)> = []
  /// While this is true, the front end reads nothing.
  private var isPaused = false
  /// While this is true, the session reads nothing.
  private var isHeld = false
  /// Whether the session is at work on a request.
  private var isReceiving = false
  /// Whether the front end is at work on an event.
  private var isDelivering = false

  /// Connects to a box.
  package convenience init(_ host: BoxHost) {
    self.init { host.attach($0) }
    self.host = host
  }

  /// - Parameter attach: Begins a session.
  init(attach: (SessionLine) -> any Session) {
    session = attach(
      SessionLine(
        passing: { [weak self] in self?.take($0) },
        isCongested: { [weak self] in self?.tellCongestion() ?? false },
        setPaused: { [weak self] isPaused in
          self?.isHeld = isPaused
          if !isPaused { self?.receive() }
        }))
  }

  /// What a front end uses that says hello now.
  package func frontEnd(saying hello: Request.Hello) -> BoxLine {
    send(.hello(hello), [])
    return BoxLine(send: { self.send($0, $1) }, setPaused: { self.setPaused($0) })
  }

  // MARK: To the box

  private func send(_ request: Request, _ descriptors: [Int32]) {
    arrived.append((request, PassedOn(copiesOf: descriptors)))
    receive()
  }

  private func receive() {
    guard !isReceiving else { return }
    isReceiving = true
    defer { isReceiving = false }
    while !isHeld, let (request, descriptors) = arrived.popFirst() {
      session?.receive(request) { descriptors.take() }
    }
  }

  // MARK: To the front end

  /// Whether the session should wait. If so, ``Session/drained()`` is called when all events are read.
  private func tellCongestion() -> Bool {
    if unreadWeight > Self.congestionLimit { wasCongested = true }
    return wasCongested
  }

  private func setPaused(_ isPaused: Bool) {
    self.isPaused = isPaused
    // Commands wait at once, also those of which only the value is shown.
    if isPaused { host?.flow?.hold(for: .connection) } else { host?.flow?.resume(for: .connection) }
    deliver()
  }

  private func take(_ event: BoxEvent) {
    // Who reads nothing misses nothing by a situation that another one follows.
    if isPaused, case .situation = event, case .situation? = unread.last {
      unread[unread.count - 1] = event
      return
    }
    unread.append(event)
    unreadWeight += event.weight
    deliver()
  }

  private func deliver() {
    guard !isDelivering, let onEvent else { return }
    isDelivering = true
    while !isPaused, let event = unread.popFirst() {
      unreadWeight -= event.weight
      onEvent(event)
    }
    isDelivering = false
    guard wasCongested, unread.isEmpty else { return }
    wasCongested = false
    session?.drained()
  }

  /// Copies of descriptors on their way; none if there is no room for all of them.
  @MainActor
  private final class PassedOn {
    private var values: [Int32]

    init(copiesOf descriptors: [Int32]) {
      values = descriptors.map { fcntl($0, F_DUPFD_CLOEXEC, 3) }
      guard values.contains(where: { $0 < 0 }) else { return }
      for value in values where value >= 0 { Descriptor.close(value) }
      values = []
    }

    deinit { for value in values { Descriptor.close(value) } }

    func take() -> [Int32] {
      defer { values = [] }
      return values
    }
  }
}

extension BoxEvent {
  /// What it counts while it is unread.
  fileprivate var weight: Int {
    switch self {
    case .lines(let lines): lines.lines.count
    case .output(let output): 1 + output.lines.count
    case .situation: 100
    default: 1
    }
  }
}
