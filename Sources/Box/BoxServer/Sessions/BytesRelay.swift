internal import Board
internal import Boundary
internal import Processes

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Passes the bytes of one command on: to descriptors of its front end, or, as lines, to its connection.
@MainActor
final class BytesRelay {
  /// Called when the bytes cannot be written any more.
  var onFailure: @MainActor () -> Void = {}

  /// What receives the bytes.
  let tap: OutputTap
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
    tap = PassThrough.tap(output: output, error: error)
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
    tap = OutputTap(output: OutputTap.Stream(flow: flow.flow) { _ in })
  }

  deinit {
    removeFlow()
    // A reader may still be behind.
    for queue in queues { queue.closeWhenWritten() }
    for descriptor in descriptors.dropFirst(queues.count) { Descriptor.close(descriptor) }
  }

  /// Whether the front end receives the output as lines.
  var sendsLines: Bool { flow != nil }

  /// Whether bytes are still to be written to the one file that also gets the messages of the front end.
  var isBeforeMessages: Bool { descriptors.count == 1 && queues.first?.isWriting == true }

  func hold() { flow?.hold(for: .connection) }
  func resume() { flow?.resume(for: .connection) }

  /// No command waits for a reader any more.
  func stopWaiting() {
    resume()
    for queue in queues { queue.abandon() }
  }

  /// Returns when everything is written. If writing has failed, returns why.
  func flush() async -> RunFailure? {
    var code: Int32?
    for queue in queues { code = await queue.flush() ?? code }
    return code.map {
      RunFailure(.outputClosed(hasNoReader: $0 == EPIPE), String(cString: strerror($0)))
    }
  }

  /// Passes a failure from the writing thread to the relay.
  private final class Failure: Sendable {
    @MainActor weak var relay: BytesRelay?

    func report() { Task { @MainActor in relay?.onFailure() } }
  }
}
