#define _GNU_SOURCE
#include "CProcess.h"

#include <pthread.h>
#include <string.h>

void thread_set_name(const char *name) {
#ifdef __APPLE__
  pthread_setname_np(name);
#else
  // Linux refuses a longer one.
  char start[16] = {0};
  strncpy(start, name, sizeof start - 1);
  pthread_setname_np(pthread_self(), start);
#endif
}
