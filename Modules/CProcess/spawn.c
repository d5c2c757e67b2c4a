#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/syscall.h>
// The headers of an older kernel do not have it.
#ifndef CLOSE_RANGE_CLOEXEC
#define CLOSE_RANGE_CLOEXEC (1U << 2)
#endif
#endif

extern char **environ;

char **spawn_environment(void) { return environ; }

int process_limit(int resource, rlim_t *soft) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0) return -1;
  *soft = limit.rlim_cur;
  return 0;
}

// On Linux each thread has a value, and Dispatch changes those of its threads: that of the process is that of its main
// thread.
int process_nice(void) { return getpriority(PRIO_PROCESS, getpid()); }

// The child of vfork shares the memory of this process until it executes the program, so nothing is copied. Darwin
// has deprecated vfork.
#ifdef __linux__
#define create_child vfork
#else
#define create_child fork
#endif

// The descriptors from this one on are free for the child until it executes the program: it replaces the lower ones.
enum { FIRST_FREE = SPAWN_EXTRA_DESCRIPTOR + 1 };

// A pipe whose ends are neither inherited by other children nor among the descriptors that the child replaces.
int descriptor_pipe(int ends[2]) {
#ifdef __linux__
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
#else
  if (pipe(ends) != 0) return -1;
  for (int index = 0; index < 2; index++) fcntl(ends[index], F_SETFD, FD_CLOEXEC);
#endif
  for (int index = 0; index < 2; index++) {
    if (ends[index] >= FIRST_FREE) continue;
    int moved = fcntl(ends[index], F_DUPFD_CLOEXEC, FIRST_FREE);
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

int descriptor_replace(int descriptor, int by) {
#ifdef __linux__
  return dup3(by, descriptor, O_CLOEXEC) < 0 ? -1 : 0;
#else
  return dup2(by, descriptor) < 0 ? -1 : fcntl(descriptor, F_SETFD, FD_CLOEXEC);
#endif
}

// From here on only calls that are safe in a signal handler: the child of vfork writes to the memory of its parent, and
// the child of fork has a copy of locks that other threads hold.

static void send_report(int report, int step, int error) {
  struct spawn_failure failure = {step, error};
  while (write(report, &failure, sizeof failure) < 0 && errno == EINTR) {
  }
}

__attribute__((noreturn)) static void fail(int report, int step) {
  send_report(report, step, errno);
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

// Closes all descriptors from this one on when the program is executed. Until then the child needs that of its report.
static void close_on_execute(unsigned first) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, first, ~0u, CLOSE_RANGE_CLOEXEC) == 0) return;
#endif
  // Our own descriptors close on exec. What this is for are the descriptors of others, and these have low numbers.
  struct rlimit limit;
  unsigned end = 4096;
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < end) end = (unsigned)limit.rlim_cur;
  for (unsigned descriptor = first; descriptor < end; descriptor++) fcntl((int)descriptor, F_SETFD, FD_CLOEXEC);
}

// Moves a descriptor away from the numbers that are replaced.
static int keep(int descriptor) {
  return descriptor < 0 || descriptor >= FIRST_FREE ? descriptor : fcntl(descriptor, F_DUPFD, FIRST_FREE);
}

static int set_descriptors(const struct spawn_request *request) {
  int sources[FIRST_FREE] = {request->input, request->output, request->error, request->extra};
  for (int number = 0; number < FIRST_FREE; number++) {
    if (sources[number] >= 0 && (sources[number] = keep(sources[number])) < 0) return -1;
  }
  for (int number = 0; number < FIRST_FREE; number++) {
    if (sources[number] >= 0 && dup2(sources[number], number) < 0) return -1;
  }
  close_on_execute(sources[SPAWN_EXTRA_DESCRIPTOR] >= 0 ? FIRST_FREE : SPAWN_EXTRA_DESCRIPTOR);
  // The child leads a session that has no terminal yet.
  if (request->takes_terminal && ioctl(STDIN_FILENO, TIOCSCTTY, 0) != 0) return -1;
  if (request->input >= 0) return 0;
  // The lowest free descriptor is standard input now, so this needs no other one.
  close(STDIN_FILENO);
  return open("/dev/null", O_RDONLY);
}

// Makes the group of this child known before its program runs. Until it has written, it holds the pipe of the keeper,
// which cannot reach the end of that pipe before. The journal is of use without this child, so an error of the journal
// is reported, and the start goes on.
static void record_group(const struct spawn_request *request, int report) {
  pid_t group = getpid();
  int error = group_send(request->keeper, '+', group);
  if (error != 0) {
    errno = error;
    fail(report, SPAWN_KEEPER);
  }
  error = group_log(request->journal, '+', group);
  if (error != 0) send_report(report, SPAWN_JOURNAL, error);
}

// What the system refuses is left as it is: these settings are wishes, such as a low nice value without privilege.
static void set_context(const struct spawn_request *request) {
  for (int index = 0; index < request->limit_count; index++) {
    struct rlimit limit;
    int resource = request->limits[index].resource;
    if (getrlimit(resource, &limit) != 0) continue;
    rlim_t soft = request->limits[index].soft;
    limit.rlim_cur = soft < limit.rlim_max ? soft : limit.rlim_max;
    setrlimit(resource, &limit);
  }
  if (request->context == NULL) {
    // The thread that starts a command may have another value than its process.
    setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, getppid()));
    return;
  }
  umask(request->context->umask);
  setpriority(PRIO_PROCESS, 0, request->context->nice);
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
  record_group(request, report);
  if (set_descriptors(request) < 0) fail(report, SPAWN_DESCRIPTORS);
  set_context(request);
  if (request->directory != NULL && chdir(request->directory) != 0) fail(report, SPAWN_DIRECTORY);
  reset_signals();
  execute(request);
  fail(report, SPAWN_PROGRAM);
}

// Waits for the child to execute its program, which closes the report, or to say why it cannot. The failure is that of
// the last step that failed; an error of the journal alone is not one. Returns 1 if the program does not run.
static int read_report(int report, struct spawn_failure *failure) {
  *failure = (struct spawn_failure){0, 0};
  for (;;) {
    struct spawn_failure next;
    ssize_t count = read(report, &next, sizeof next);
    if (count < 0 && errno == EINTR) continue;
    if (count != sizeof next) return failure->step != 0 && failure->step != SPAWN_JOURNAL;
    *failure = next;
  }
}

// Reaps a child that did not execute its program. Its number may identify another group afterwards, so it is removed
// from the records before.
static void discard(pid_t child, const struct spawn_request *request, struct spawn_failure *failure) {
  if (failure->step != SPAWN_KEEPER) {
    int error = group_send(request->keeper, '-', child);
    // This keeper would kill another group.
    if (error != 0) *failure = (struct spawn_failure){SPAWN_KEEPER, error};
    group_log(request->journal, '-', child);
  }
  while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
  }
}

pid_t spawn_process(const struct spawn_request *request, struct spawn_failure *failure) {
  int report[2];
  if (descriptor_pipe(report) != 0) {
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
    discard(child, request, failure);
    child = -1;
  }
  close(report[0]);
  return child;
}
