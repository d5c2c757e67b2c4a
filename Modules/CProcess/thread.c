#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

struct start {
  const char *name;
  void (*body)(void *);
  void *context;
};

static void *run(void *argument) {
  struct start start = *(struct start *)argument;
  free(argument);
#ifdef __APPLE__
  pthread_setname_np(start.name);
#else
  pthread_setname_np(pthread_self(), start.name);
#endif
  start.body(start.context);
  return NULL;
}

int thread_start(const char *name, size_t stack_size, void (*body)(void *), void *context) {
  struct start *start = malloc(sizeof *start);
  if (!start) return ENOMEM;
  *start = (struct start){name, body, context};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, stack_size);
  // A thread begins with the mask of the one that creates it.
  sigset_t all, earlier;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &earlier);
  pthread_t thread;
  int code = pthread_create(&thread, &attributes, run, start);
  pthread_sigmask(SIG_SETMASK, &earlier, NULL);
  pthread_attr_destroy(&attributes);
  if (code) free(start);
  return code;
}
