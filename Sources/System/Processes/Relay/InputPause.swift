#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Stops a thread from reading more input while its output is not read.
///
/// Otherwise the answers would pile up in memory. The input then fills its pipe, and the program that writes
/// it waits, as with any full pipe.
package struct InputPause: Sendable {
  private let output: OutputFlow
  private let wakeUp: SelfPipe

  /// - Parameter output: Held while its reader is behind. Nothing else is called when it resumes.
  package init(_ output: OutputFlow) throws(SystemCallError) {
    let wakeUp = try SelfPipe()
    output.whenResumed { wakeUp.write(0) }
    (self.output, self.wakeUp) = (output, wakeUp)
  }

  /// Returns when the output is not held any more, or when the input has no writer left, so that only what is
  /// in its pipe can follow. Blocks the calling thread.
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
