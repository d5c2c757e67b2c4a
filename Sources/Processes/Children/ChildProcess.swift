import CProcess
import Synchronization

#if canImport(System)
import System
#else
import SystemPackage
#endif

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A child of this process that leads a session and a process group of its own.
///
/// Until it is reaped, its number and that of its group identify nothing else. Only ``reap()`` reaps it, and
/// it is not signalled after that.
final class ChildProcess: Sendable {
  /// The number of the process and of its group.
  let identifier: Int32

  private struct State {
    var isReaped = false
    var killDeadline: Int?
  }

  private let state = Mutex(State())

  /// What to start.
  struct Program: ~Copyable {
    /// Paths to try, one after the other.
    let paths: CStringArray
    let arguments: CStringArray
    let environment: CStringArray
    let directory: String?
  }

  /// Starts a program, and returns when it runs.
  ///
  /// It reads from `/dev/null`, inherits no descriptor, has the default action for all signals, and the limit
  /// on descriptors that this process was started with.
  ///
  /// - Parameters:
  ///   - output: Becomes its standard output.
  ///   - error: Becomes its standard error; nil for the same as `output`.
  init(
    _ program: borrowing Program, output: FileDescriptor, error: FileDescriptor? = nil
  ) throws(SpawnError) {
    var failure = spawn_failure()
    let identifier = program.paths.withUnsafePointer { paths in
      program.arguments.withUnsafePointer { arguments in
        program.environment.withUnsafePointer { environment in
          program.directory.withOptionalCString { directory in
            var request = spawn_request(
              paths: paths, arguments: arguments, environment: environment, directory: directory,
              output: output.rawValue, error: (error ?? output).rawValue,
              descriptor_limit: DescriptorLimit.ofChildren)
            return spawn_process(&request, &failure)
          }
        }
      }
    }
    guard identifier > 0 else { throw SpawnError(failure) }
    self.identifier = identifier
  }

  /// True when the program has ended; it remains a zombie until it is reaped.
  var hasEnded: Bool {
    var information = siginfo_t()
    let options = WEXITED | WNOHANG | WNOWAIT
    while waitid(P_PID, id_t(identifier), &information, options) != 0 {
      // There is no such child.
      if errno != EINTR { return true }
    }
    return information.si_signo == SIGCHLD
  }

  /// Sends a signal to all processes of the group; does nothing after the program was reaped.
  func signalGroup(_ signal: Int32) {
    state.withLock { state in
      if !state.isReaped { _ = kill(-identifier, signal) }
    }
  }

  /// Sends SIGTERM to all processes of the group, and SIGCONT, so that a stopped process can end.
  ///
  /// - Parameter deadline: When the output thread kills the group, in ``MonotonicTime``.
  func terminate(killingAt deadline: Int) {
    state.withLock { $0.killDeadline = deadline }
    signalGroup(SIGTERM)
    signalGroup(SIGCONT)
  }

  /// When the group is killed, in ``MonotonicTime``; nil until it is terminated.
  var deadline: Int? { state.withLock { $0.killDeadline } }

  /// The time until the deadline; zero if it has passed.
  var timeToDeadline: Duration? {
    deadline.map { .milliseconds(max(0, $0 - MonotonicTime.now)) }
  }

  /// Waits for the end of the program, and returns how it ended. Call this once.
  func reap() -> CommandOutcome {
    state.withLock { state in
      state.isReaped = true
      var status: Int32 = 0
      while waitpid(identifier, &status, 0) < 0 {
        // Only another part of this process can have reaped it.
        if errno != EINTR { return .exited(-1) }
      }
      let signal = status & 0x7F
      return signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
    }
  }
}

extension String? {
  fileprivate func withOptionalCString<Result>(_ body: (UnsafePointer<CChar>?) -> Result) -> Result {
    if let self { self.withCString(body) } else { body(nil) }
  }
}
