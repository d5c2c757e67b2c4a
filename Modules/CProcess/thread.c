#define _GNU_SOURCE
#include "CProcess.h"

#include <pthread.h>
#include <signal.h>
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

enum { MOST_TRIED = 64, TRIED_STACK = 64 * 1024 };

// Waits until it is let go.
static void *wait_for_end(void *gate) {
  pthread_mutex_lock(gate);
  pthread_mutex_unlock(gate);
  return NULL;
}

int threads_try(int count) {
  pthread_t threads[MOST_TRIED];
  if (count > MOST_TRIED) count = MOST_TRIED;
  pthread_attr_t attributes;
  int error = pthread_attr_init(&attributes);
  if (error) return error;
  pthread_attr_setstacksize(&attributes, TRIED_STACK);
  // They inherit the mask of this thread.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&gate);
  int created = 0;
  while (created < count && !(error = pthread_create(&threads[created], &attributes, wait_for_end, &gate))) created++;
  pthread_mutex_unlock(&gate);
  while (created > 0) pthread_join(threads[--created], NULL);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  return error;
}
