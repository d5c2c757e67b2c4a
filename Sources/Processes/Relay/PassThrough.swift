/// Passes the output of one command to the outputs of the program, unchanged.
package enum PassThrough {
  /// - Parameters:
  ///   - output: Receives standard output.
  ///   - error: Receives standard error. If it is `output`, the command has one pipe for both streams, which
  ///     keeps their order.
  ///   - errorIsTerminal: Whether standard error is a terminal: control sequences are removed then.
  package static func tap(output: OutputQueue, error: OutputQueue, errorIsTerminal: Bool) -> OutputTap {
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

/// Decodes bytes into lines that are safe for a terminal.
///
/// `@unchecked Sendable`: the bytes of a command arrive on the output thread only.
private final class SafeText: @unchecked Sendable {
  private var decoder = OutputDecoder(lineByteLimit: 1 << 20)

  /// The complete lines of these bytes; if there are no bytes, the incomplete line at the end.
  func take(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var lines: [OutputLine] = []
    decoder.decode(bytes) { lines.append($0) }
    if bytes.isEmpty, let last = decoder.finish() { lines.append(last) }
    return PlainText.of(lines)
  }
}
