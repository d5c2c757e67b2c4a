internal import Dispatch

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Signals as events on the main queue: a handler writes the signal's number into a pipe, and a source reads
/// it there.
///
/// Dispatch has signal sources of its own, but they lose a signal that comes before the source has started.
/// The handlers must stand before ncurses starts, because ncurses takes the signals that nobody has taken.
@MainActor
public final class SignalPipe {
  /// Called on the main queue, once for each signal, in order of arrival. Set it in the turn of the main
  /// actor in which the pipe is created.
  public var onSignal: (Int32) -> Void = { _ in }

  private let readEnd: Int32
  private let source: any DispatchSourceRead
  private var earlierActions: [(signal: Int32, action: SignalAction)] = []

  /// Starts listening. A signal that the process was started to ignore stays ignored. PIPE and XFSZ are taken
  /// and dropped, so that writing to a terminal that has gone, or to a file that may not grow, is an error of
  /// the call and not the end of the process.
  /// - Parameter onArrival: Called with each signal on a queue of its own, even while the main queue is held
  ///   up and `onSignal` cannot be called; nil leaves everything to the main queue.
  public init(signals: [Int32], onArrival: (@Sendable (Int32) -> Void)? = nil) throws(TerminalError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .refused(call: "pipe", errno: errno) }
    for end in ends {
      Descriptor.closeOnExecute(end)
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
    }
    readEnd = ends[0]
    writeEnd = ends[1]
    let queue = onArrival == nil ? DispatchQueue.main : DispatchQueue(label: "signalbox.signals")
    source = DispatchSource.makeReadSource(fileDescriptor: readEnd, queue: queue)
    if let onArrival {
      source.setEventHandler { @Sendable [weak self, readEnd] in
        let signals = Self.read(readEnd)
        // First, so that the main queue knows of the signal before it sees what `onArrival` has done.
        DispatchQueue.main.async { MainActor.assumeIsolated { self?.deliver(signals) } }
        for signal in signals { onArrival(signal) }
      }
    } else {
      source.setEventHandler { @Sendable [weak self, readEnd] in
        MainActor.assumeIsolated { self?.deliver(Self.read(readEnd)) }
      }
    }
    source.setCancelHandler { @Sendable [ends] in
      for end in ends { Descriptor.close(end) }
    }
    source.resume()
    for signal in signals { take(signal, .handler(writeToPipe)) }
    for signal in [SIGPIPE, SIGXFSZ] { take(signal, .handler { _ in }) }
  }

  /// Gives each signal back to whom it belonged before. Signals not yet delivered are dropped.
  func close() {
    for (signal, action) in earlierActions.reversed() { action.install(for: signal) }
    earlierActions = []
    writeEnd = -1
    source.cancel()
  }

  /// Runs a body while the process does its default on these signals.
  func withDefaultActions(for signals: [Int32], _ body: () -> Void) {
    let actions = signals.map { SignalAction.current(of: $0) }
    for signal in signals { SignalAction.default.install(for: signal) }
    body()
    for (signal, action) in zip(signals, actions) { action.install(for: signal) }
  }

  private func take(_ signal: Int32, _ action: SignalAction) {
    let earlier = SignalAction.current(of: signal)
    guard !earlier.isIgnoring else { return }
    earlierActions.append((signal, earlier))
    action.install(for: signal)
  }

  private func deliver(_ signals: [Int32]) {
    for signal in signals { onSignal(signal) }
  }

  /// The signals that have arrived, in order.
  private nonisolated static func read(_ descriptor: Int32) -> [Int32] {
    var signals = [UInt8](repeating: 0, count: 64)
    #if canImport(Darwin)
    let count = Darwin.read(descriptor, &signals, signals.count)
    #else
    let count = Glibc.read(descriptor, &signals, signals.count)
    #endif
    return signals.prefix(max(0, count)).map { Int32($0) }
  }
}

/// Where the handler writes. A plain integer with a constant start, so that reading it runs no initialiser.
nonisolated(unsafe) private var writeEnd: Int32 = -1

private func writeToPipe(_ signal: Int32) {
  let error = errno
  withUnsafeBytes(of: UInt8(truncatingIfNeeded: signal)) { byte in
    _ = write(writeEnd, byte.baseAddress, 1)
  }
  errno = error
}
