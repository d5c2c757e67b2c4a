internal import Headless
internal import Processes

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Standard error of the program, where messages for people go. If it cannot be written, messages are
/// dropped.
enum StandardError {
  /// Writes a message of one line.
  static func write(_ text: String) { writeText(Message.line(text)) }

  /// Writes several lines that are no message of signalbox itself, such as mistakes in a board.
  static func writeLines(_ text: String) { writeText(Message.lines(text)) }

  /// Asks a question; returns the line that was typed, nil at the end of the input. Only for a terminal.
  static func ask(_ question: String) -> String? {
    writeText(Message.line(question).dropLast() + " [y/N] ")
    let answer = readLine()
    if answer == nil { writeText("\n") }
    return answer
  }

  /// Names the processes that outlive this one, if there are any. Call this when everything that can be ended
  /// has ended.
  static func writeSurvivors() {
    if let survivors = OpenOutputs.shared.survivors { write("still running: \(survivors)") }
  }

  private static func writeText(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { Descriptor.write($0, to: STDERR_FILENO) }
  }
}
