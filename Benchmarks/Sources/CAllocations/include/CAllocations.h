#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H

#include <stdint.h>

/// How often the calling thread has allocated memory; always 0 where malloc cannot be replaced.
uint64_t allocations_of_this_thread(void);

/// How many bytes are allocated now, in all threads, as the allocator counts them (with what it rounds up).
int64_t allocated_bytes(void);

/// Whether bytes are counted, which makes every allocation slower.
void count_allocated_bytes(int counts);

#endif
