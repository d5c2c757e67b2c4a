#include "library.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/// The place of a function in `struct curl_library`, and its name.
struct function {
  size_t offset;
  const char *name;
};

#define FUNCTION(name) {offsetof(struct curl_library, name), "curl_" #name}

static const struct function functions[] = {
    FUNCTION(global_init), FUNCTION(easy_init), FUNCTION(easy_cleanup),
    FUNCTION(easy_setopt), FUNCTION(easy_getinfo), FUNCTION(easy_strerror),
    FUNCTION(slist_append), FUNCTION(slist_free_all), FUNCTION(multi_init),
    FUNCTION(multi_cleanup), FUNCTION(multi_add_handle), FUNCTION(multi_remove_handle),
    FUNCTION(multi_perform), FUNCTION(multi_info_read), FUNCTION(multi_poll),
    FUNCTION(multi_wakeup),
};

/// SSL, and on Windows its sockets.
enum { ALL_PARTS = 3 };

static int fill(struct curl_library *library, void *handle) {
  for (size_t index = 0; index < sizeof functions / sizeof *functions; index++) {
    void *symbol = dlsym(handle, functions[index].name);
    if (!symbol) return 0;
    memcpy((char *)library + functions[index].offset, &symbol, sizeof symbol);
  }
  return library->global_init(ALL_PARTS) == 0;
}

const struct curl_library *curl_open(const char *const *names) {
  struct curl_library *library = calloc(1, sizeof *library);
  if (!library) return NULL;
  for (; *names; names++) {
    void *handle = dlopen(*names, RTLD_NOW | RTLD_LOCAL);
    if (!handle) continue;
    if (fill(library, handle)) return library;
    dlclose(handle);
  }
  free(library);
  return NULL;
}
