#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

int process_watch(int process) {
#ifdef SYS_pidfd_open
  return (int)syscall(SYS_pidfd_open, process, 0);
#else
  (void)process;
  errno = ENOSYS;
  return -1;
#endif
}
