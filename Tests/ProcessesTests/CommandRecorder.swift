import Programs
import TestSupport

/// Records the lines of a command. A test can wait for one of them.
final class CommandRecorder: Sendable {
  private let recorded = Recorded<OutputLine>()
  private let stream: AsyncStream<String>
  private let continuation: AsyncStream<String>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  var lines: [String] { recorded.values.map(\.text) }

  /// The handler to pass to a runner.
  var receive: @Sendable ([OutputLine]) -> Void {
    { [recorded, continuation] lines in
      for line in lines {
        recorded.append(line)
        continuation.yield(line.text)
      }
    }
  }

  /// Waits for the first line that matches, and returns it. Call this from one task at a time.
  func line(where fits: (String) -> Bool) async -> String {
    for await line in stream where fits(line) { return line }
    return ""
  }
}
