internal import Headless
internal import Processes
internal import TerminalUI

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

extension OutputQueue: OutputSink {
  package var isHeld: Bool { flow.isHeld }
}

/// The descriptors and signals of this process, for a board without a screen.
struct HeadlessFiles {
  /// Held while the reader of the output is behind.
  let flow: OutputFlow
  var surroundings: HeadlessSurroundings

  /// - Parameters:
  ///   - output: The descriptor that changes and output are written to.
  ///   - messages: The descriptor that messages are written to.
  ///   - signals: Those that end the program.
  init(
    output: Int32 = STDOUT_FILENO, messages: Int32 = STDERR_FILENO,
    signals: [Int32] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT],
    end: @escaping @Sendable (HeadlessSurroundings.End) -> Void
  ) {
    let events = HeadlessEvents()
    let queue = OutputQueue(output) {
      events.outputFailed($0)
    } onResume: {
      events.outputResumed()
    }
    let isOneFile = Descriptor.leadToSameFile(output, messages)
    flow = queue.flow
    surroundings = HeadlessSurroundings(
      events: events, output: queue,
      messages: isOneFile ? queue : OutputQueue(messages) { events.messagesFailed($0) },
      descriptors: isOneFile ? [output] : [output, messages], end: end)
    surroundings.isOnTerminal = isatty(output) == 1
    surroundings.windowSize = { WindowSize.of(output) }
    surroundings.hasKeyboard = { isatty(STDIN_FILENO) == 1 }
    surroundings.receiveSignals = { onArrival, onSignal in
      let source = try SignalSource(signals: signals, onArrival: onArrival)
      source.onSignal = onSignal
      return source
    }
    surroundings.followTerminal = { onChange in
      let source = try? SignalSource(signals: [SIGWINCH, SIGCONT])
      source?.onSignal = { onChange($0 == SIGCONT) }
      return { source?.close() }
    }
  }
}
