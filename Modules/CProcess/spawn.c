#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/syscall.h>
#endif

extern char **environ;

char **spawn_environment(void) { return environ; }

// The child of vfork shares the memory of this process until it executes the program, so nothing is copied. Darwin
// has deprecated vfork.
#ifdef __linux__
#define create_child vfork
#else
#define create_child fork
#endif

// A pipe whose ends are neither inherited by other children nor one of the first three descriptors, which the child
// replaces.
static int open_report(int ends[2]) {
#ifdef __linux__
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
#else
  if (pipe(ends) != 0) return -1;
  for (int index = 0; index < 2; index++) fcntl(ends[index], F_SETFD, FD_CLOEXEC);
#endif
  for (int index = 0; index < 2; index++) {
    if (ends[index] > 2) continue;
    int moved = fcntl(ends[index], F_DUPFD_CLOEXEC, 3);
    int error = errno;
    close(ends[index]);
    ends[index] = moved;
    if (moved < 0) {
      close(ends[1 - index]);
      errno = error;
      return -1;
    }
  }
  return 0;
}

static void close_range_of_descriptors(unsigned first, unsigned last) {
  if (first > last) return;
#ifdef SYS_close_range
  if (syscall(SYS_close_range, first, last, 0) == 0) return;
#endif
  // Our own descriptors close on exec. What this is for are the descriptors of others, and these have low numbers.
  struct rlimit limit;
  unsigned end = 4096;
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < end) end = (unsigned)limit.rlim_cur;
  for (unsigned descriptor = first; descriptor <= last && descriptor < end; descriptor++) close((int)descriptor);
}

// From here on only calls that are safe in a signal handler: the child of vfork writes to the memory of its parent, and
// the child of fork has a copy of locks that other threads hold.

__attribute__((noreturn)) static void fail(int report, int step) {
  struct spawn_failure failure = {step, errno};
  while (write(report, &failure, sizeof failure) < 0 && errno == EINTR) {
  }
  _exit(127);
}

// A handler of this process must not run in the child, and a signal that this process ignores is not ignored there.
static void reset_signals(void) {
  struct sigaction action = {.sa_handler = SIG_DFL};
  sigemptyset(&action.sa_mask);
  for (int signal = 1; signal < NSIG; signal++) {
    if (signal != SIGKILL && signal != SIGSTOP) sigaction(signal, &action, NULL);
  }
  sigprocmask(SIG_SETMASK, &action.sa_mask, NULL);
}

static int set_descriptors(int output, int error, int report) {
  if (output < 3 && (output = fcntl(output, F_DUPFD, 3)) < 0) return -1;
  if (error < 3 && (error = fcntl(error, F_DUPFD, 3)) < 0) return -1;
  if (dup2(output, STDOUT_FILENO) < 0 || dup2(error, STDERR_FILENO) < 0) return -1;
  close_range_of_descriptors(3, (unsigned)report - 1);
  close_range_of_descriptors((unsigned)report + 1, ~0u);
  // The lowest free descriptor is standard input now, so this needs no other one.
  close(STDIN_FILENO);
  return open("/dev/null", O_RDONLY);
}

// Like execvp: goes on where there is no such file, and remembers that a file may not be executed.
static void execute(const struct spawn_request *request) {
  int error = ENOENT;
  for (char *const *path = request->paths; *path != NULL; path++) {
    execve(*path, request->arguments, request->environment);
    switch (errno) {
      case EACCES: error = EACCES; break;
      case ENOENT:
      case ENOTDIR:
        if (error == ENOENT) error = errno;
        break;
      default: return;
    }
  }
  errno = error;
}

__attribute__((noreturn, noinline)) static void run_child(const struct spawn_request *request, int report) {
  setsid();
  if (set_descriptors(request->output, request->error, report) < 0) fail(report, SPAWN_DESCRIPTORS);
  struct rlimit limit;
  if (request->descriptor_limit != 0 && getrlimit(RLIMIT_NOFILE, &limit) == 0) {
    limit.rlim_cur = request->descriptor_limit;
    setrlimit(RLIMIT_NOFILE, &limit);
  }
  if (request->directory != NULL && chdir(request->directory) != 0) fail(report, SPAWN_DIRECTORY);
  reset_signals();
  execute(request);
  fail(report, SPAWN_PROGRAM);
}

// Waits for the child to execute its program, which closes the report, or to say why it cannot. Returns 1 if it failed.
static int read_report(int report, struct spawn_failure *failure) {
  ssize_t count;
  do {
    count = read(report, failure, sizeof *failure);
  } while (count < 0 && errno == EINTR);
  return count == sizeof *failure;
}

pid_t spawn_process(const struct spawn_request *request, struct spawn_failure *failure) {
  int report[2];
  if (open_report(report) != 0) {
    *failure = (struct spawn_failure){SPAWN_DESCRIPTORS, errno};
    return -1;
  }
  // A handler that ran in the child before its signals are reset would act on the memory of this process.
  sigset_t all, mask;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &mask);
  pid_t child = create_child();
  if (child == 0) run_child(request, report[1]);
  int error = errno;
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  close(report[1]);
  if (child < 0) {
    *failure = (struct spawn_failure){SPAWN_PROCESS, error};
  } else if (read_report(report[0], failure)) {
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
    }
    child = -1;
  }
  close(report[0]);
  return child;
}
