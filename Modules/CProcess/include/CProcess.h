#ifndef SIGNALBOX_CPROCESS_H
#define SIGNALBOX_CPROCESS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

/// A soft limit of a program.
struct spawn_limit {
  /// One of the constants `RLIMIT_…`.
  int resource;
  /// The limit; the hard limit of this process applies if that is lower.
  rlim_t soft;
};

/// What a program takes from another process than its parent.
struct spawn_context {
  mode_t umask;
  /// The nice value; without privilege it can only be raised.
  int nice;
};

/// A program to start as a child of this process.
///
/// The child leads a session and a process group of its own. It has no other descriptors than those of this request. All
/// signals have their default action, and none is blocked.
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
  /// A descriptor that becomes standard input of the program; -1 for /dev/null.
  int input;
  /// A descriptor that becomes standard output of the program.
  int output;
  /// A descriptor that becomes standard error of the program; it may be the same as `output`.
  int error;
  /// A descriptor that becomes `SPAWN_EXTRA_DESCRIPTOR` of the program; -1 for none.
  int extra;
  /// Whether `input` is a terminal that becomes the controlling terminal of the program.
  int takes_terminal;
  /// The pipe to a keeper, which receives the group of the child before the program runs; -1 for none.
  int keeper;
  /// A file to which the group of the child is appended before the program runs; -1 for none.
  int journal;
  /// The soft limits that are not those of this process.
  const struct spawn_limit *limits;
  int limit_count;
  /// Null for the context of this process.
  const struct spawn_context *context;
};

/// The number of the descriptor that a program inherits besides the first three.
enum { SPAWN_EXTRA_DESCRIPTOR = 3 };

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
  /// Telling the keeper.
  SPAWN_KEEPER = 5,
  /// Writing the journal. The program runs nevertheless.
  SPAWN_JOURNAL = 6,
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
/// Returns -1 and sets the failure if the program did not start; no process is left then. If the program runs, the step
/// of the failure is 0, or `SPAWN_JOURNAL`. From any thread.
pid_t spawn_process(const struct spawn_request *request, struct spawn_failure *failure);

/// Tells a keeper that a group has begun (`+`) or is about to end (`-`). Returns 0, or the value of `errno`: EPIPE if the
/// keeper has ended, EAGAIN if it has not read for a second. Does nothing if the descriptor is negative.
int group_send(int keeper, char change, pid_t group);

/// Appends the same to a journal, with the time. Returns 0, or the value of `errno`.
int group_log(int journal, char change, pid_t group);

/// Nanoseconds on the clock by which the system reports when a process has started.
uint64_t group_time(void);

/// The environment of this process, which Swift takes for an unprotected variable.
char **spawn_environment(void);

/// Opens a pipe whose ends are closed on exec, and are none of the descriptors that a child replaces. Returns -1 and sets
/// `errno` if that fails.
int descriptor_pipe(int ends[2]);

/// Makes a descriptor lead to what another one leads to, at no moment to nothing, and closed on exec. Returns -1 and sets
/// `errno` if that fails.
int descriptor_replace(int descriptor, int by);

/// A descriptor that is readable when a process has ended, of this process or not, and closed on exec. Returns -1 and sets
/// `errno` if the process has been reaped, and where the system has no such descriptors.
int process_watch(int process);

/// Writes a line of less than PIPE_BUF bytes. A signal that the write causes is discarded. Returns 0, or the value of
/// `errno`: EAGAIN if a descriptor that does not block has not taken it for a second.
int descriptor_write_quietly(int descriptor, const void *line, size_t size);

/// Waits as `poll` does with an array of `struct pollfd`, for up to a number of microseconds; for ever if it is negative.
/// Where the system counts milliseconds, they are rounded up.
int descriptors_poll(void *descriptors, size_t count, int64_t microseconds);

/// Opens a pseudo-terminal: the side that is read and written instead of a person, and that of a program. Both are closed
/// on exec, and neither becomes the controlling terminal of this process. Returns -1 and sets `errno` if that fails.
///
/// A newline in the output stays a newline unless it is converted to a return and a newline, as on other terminals. Output
/// passes several times as fast without.
int terminal_open(int ends[2], unsigned short columns, unsigned short rows, int converts_newlines);

#ifdef __linux__
/// What has happened to a descriptor. One that has hung up or failed is both.
struct descriptor_event {
  uint64_t tag;
  int readable;
  int writable;
};

/// A descriptor that is readable while something has happened to the descriptors that are set. Returns -1, with `errno`,
/// if there can be none.
int descriptor_events_open(void);

/// Sets what to report of a descriptor, under a tag; nothing if neither. Returns -1, with `errno`, on failure.
int descriptor_events_set(int events, int descriptor, int readable, int writable, uint64_t tag);

/// Waits until something has happened. It may also return when nothing has.
void descriptor_events_wait(int events);

/// Takes what has happened, without waiting. Returns the number of elements that were filled, or -1.
int descriptor_events_take(int events, struct descriptor_event *taken, int count);
#endif

/// Changes the size of a terminal, by either side. Its foreground group receives SIGWINCH if that is another size.
void terminal_resize(int descriptor, unsigned short columns, unsigned short rows);

/// The path of a terminal, by its side that is no program's. Returns -1 if the descriptor is no such side.
int terminal_name(int master, char *name, size_t size);

/// Reads a soft limit by number, which has another type in each C library. Returns -1 if there is no such limit.
int process_limit(int resource, rlim_t *soft);

/// Names the calling thread for debuggers. Linux shows the first 15 bytes.
void thread_set_name(const char *name);

/// Creates a number of threads that exist at the same time and receive no signals, and ends them. Returns 0, or the value of
/// `errno` if the system refuses one.
int threads_try(int count);

/// The nice value of this process, whose call has another type in each C library.
int process_nice(void);

/// Makes all threads allocate from one arena. Without this call each thread can have an arena of its own.
void memory_share_arena(void);

/// Returns free memory to the system, where the C library does not do so by itself.
void memory_release_free(void);

/// The number by which Linux tells kinds of file systems apart, for the one with this path. Returns -1 if it does not say.
long file_system_kind(const char *path);

#endif
