#include "CProcess.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

// All functions here are safe in a signal handler and between vfork and exec: they allocate nothing, take no lock, and
// use no memory but their stack.

// How long a keeper that does not read may delay a start, in milliseconds.
enum { PATIENCE = 1000 };

// Writes the decimal digits of a number, and returns the end of the text.
static char *append_number(char *text, uint64_t number) {
  char digits[20];
  int count = 0;
  do digits[count++] = (char)('0' + number % 10);
  while ((number /= 10) != 0);
  while (count > 0) *text++ = digits[--count];
  return text;
}

// Writes a line that is short enough to be written wholly or not at all. Returns 0, or the value of errno.
static int write_line(int descriptor, const void *line, size_t size) {
  for (;;) {
    ssize_t count = write(descriptor, line, size);
    if (count == (ssize_t)size) return 0;
    // Only a file on a full disk takes a part of it.
    if (count >= 0) return ENOSPC;
    if (errno == EINTR) continue;
    if (errno != EAGAIN) return errno;
    struct pollfd request = {.fd = descriptor, .events = POLLOUT};
    if (poll(&request, 1, PATIENCE) == 0) return EAGAIN;
  }
}

int descriptor_write_quietly(int descriptor, const void *line, size_t size) {
  sigset_t caused, earlier, pending;
  sigemptyset(&caused);
  sigaddset(&caused, SIGPIPE);
  sigaddset(&caused, SIGXFSZ);
  sigpending(&pending);
  pthread_sigmask(SIG_BLOCK, &caused, &earlier);
  int error = write_line(descriptor, line, size);
  int signal = error == EPIPE ? SIGPIPE : error == EFBIG ? SIGXFSZ : 0;
  if (signal != 0 && sigismember(&pending, signal) != 1) {
    // The write has sent it to this thread, unless it is ignored.
    sigpending(&pending);
    if (sigismember(&pending, signal) == 1) {
      sigemptyset(&caused);
      sigaddset(&caused, signal);
      sigwait(&caused, &signal);
    }
  }
  pthread_sigmask(SIG_SETMASK, &earlier, NULL);
  return error;
}

uint64_t group_time(void) {
  struct timespec time;
#ifdef __linux__
  clock_gettime(CLOCK_BOOTTIME, &time);
#else
  clock_gettime(CLOCK_REALTIME, &time);
#endif
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

int group_send(int keeper, char change, pid_t group) {
  if (keeper < 0) return 0;
  char line[32], *end = line;
  *end++ = change;
  *end++ = ' ';
  end = append_number(end, (uint64_t)group);
  *end++ = '\n';
  return descriptor_write_quietly(keeper, line, (size_t)(end - line));
}

int group_log(int journal, char change, pid_t group) {
  if (journal < 0) return 0;
  // The line break comes first: a line that a full disk has cut does not spoil the next one.
  char line[64], *end = line;
  *end++ = '\n';
  *end++ = change;
  *end++ = ' ';
  end = append_number(end, (uint64_t)group);
  *end++ = ' ';
  end = append_number(end, group_time());
  return descriptor_write_quietly(journal, line, (size_t)(end - line));
}
