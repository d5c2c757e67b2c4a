internal import Dispatch

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Signals as events on the main queue: a handler writes the signal's number into a pipe, and a source reads
/// it there.
///
/// The signal sources of Dispatch lose a signal that arrives before the source has started. These handlers
/// are installed at once, which also keeps ncurses from installing its own: it takes the signals that nothing
/// else handles.
@MainActor
package final class SignalSource {
  /// Called on the main queue, once for each signal, in order of arrival. Set it in the turn of the main
  /// actor in which the source is created.
  package var onSignal: (Int32) -> Void = { _ in }

  private let source: any DispatchSourceRead
  private var earlierActions: [(signal: Int32, action: SignalAction)] = []

  /// Starts listening. A signal that the process was started to ignore stays ignored. PIPE and XFSZ are
  /// caught and dropped, so that writing to a terminal that has gone, or to a file that may not grow, is an
  /// error of the call and does not end the process.
  /// - Parameter onArrival: Called with each signal on a queue of its own, even while the main queue is
  ///   blocked and `onSignal` cannot be called; nil leaves everything to the main queue.
  package init(signals: [Int32], onArrival: (@Sendable (Int32) -> Void)? = nil) throws(SystemCallError) {
    let pipe = try SelfPipe()
    let queue = onArrival == nil ? DispatchQueue.main : DispatchQueue(label: "signalbox.signals")
    source = DispatchSource.makeReadSource(fileDescriptor: pipe.readEnd, queue: queue)
    if let onArrival {
      source.setEventHandler { @Sendable [weak self] in
        let signals = pipe.read().map { Int32($0) }
        // First, so that the main queue knows of the signal before it sees what `onArrival` has done.
        DispatchQueue.main.async { MainActor.assumeIsolated { self?.deliver(signals) } }
        for signal in signals { onArrival(signal) }
      }
    } else {
      source.setEventHandler { @Sendable [weak self] in
        MainActor.assumeIsolated { self?.deliver(pipe.read().map { Int32($0) }) }
      }
    }
    source.setCancelHandler { @Sendable in pipe.close() }
    source.resume()
    for signal in signals { take(signal) { SignalWriter.action(on: signal, writingTo: pipe) } }
    for signal in [SIGPIPE, SIGXFSZ] { take(signal) { .handler { _ in } } }
  }

  /// Restores the earlier action on each signal. Signals that are not yet delivered are dropped.
  package func close() {
    for (signal, action) in earlierActions.reversed() {
      action.install(for: signal)
      SignalWriter.stop(signal)
    }
    earlierActions = []
    source.cancel()
  }

  /// Runs a body while these signals have their default action.
  package func withDefaultActions(for signals: [Int32], _ body: () -> Void) {
    let actions = signals.map { SignalAction.current(of: $0) }
    for signal in signals { SignalAction.default.install(for: signal) }
    body()
    for (signal, action) in zip(signals, actions) { action.install(for: signal) }
  }

  private func take(_ signal: Int32, _ action: () -> SignalAction) {
    let earlier = SignalAction.current(of: signal)
    guard !earlier.isIgnoring else { return }
    earlierActions.append((signal, earlier))
    action().install(for: signal)
  }

  private func deliver(_ signals: [Int32]) {
    for signal in signals { onSignal(signal) }
  }
}
