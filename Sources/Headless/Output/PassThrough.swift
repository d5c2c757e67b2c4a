internal import Jobs
internal import Processes

/// Leads what one command prints to the outputs of the program, unchanged.
enum PassThrough {
  /// - Parameters:
  ///   - output: Receives standard output.
  ///   - error: Receives standard error. If it is `output`, the command has one pipe for both, which keeps their order.
  ///   - errorIsTerminal: Whether a person sees standard error: what a terminal would obey is left out there.
  static func tap(output: OutputQueue, error: OutputQueue, errorIsTerminal: Bool) -> OutputTap {
    OutputTap(
      output: stream(to: output),
      error: error === output ? nil : errorIsTerminal ? filteredStream(to: error) : stream(to: error))
  }

  private static func stream(to queue: OutputQueue) -> OutputTap.Stream {
    OutputTap.Stream(flow: queue.flow) { queue.write(Array($0)) }
  }

  private static func filteredStream(to queue: OutputQueue) -> OutputTap.Stream {
    let text = SafeText()
    return OutputTap.Stream(flow: queue.flow) { queue.write(text.take($0)) }
  }
}

/// Turns bytes into lines that are safe for a terminal. The bytes arrive on one thread.
private final class SafeText: @unchecked Sendable {
  private var decoder = OutputDecoder(lineByteLimit: 1 << 20)

  /// The whole lines of these bytes; without any bytes, what is left at the end.
  func take(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var lines: [OutputLine] = []
    decoder.decode(bytes) { lines.append($0) }
    if bytes.isEmpty, let last = decoder.finish() { lines.append(last) }
    return PlainText.of(lines)
  }
}
