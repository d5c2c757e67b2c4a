internal import Processes
internal import Synchronization

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Another program that has the terminal until it ends, such as an editor.
///
/// It has a process group of its own, which is in the foreground meanwhile, so that keys like Ctrl-C reach
/// only that program. Its standard error is the terminal, too.
final class ForegroundProgram: Sendable {
  private let child = Mutex<pid_t?>(nil)

  /// Asks it to end, if it runs.
  func end() {
    child.withLock { child in
      guard let child else { return }
      kill(-child, SIGTERM)
      kill(-child, SIGCONT)
    }
  }

  /// Runs a program to its end and returns its exit code; nil if it cannot be started or was killed. Blocks
  /// the thread.
  func run(_ arguments: [String]) -> Int32? {
    guard let child = Self.start(arguments) else { return nil }
    self.child.withLock { $0 = child }
    // It is reaped at the end, and its number may identify another group afterwards.
    defer { self.child.withLock { $0 = nil } }
    return Self.wait(for: child)
  }

  private static func wait(for child: pid_t) -> Int32? {
    // A process in the background that changes the foreground would be stopped.
    let mask = blockStops()
    defer { restore(mask) }
    tcsetpgrp(STDIN_FILENO, child)
    defer { tcsetpgrp(STDIN_FILENO, getpgrp()) }
    var status: Int32 = 0
    while true {
      guard waitpid(child, &status, WUNTRACED) == child else {
        if errno == EINTR { continue }
        return nil
      }
      // It was stopped before it had the terminal, or by Ctrl-Z: there is no shell that could continue it.
      guard status & 0xFF == 0x7F else { break }
      tcsetpgrp(STDIN_FILENO, child)
      kill(-child, SIGCONT)
    }
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
  }

  private static func start(_ arguments: [String]) -> pid_t? {
    #if canImport(Darwin)
    var attributes: posix_spawnattr_t?
    #else
    var attributes = posix_spawnattr_t()
    #endif
    guard posix_spawnattr_init(&attributes) == 0 else { return nil }
    defer { posix_spawnattr_destroy(&attributes) }
    var (all, none) = (sigset_t(), sigset_t())
    sigfillset(&all)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var texts: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for text in texts { free(text) } }
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    #else
    var actions = posix_spawn_file_actions_t()
    #endif
    guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
    var child: pid_t = 0
    guard let name = arguments.first, posix_spawnp(&child, name, &actions, &attributes, &texts, environ) == 0
    else {
      return nil
    }
    return child
  }

  private static func blockStops() -> sigset_t {
    var (stops, earlier) = (sigset_t(), sigset_t())
    sigemptyset(&stops)
    sigaddset(&stops, SIGTTOU)
    pthread_sigmask(SIG_BLOCK, &stops, &earlier)
    return earlier
  }

  private static func restore(_ mask: sigset_t) {
    var mask = mask
    pthread_sigmask(SIG_SETMASK, &mask, nil)
  }
}
