#include "CDigest.h"

#include <string.h>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static inline uint32_t rotated(uint32_t value, int count) { return value >> count | value << (32 - count); }

static void add_blocks_plain(uint32_t *words, const uint8_t *data, size_t count) {
  for (; count > 0; count--, data += 64) {
    uint32_t w[64];
    for (int i = 0; i < 16; i++) {
      w[i] = (uint32_t)data[4 * i] << 24 | (uint32_t)data[4 * i + 1] << 16 | (uint32_t)data[4 * i + 2] << 8 |
             data[4 * i + 3];
    }
    for (int i = 16; i < 64; i++) {
      uint32_t s0 = rotated(w[i - 15], 7) ^ rotated(w[i - 15], 18) ^ w[i - 15] >> 3;
      uint32_t s1 = rotated(w[i - 2], 17) ^ rotated(w[i - 2], 19) ^ w[i - 2] >> 10;
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    uint32_t a = words[0], b = words[1], c = words[2], d = words[3];
    uint32_t e = words[4], f = words[5], g = words[6], h = words[7];
    for (int i = 0; i < 64; i++) {
      uint32_t s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
      uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + constants[i] + w[i];
      uint32_t s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
      uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
      h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
    }
    words[0] += a, words[1] += b, words[2] += c, words[3] += d;
    words[4] += e, words[5] += f, words[6] += g, words[7] += h;
  }
}

#if defined(__x86_64__)
/// The order of the words in the two registers is that of Intel's instructions: ABEF and CDGH.
__attribute__((target("sha,sse4.1,ssse3"))) static void add_blocks_accelerated(
    uint32_t *words, const uint8_t *data, size_t count) {
  const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0bLL, 0x0405060700010203LL);
  __m128i low = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)&words[0]), 0xB1);
  __m128i high = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)&words[4]), 0x1B);
  __m128i abef = _mm_alignr_epi8(low, high, 8);
  __m128i cdgh = _mm_blend_epi16(high, low, 0xF0);
  for (; count > 0; count--, data += 64) {
    __m128i abef_before = abef, cdgh_before = cdgh;
    __m128i w[4];
    for (int i = 0; i < 4; i++) {
      w[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(data + 16 * i)), swap);
    }
    for (int i = 0; i < 16; i++) {
      __m128i sum = _mm_add_epi32(w[i & 3], _mm_loadu_si128((const __m128i *)&constants[4 * i]));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0E));
      if (i >= 12) continue;
      __m128i next = _mm_sha256msg1_epu32(w[i & 3], w[(i + 1) & 3]);
      next = _mm_add_epi32(next, _mm_alignr_epi8(w[(i + 3) & 3], w[(i + 2) & 3], 4));
      w[i & 3] = _mm_sha256msg2_epu32(next, w[(i + 3) & 3]);
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }
  low = _mm_shuffle_epi32(abef, 0x1B);
  high = _mm_shuffle_epi32(cdgh, 0xB1);
  _mm_storeu_si128((__m128i *)&words[0], _mm_blend_epi16(low, high, 0xF0));
  _mm_storeu_si128((__m128i *)&words[4], _mm_alignr_epi8(high, low, 8));
}

static int has_instructions(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_SSE4_1) || !(c & bit_SSSE3)) return 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & 1u << 29);
}
#else
#define add_blocks_accelerated add_blocks_plain
static int has_instructions(void) { return 0; }
#endif

/// 0: not yet known, 1: plain code, 2: instructions. Each thread would find the same.
static int kind = 0;

int digest_is_accelerated(void) {
  int known = __atomic_load_n(&kind, __ATOMIC_RELAXED);
  if (known == 0) {
    known = has_instructions() ? 2 : 1;
    __atomic_store_n(&kind, known, __ATOMIC_RELAXED);
  }
  return known == 2;
}

void digest_use_plain_code(int is_plain) { __atomic_store_n(&kind, is_plain ? 1 : 0, __ATOMIC_RELAXED); }

static void add_blocks(struct digest_state *state, const uint8_t *data, size_t count) {
  (digest_is_accelerated() ? add_blocks_accelerated : add_blocks_plain)(state->words, data, count);
}

void digest_begin(struct digest_state *state) {
  static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  memcpy(state->words, start, sizeof start);
  state->length = 0;
}

void digest_add(struct digest_state *state, const void *bytes, size_t count) {
  if (count == 0) return;
  const uint8_t *data = bytes;
  size_t used = state->length % 64;
  state->length += count;
  if (used > 0) {
    size_t part = count < 64 - used ? count : 64 - used;
    memcpy(state->rest + used, data, part);
    data += part, count -= part;
    if (used + part < 64) return;
    add_blocks(state, state->rest, 1);
  }
  add_blocks(state, data, count / 64);
  memcpy(state->rest, data + count / 64 * 64, count % 64);
}

void digest_end(struct digest_state *state, uint8_t *result) {
  uint64_t bits = state->length * 8;
  uint8_t padding[72] = {0x80};
  size_t zeros = (119 - state->length % 64) % 64;
  for (int i = 0; i < 8; i++) padding[1 + zeros + i] = (uint8_t)(bits >> (56 - 8 * i));
  digest_add(state, padding, 1 + zeros + 8);
  for (int i = 0; i < 32; i++) result[i] = (uint8_t)(state->words[i / 4] >> (24 - 8 * (i % 4)));
}
