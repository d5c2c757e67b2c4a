#ifndef SIGNALBOX_CCURL_LIBRARY_H
#define SIGNALBOX_CCURL_LIBRARY_H

#include "CCurl.h"

/// One element of a list of texts.
struct curl_lines {
  char *text;
  struct curl_lines *next;
};

/// What is known of the certificates of a server, a list for each of them.
struct curl_certificates {
  int count;
  struct curl_lines **lists;
};

/// What has happened to a transfer.
struct curl_event {
  int kind;
  curl_transfer transfer;
  union {
    void *pointer;
    int code;
  } result;
};

/// The functions, each called `curl_` and its name in the library.
struct curl_library {
  int (*global_init)(long parts);
  void *(*easy_init)(void);
  void (*easy_cleanup)(void *);
  int (*easy_setopt)(void *, int, ...);
  int (*easy_getinfo)(void *, int, ...);
  const char *(*easy_strerror)(int);
  struct curl_lines *(*slist_append)(struct curl_lines *, const char *);
  void (*slist_free_all)(struct curl_lines *);
  void *(*multi_init)(void);
  int (*multi_cleanup)(void *);
  int (*multi_add_handle)(void *, void *);
  int (*multi_remove_handle)(void *, void *);
  int (*multi_perform)(void *, int *);
  struct curl_event *(*multi_info_read)(void *, int *);
  int (*multi_poll)(void *, void *, unsigned, int, int *);
  int (*multi_wakeup)(void *);
};

#endif
