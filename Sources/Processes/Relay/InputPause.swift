#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Lets a thread that reads input wait while nobody reads what comes of it, so that neither is kept in memory
/// without end: who writes the input waits, as with a full pipe.
package struct InputPause: Sendable {
  private let output: OutputFlow
  private let wakeUp: SelfPipe

  /// - Parameter output: Held while its reader is behind. Nothing else is called when it resumes.
  package init(_ output: OutputFlow) throws(SystemCallError) {
    let wakeUp = try SelfPipe()
    output.whenResumed { wakeUp.write(0) }
    (self.output, self.wakeUp) = (output, wakeUp)
  }

  /// Returns when the output is not held, or nobody can write to the input any more: then what is left of it
  /// is not much. Blocks the calling thread.
  package func wait(for input: Int32) {
    while output.isHeld {
      var questions = [
        pollfd(fd: input, events: 0, revents: 0),
        pollfd(fd: wakeUp.readEnd, events: Int16(POLLIN), revents: 0),
      ]
      if poll(&questions, nfds_t(questions.count), -1) > 0, questions[0].revents != 0 { return }
      _ = wakeUp.read()
    }
  }
}
