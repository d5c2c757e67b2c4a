internal import Programs

/// Receives everything that a program prints on its terminal, besides the lines.
protocol TerminalListener: AnyObject, Sendable {
  /// Stops reading while it is held.
  var flow: OutputFlow { get }

  /// Whether somebody waits for the bytes, so that reading must not pause. From any thread.
  var needsBytesAtOnce: Bool { get }

  /// Takes the bytes of one read, after their lines were delivered, on the output thread.
  /// - Parameter cursor: Where the cursor is after them, from 0.
  func received(_ bytes: UnsafeRawBufferPointer, cursor: @autoclosure () -> (row: Int, column: Int))

  /// When ``fellSilent(at:_:)`` is due, in microseconds of ``MonotonicTime``; nil for never. On the output
  /// thread.
  var silenceEnd: Int? { get }

  /// The program has printed nothing for a while, on the output thread.
  /// - Parameter screen: Returns the line that it has begun, and the column of the cursor.
  func fellSilent(at now: Int, _ screen: () -> (line: OutputLine?, column: Int))
}
