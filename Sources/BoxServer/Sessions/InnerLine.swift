internal import Boundary
internal import DequeModule
internal import Jobs
internal import Processes
package import Wire

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A line between a front end and its session in one process, which passes values and encodes nothing.
///
/// What is sent arrives in a later turn of the main actor, after all that was sent before in the same
/// direction.
@MainActor
package final class InnerLine {
  /// Runs a block in a later turn.
  package typealias Later = @MainActor (@escaping @MainActor @Sendable () -> Void) -> Void

  /// Unread lines, and other events, above which the session does not send what it can leave out.
  private static let congestionLimit = 1_000

  /// Called with each event that the front end reads.
  package var onEvent: @MainActor (BoxEvent) -> Void = { _ in }

  private let later: Later
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

  /// Connects to a box.
  package convenience init(_ host: BoxHost) {
    self.init(later: host.box.interlocking.environment.onMain) { host.attach($0) }
    self.host = host
  }

  /// - Parameters:
  ///   - later: Runs a block in a later turn.
  ///   - attach: Begins a session.
  init(later: @escaping Later, attach: (SessionLine) -> any Session) {
    self.later = later
    session = attach(
      SessionLine(
        passing: { [weak self] in self?.take($0) },
        isCongested: { [weak self] in self?.isCongested ?? false },
        setPaused: { [weak self] isPaused in
          self?.isHeld = isPaused
          if !isPaused { later { self?.receive() } }
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
    later { [weak self] in self?.receive() }
  }

  private func receive() {
    while !isHeld, let (request, descriptors) = arrived.popFirst() {
      session?.receive(request) { descriptors.take() }
    }
  }

  // MARK: To the front end

  private var isCongested: Bool { unreadWeight > Self.congestionLimit }

  private func setPaused(_ isPaused: Bool) {
    self.isPaused = isPaused
    // Commands wait at once, also those of which only the value is shown.
    if isPaused { host?.flow?.hold(for: .connection) } else { host?.flow?.resume(for: .connection) }
    if !isPaused { later { [weak self] in self?.deliver() } }
  }

  private func take(_ event: BoxEvent) {
    // Who reads nothing misses nothing by a situation that another one follows.
    if isPaused, case .situation = event, case .situation? = unread.last {
      unread[unread.count - 1] = event
      return
    }
    unread.append(event)
    unreadWeight += event.weight
    if isCongested { wasCongested = true }
    later { [weak self] in self?.deliver() }
  }

  private func deliver() {
    while !isPaused, let event = unread.popFirst() {
      unreadWeight -= event.weight
      onEvent(event)
    }
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
