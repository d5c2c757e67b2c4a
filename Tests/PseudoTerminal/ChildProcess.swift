internal import Synchronization
internal import TerminalUI

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A process on a pseudo-terminal.
struct ChildProcess {
  let identifier: pid_t
  /// The controlling end of the pseudo-terminal, which belongs to the test.
  let controller: Int32
  /// The settings of the terminal line before the program was started.
  let initialLineSettings: LineSettings?

  /// If two processes were started at the same time, one could inherit the descriptors of the other before
  /// these are marked as close-on-exec. Closing a terminal would then not hang it up.
  private static let starts = Mutex(())

  /// Starts a program in its own session, with the pseudo-terminal as its controlling terminal. All signals
  /// have their default handlers, and none is blocked.
  init(_ program: Program, size: Size) throws(PseudoTerminalError) {
    var controller: Int32 = -1
    var identifier: pid_t = 0
    var settings: LineSettings?
    let failure = ChildProcess.starts.withLock { _ -> PseudoTerminalError? in
      var terminal: Int32 = -1
      var name = [CChar](repeating: 0, count: 128)
      var window = winsize()
      window.ws_col = UInt16(size.width)
      window.ws_row = UInt16(size.height)
      guard openpty(&controller, &terminal, &name, nil, &window) == 0 else {
        return .refused(call: "openpty", errno: errno)
      }
      settings = LineSettings(descriptor: terminal)
      for end in [controller, terminal] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      // If the program does not read, writing to a full line must not block the test.
      _ = fcntl(controller, F_SETFL, fcntl(controller, F_GETFL) | O_NONBLOCK)
      let error = ChildProcess.spawn(program, terminalPath: name, &identifier)
      close(terminal)
      guard error == 0 else {
        close(controller)
        return .refused(call: "posix_spawn of \(program.path)", errno: error)
      }
      return nil
    }
    if let failure { throw failure }
    self.identifier = identifier
    self.controller = controller
    initialLineSettings = settings
  }

  private static func spawn(_ program: Program, terminalPath: [CChar], _ identifier: inout pid_t) -> Int32 {
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
    #else
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, terminalPath, O_RDWR, 0)
    if let file = program.outputFile {
      posix_spawn_file_actions_addopen(&actions, 1, file, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    } else {
      posix_spawn_file_actions_adddup2(&actions, 0, 1)
    }
    posix_spawn_file_actions_adddup2(&actions, 0, 2)

    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let flags = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK) | setSession
    posix_spawnattr_setflags(&attributes, Int16(flags))

    let command = program.commandLine
    let arguments = command.map { strdup($0) } + [nil]
    let environment =
      program.environment.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + environment { free(text) } }
    return posix_spawn(&identifier, command[0], &actions, &attributes, arguments, environment)
  }

  /// The value of `POSIX_SPAWN_SETSID`, which glibc declares only for programs that enable its extensions.
  #if canImport(Darwin)
  private static let setSession: Int32 = 0x0400
  #else
  private static let setSession: Int32 = 0x80
  #endif
}
