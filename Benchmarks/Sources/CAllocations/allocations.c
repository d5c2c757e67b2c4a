#include "CAllocations.h"

#if defined(__linux__) && defined(__GLIBC__)
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>

// glibc lets a program bring its own malloc; these count and pass on.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static __thread uint64_t allocations;
static _Atomic int64_t bytes;
static int counts_bytes;

static void *counted(void *block) {
  allocations += 1;
  if (counts_bytes && block) atomic_fetch_add_explicit(&bytes, malloc_usable_size(block) + 8, memory_order_relaxed);
  return block;
}

static void uncount(void *block) {
  if (counts_bytes && block) atomic_fetch_sub_explicit(&bytes, malloc_usable_size(block) + 8, memory_order_relaxed);
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) { return counted(__libc_calloc(count, size)); }
void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

int posix_memalign(void **block, size_t alignment, size_t size) {
  *block = counted(__libc_memalign(alignment, size));
  return *block ? 0 : 12;
}

void *realloc(void *block, size_t size) {
  uncount(block);
  return counted(__libc_realloc(block, size));
}

void free(void *block) {
  uncount(block);
  __libc_free(block);
}

uint64_t allocations_of_this_thread(void) { return allocations; }
int64_t allocated_bytes(void) { return atomic_load(&bytes); }
void count_allocated_bytes(int counts) { counts_bytes = counts; }
#else
uint64_t allocations_of_this_thread(void) { return 0; }
int64_t allocated_bytes(void) { return 0; }
void count_allocated_bytes(int counts) { (void)counts; }
#endif
