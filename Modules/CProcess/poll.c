#define _GNU_SOURCE
#include "CProcess.h"

#include <limits.h>
#include <poll.h>
#include <time.h>

int descriptors_poll(void *descriptors, size_t count, int64_t microseconds) {
#ifdef __linux__
  struct timespec time = {.tv_sec = microseconds / 1000000, .tv_nsec = microseconds % 1000000 * 1000};
  return ppoll(descriptors, (nfds_t)count, microseconds < 0 ? NULL : &time, NULL);
#else
  int64_t milliseconds = (microseconds + 999) / 1000;
  return poll(descriptors, (nfds_t)count, microseconds < 0 ? -1 : milliseconds > INT_MAX ? INT_MAX : (int)milliseconds);
#endif
}
