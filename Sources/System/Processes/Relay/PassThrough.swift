internal import Programs

/// Passes the output of one command to the outputs of the program: unchanged, or filtered for a terminal.
package enum PassThrough {
  /// - Parameters:
  ///   - output: Receives standard output.
  ///   - error: Receives standard error. If it is `output`, the command has one pipe for both streams, which
  ///     keeps their order.
  package static func tap(output: OutputQueue, error: OutputQueue) -> OutputTap {
    OutputTap(output: stream(to: output), error: error === output ? nil : stream(to: error))
  }

  private static func stream(to queue: OutputQueue) -> OutputTap.Stream {
    guard queue.isTerminal else { return OutputTap.Stream(flow: queue.flow) { queue.write(Array($0)) } }
    let stream = FilteredStream()
    return OutputTap.Stream(flow: queue.flow) { queue.write(stream.take($0)) }
  }
}

/// `@unchecked Sendable`: the bytes of a command arrive on the output thread only.
private final class FilteredStream: @unchecked Sendable {
  private var filter = TerminalFilter()

  func take(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    bytes.isEmpty ? filter.finish() : filter.take(bytes)
  }
}
