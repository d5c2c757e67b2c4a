import Foundation
import Glibc

/// A wall clock that can be set apart from that of the system, for all programs that start with its
/// environment. Their monotonic clocks and timers stay as they are.
///
/// libfaketime 0.9.10 also moves absolute monotonic timers (`timerfd_settime`), so that the timers of a box
/// would be due days later.
@MainActor
final class WallClock {
  private static let source = """
    #define _GNU_SOURCE
    #include <fcntl.h>
    #include <stdlib.h>
    #include <sys/mman.h>
    #include <sys/syscall.h>
    #include <sys/time.h>
    #include <time.h>
    #include <unistd.h>

    static const volatile long *offset;

    __attribute__((constructor)) static void begin(void) {
      const char *path = getenv("TORTURE_CLOCK");
      int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
      if (file < 0) return;
      void *memory = mmap(0, sizeof *offset, PROT_READ, MAP_SHARED, file, 0);
      if (memory != MAP_FAILED) offset = memory;
      close(file);
    }

    int clock_gettime(clockid_t clock, struct timespec *result) {
      if (syscall(SYS_clock_gettime, clock, result)) return -1;
      if (offset && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) result->tv_sec += *offset;
      return 0;
    }

    int gettimeofday(struct timeval *result, void *zone) {
      (void)zone;
      struct timespec now;
      if (clock_gettime(CLOCK_REALTIME, &now)) return -1;
      result->tv_sec = now.tv_sec;
      result->tv_usec = now.tv_nsec / 1000;
      return 0;
    }

    time_t time(time_t *result) {
      struct timespec now = {0, 0};
      clock_gettime(CLOCK_REALTIME, &now);
      if (result) *result = now.tv_sec;
      return now.tv_sec;
    }

    """

  /// Builds the library that programs load, and returns its path.
  static func build(in folder: String) async throws -> String {
    let (text, library) = ("\(folder)/clock.c", "\(folder)/clock.so")
    try source.write(toFile: text, atomically: true, encoding: .utf8)
    try await Shell.run("cc -shared -fPIC -O1 -o \(library) \(text)")
    return library
  }

  let environment: [String: String]
  private let file: String

  /// By how many seconds it is ahead, from now on.
  var offset = 0 {
    didSet { write() }
  }

  init(library: String, file: String) {
    self.file = file
    environment = ["LD_PRELOAD": library, "TORTURE_CLOCK": file]
  }

  /// Into the same file, which the programs have mapped.
  func write() {
    let descriptor = open(file, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    _ = withUnsafeBytes(of: offset) { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    close(descriptor)
  }
}
