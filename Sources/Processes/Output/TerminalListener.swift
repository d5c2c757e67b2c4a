/// Receives everything that a program prints on its terminal, besides the lines.
protocol TerminalListener: AnyObject, Sendable {
  /// Stops reading while it is held.
  var flow: OutputFlow { get }

  /// Whether somebody waits for the bytes, so that reading must not pause. From any thread.
  var needsBytesAtOnce: Bool { get }

  /// Takes the bytes of one read, after their lines were delivered, on the output thread.
  /// - Parameter cursor: Where the cursor is after them, from 0.
  func received(_ bytes: UnsafeRawBufferPointer, cursor: @autoclosure () -> (row: Int, column: Int))
}
