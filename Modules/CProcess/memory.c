#include "CProcess.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

void memory_share_arena(void) {
#ifdef __GLIBC__
  mallopt(M_ARENA_MAX, 1);
#endif
}

void memory_release_free(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}
