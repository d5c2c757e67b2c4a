#ifndef SIGNALBOX_CDIGEST_H
#define SIGNALBOX_CDIGEST_H

#include <stddef.h>
#include <stdint.h>

/// A SHA-256 that is being computed.
struct digest_state {
  uint32_t words[8];
  uint64_t length;
  uint8_t rest[64];
};

void digest_begin(struct digest_state *state);

void digest_add(struct digest_state *state, const void *bytes, size_t count);

/// Writes the 32 bytes of the digest. The state must not be used after that.
void digest_end(struct digest_state *state, uint8_t *result);

/// Whether the instructions of the processor for SHA-256 are used.
int digest_is_accelerated(void);

/// Computes without these instructions from now on, which tests compare.
void digest_use_plain_code(int is_plain);

#endif
