internal import Boundary
internal import Processes
internal import Wire

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The starts of one front end that have not ended.
@MainActor
struct OwnStarts {
  private struct Start {
    let action: String
    var ticket: StartTicket?
    var relay: BytesRelay?
    /// Whether the run ends with its front end.
    var isDetached = false
  }

  private var starts: [UInt64: Start] = [:]

  nonisolated init() {}

  /// Whether a start with this identifier has not ended.
  func contains(_ id: UInt64) -> Bool { starts[id] != nil }

  /// Passes the bytes of the command on; nil if they are only kept as lines.
  mutating func relay(_ start: Request.Start, descriptors: [Int32], lines: PrintedLines) -> BytesRelay? {
    var own = Start(action: start.action, isDetached: start.detached)
    switch start.bytes {
    case .none: break
    case .lines: own.relay = BytesRelay(linesOf: start.action, lines)
    case .descriptors: own.relay = BytesRelay(to: descriptors)
    }
    starts[start.id] = own
    return own.relay
  }

  mutating func began(_ id: UInt64, _ ticket: StartTicket) { starts[id]?.ticket = ticket }

  mutating func ended(_ id: UInt64) { starts[id] = nil }

  /// Whether a command waits for the reader of the lines of this action, so that all its lines are sent.
  func sendsEveryLine(of action: String) -> Bool {
    starts.values.contains { $0.action == action && $0.relay?.sendsLines == true }
  }

  func ticket(of id: UInt64) -> StartTicket? { starts[id]?.ticket }

  /// Those that end with their front end.
  var tickets: [StartTicket] { starts.values.filter { !$0.isDetached }.compactMap(\.ticket) }

  /// The connection is congested: the commands whose lines it sends wait.
  func hold() { for start in starts.values { start.relay?.hold() } }

  func resume() { for start in starts.values { start.relay?.resume() } }

  /// The front end has gone: no command waits for a reader any more.
  func stopWaiting() { for start in starts.values { start.relay?.stopWaiting() } }
}

/// Passes the bytes of one command on: to descriptors of its front end, or, as lines, to its connection.
@MainActor
final class BytesRelay {
  /// Called when the bytes cannot be written any more.
  var onFailure: @MainActor () -> Void = {}

  let destination: BytesDestination
  private let flow: SharedFlow?
  private let queues: [OutputQueue]
  private let descriptors: [Int32]
  private let removeFlow: @Sendable () -> Void

  /// A relay to descriptors, which it closes in the end: standard output, and standard error if it is another
  /// one.
  init(to descriptors: [Int32]) {
    let failure = Failure()
    let queues = descriptors.prefix(2).map { descriptor in
      OutputQueue(descriptor) { _ in failure.report() }
    }
    self.queues = Array(queues)
    self.descriptors = descriptors
    flow = nil
    let output = queues.first ?? OutputQueue(-1) { _ in }
    let error = queues.last ?? output
    destination = BytesDestination(
      tap: PassThrough.tap(output: output, error: error),
      descriptors: [])
    removeFlow = {}
    failure.relay = self
  }

  /// A relay to a connection, which receives lines by other means: it only stops the command.
  init(linesOf action: String, _ lines: PrintedLines) {
    let flow = SharedFlow()
    lines.add(flow, to: action)
    removeFlow = { lines.remove(flow, from: action) }
    self.flow = flow
    queues = []
    descriptors = []
    destination = BytesDestination(
      tap: OutputTap(output: OutputTap.Stream(flow: flow.flow) { _ in }), descriptors: [])
  }

  deinit {
    removeFlow()
    for descriptor in descriptors { close(descriptor) }
  }

  /// Whether the front end receives the output as lines.
  var sendsLines: Bool { flow != nil }

  func hold() { flow?.hold(for: .connection) }
  func resume() { flow?.resume(for: .connection) }

  /// No command waits for a reader any more.
  func stopWaiting() {
    resume()
    for queue in queues { queue.stopWaiting() }
  }

  /// Returns when everything is written. If writing has failed, returns why.
  func flush() async -> String? {
    var code: Int32?
    for queue in queues { code = await queue.flush() ?? code }
    return code.map { String(cString: strerror($0)) }
  }

  /// Passes a failure from the writing thread to the relay.
  private final class Failure: Sendable {
    @MainActor weak var relay: BytesRelay?

    func report() { Task { @MainActor in relay?.onFailure() } }
  }
}
