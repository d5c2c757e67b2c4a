#ifndef SIGNALBOX_CPROCESS_H
#define SIGNALBOX_CPROCESS_H

#include <sys/resource.h>
#include <sys/types.h>

/// A program to start as a child of this process.
///
/// The child leads a session and a process group of its own. It reads from /dev/null, and has no other descriptors than
/// the first three. All signals have their default action, and none is blocked.
struct spawn_request {
  /// Paths of the program, tried one after the other as `execvp` does. The last element is null.
  char *const *paths;
  /// The arguments, beginning with the name of the program. The last element is null.
  char *const *arguments;
  /// The whole environment, as `NAME=value`. The last element is null.
  char *const *environment;
  /// The directory that the program starts in; null for the directory of this process. Relative paths of the program
  /// start there.
  const char *directory;
  /// A descriptor that becomes standard output of the program.
  int output;
  /// A descriptor that becomes standard error of the program; it may be the same as `output`.
  int error;
  /// The soft limit on open descriptors; 0 leaves the limit of this process.
  rlim_t descriptor_limit;
};

/// The part of a start that failed.
enum spawn_step {
  /// Creating the process.
  SPAWN_PROCESS = 1,
  /// Setting up its descriptors.
  SPAWN_DESCRIPTORS = 2,
  /// Entering its directory.
  SPAWN_DIRECTORY = 3,
  /// Executing the program.
  SPAWN_PROGRAM = 4,
};

/// Why a program did not start.
struct spawn_failure {
  /// One of `spawn_step`.
  int step;
  /// The value of `errno`.
  int error;
};

/// Starts a program, and returns the identifier of the process when the program runs.
///
/// `posix_spawn` can neither limit descriptors nor say which step failed, and Swift may not call `fork`.
///
/// Returns -1 and sets the failure if the program did not start; no process is left then. From any thread.
pid_t spawn_process(const struct spawn_request *request, struct spawn_failure *failure);

/// The environment of this process, which Swift takes for an unprotected variable.
char **spawn_environment(void);

/// Makes all threads allocate from one arena. Without this call each thread can have an arena of its own.
void memory_share_arena(void);

/// Returns free memory to the system, where the C library does not do so by itself.
void memory_release_free(void);

#endif
