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

  /// Why its group is not in the journal; nil if it is, or if there is no journal.
  let journalError: Errno?

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
    /// What it inherits instead of the context of this process, except the environment.
    let context: ProcessContext?

    init(
      paths: consuming CStringArray, arguments: consuming CStringArray, environment: consuming CStringArray,
      directory: String? = nil, context: ProcessContext? = nil
    ) {
      self.paths = paths
      self.arguments = arguments
      self.environment = environment
      self.directory = directory
      self.context = context
    }
  }

  /// The descriptors that a program receives; all others are closed.
  struct Descriptors {
    /// Standard input; nil for `/dev/null`.
    var input: FileDescriptor?
    var output: FileDescriptor
    /// Standard error; nil for the same as `output`.
    var error: FileDescriptor?
    /// Becomes descriptor 3 of the program.
    var extra: FileDescriptor?
    /// Whether `input` is a terminal that becomes the controlling terminal of the program.
    var takesTerminal = false
  }

  /// Where a group is recorded before its program runs; -1 for nowhere.
  struct Records {
    /// The pipe to the keeper.
    var keeper: Int32 = -1
    /// The file of the journal.
    var journal: Int32 = -1
  }

  /// Starts a program, and returns when it runs.
  ///
  /// It has the default action for all signals. Without a context, it has the limit on descriptors that this
  /// process was started with.
  init(
    _ program: borrowing Program, descriptors: Descriptors, records: Records = Records()
  ) throws(SpawnError) {
    var failure = spawn_failure()
    let limits = program.context?.limits.map { spawn_limit($0) } ?? Self.limitsWithoutContext
    let context = program.context.map { spawn_context(umask: mode_t($0.umask), nice: $0.nice) }
    let identifier = program.paths.withUnsafePointer { paths in
      program.arguments.withUnsafePointer { arguments in
        program.environment.withUnsafePointer { environment in
          program.directory.withOptionalCString { directory in
            limits.withUnsafeBufferPointer { limits in
              context.withOptionalPointer { context in
                var request = spawn_request(
                  paths: paths, arguments: arguments, environment: environment, directory: directory,
                  input: descriptors.input?.rawValue ?? -1, output: descriptors.output.rawValue,
                  error: (descriptors.error ?? descriptors.output).rawValue,
                  extra: descriptors.extra?.rawValue ?? -1,
                  takes_terminal: descriptors.takesTerminal ? 1 : 0, keeper: records.keeper,
                  journal: records.journal, limits: limits.baseAddress, limit_count: Int32(limits.count),
                  context: context)
                return spawn_process(&request, &failure)
              }
            }
          }
        }
      }
    }
    guard identifier > 0 else { throw SpawnError(failure) }
    self.identifier = identifier
    journalError = failure.step == 0 ? nil : Errno(rawValue: failure.error)
  }

  private static var limitsWithoutContext: [spawn_limit] {
    let original = DescriptorLimit.ofChildren
    return original == 0 ? [] : [spawn_limit(resource: DescriptorLimit.number, soft: original)]
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

  /// Whether ``reap()`` was called.
  var isReaped: Bool { state.withLock { $0.isReaped } }

  /// Sends a signal to all processes of the group; does nothing after the program was reaped.
  func signalGroup(_ signal: Int32) {
    state.withLock { state in
      if !state.isReaped { _ = kill(-identifier, signal) }
    }
  }

  /// Sends a signal to all processes of the group, and SIGCONT, so that a stopped process can end.
  ///
  /// - Parameter deadline: When the output thread kills the group, in ``MonotonicTime``.
  func terminate(by signal: Int32 = SIGTERM, killingAt deadline: Int) {
    state.withLock { $0.killDeadline = deadline }
    signalGroup(signal)
    signalGroup(SIGCONT)
  }

  /// When the group is killed, in ``MonotonicTime``; nil until it is terminated.
  var deadline: Int? { state.withLock { $0.killDeadline } }

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

extension spawn_context? {
  fileprivate func withOptionalPointer<Result>(_ body: (UnsafePointer<spawn_context>?) -> Result) -> Result {
    if let self { withUnsafePointer(to: self) { body($0) } } else { body(nil) }
  }
}

extension spawn_limit {
  fileprivate init(_ limit: ProcessContext.Limit) {
    self.init(resource: limit.resource, soft: rlim_t(clamping: limit.soft))
  }
}
