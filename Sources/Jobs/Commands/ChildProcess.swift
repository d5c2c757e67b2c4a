import CSpawn
import SignalboxCore

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
/// Its number, and that of its group, mean nothing else until it is reaped. It is reaped by ``reap()`` only, and not
/// signalled after that.
final class ChildProcess: @unchecked Sendable {
  /// The number of the process and of its group.
  let identifier: Int32

  private let lock = Lock()
  private var isReaped = false
  private var killDeadline: Int?

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
  /// It reads from `/dev/null`, inherits no descriptor, has the default action for all signals, and the limit on
  /// descriptors that this process was started with.
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

  /// True when the program has ended; it is a zombie then until it is reaped.
  var hasEnded: Bool {
    var information = siginfo_t()
    let options = WEXITED | WNOHANG | WNOWAIT
    while waitid(P_PID, id_t(identifier), &information, options) != 0 {
      // Without such a child there is nothing to wait for.
      if errno != EINTR { return true }
    }
    return information.si_signo == SIGCHLD
  }

  /// Sends a signal to all processes of the group; nothing happens when the program was reaped.
  func signalGroup(_ signal: Int32) {
    lock.withLock {
      if !isReaped { _ = kill(-identifier, signal) }
    }
  }

  /// Asks all processes of the group to end by SIGTERM. One that is stopped is continued, so that it can.
  ///
  /// - Parameter deadline: When the output thread ends them by SIGKILL, on its clock.
  func terminate(killingAt deadline: Int) {
    lock.withLock { killDeadline = deadline }
    signalGroup(SIGTERM)
    signalGroup(SIGCONT)
  }

  /// When the group is to be killed, on the clock of the output thread; nil while it was not asked to end.
  var deadline: Int? { lock.withLock { killDeadline } }

  /// The time until then; zero if it has passed.
  var timeToDeadline: Duration? {
    deadline.map { .milliseconds(max(0, $0 - OutputThread.now)) }
  }

  /// Waits for the end of the program, and returns how it ended. To be called once.
  func reap() -> CommandOutcome {
    lock.withLock {
      isReaped = true
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
