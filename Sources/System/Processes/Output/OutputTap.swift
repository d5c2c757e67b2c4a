/// Receives the bytes that a command prints, unchanged, before they become lines.
package struct OutputTap: Sendable {
  /// The consumer of one stream.
  package struct Stream: Sendable {
    /// Stops reading this stream while the consumer is behind.
    package let flow: OutputFlow
    /// Called with the bytes of each read, and with no bytes at the end of the stream, on the thread that
    /// reads the output of all commands. The bytes are valid only during the call.
    package let onBytes: @Sendable (UnsafeRawBufferPointer) -> Void

    package init(flow: OutputFlow, onBytes: @escaping @Sendable (UnsafeRawBufferPointer) -> Void) {
      self.flow = flow
      self.onBytes = onBytes
    }
  }

  /// Receives standard output.
  package let output: Stream
  /// Receives standard error. If it is nil, both streams of the command share one pipe, which keeps their
  /// order, and `output` receives both.
  package let error: Stream?

  package init(output: Stream, error: Stream? = nil) {
    self.output = output
    self.error = error
  }

  /// The consumers, one for each pipe that the command needs.
  var streams: [Stream] { [output] + (error.map { [$0] } ?? []) }
}
