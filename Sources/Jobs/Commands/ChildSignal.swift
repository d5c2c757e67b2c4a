#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// SIGCHLD, which tells that a child has ended: one signal for all children, and no descriptor for each.
enum ChildSignal {
  /// What is written for each signal.
  static let mark: UInt8 = 1

  /// Takes the signal: from now on each one writes ``mark`` to the descriptor, which must not block.
  ///
  /// A process that was started with SIGCHLD ignored would lose the exit codes of its children; that ends here, too.
  static func write(to descriptor: Int32) {
    markDescriptor = descriptor
    var action = sigaction()
    sigemptyset(&action.sa_mask)
    action.sa_flags = Int32(SA_RESTART) | Int32(SA_NOCLDSTOP)
    #if canImport(Darwin)
    action.__sigaction_u.__sa_handler = writeMark
    #else
    action.__sigaction_handler.sa_handler = writeMark
    #endif
    sigaction(SIGCHLD, &action, nil)
  }

  /// Lets this thread receive the signal, whatever it inherited: a signal that all threads block never arrives.
  static func unblock() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGCHLD)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }
}

/// A plain integer with a constant start, so that reading it in the handler runs no initialiser.
nonisolated(unsafe) private var markDescriptor: Int32 = -1

private func writeMark(_ signal: Int32) {
  let error = errno
  var mark: UInt8 = 1
  _ = write(markDescriptor, &mark, 1)
  errno = error
}
