internal import Processes

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Another program that has the terminal until it ends, such as an editor.
///
/// It has a process group of its own, which is in the foreground meanwhile, so that keys like Ctrl-C reach
/// only that program.
enum ForegroundProgram {
  /// Runs a program to its end and returns its exit code; nil if it cannot be started or was killed.
  ///
  /// Blocks the thread: as after Ctrl-Z, this process does nothing meanwhile.
  static func run(_ arguments: [String]) -> Int32? {
    guard let child = start(arguments) else { return nil }
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
    var child: pid_t = 0
    guard let name = arguments.first, posix_spawnp(&child, name, nil, &attributes, &texts, environ) == 0
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
