#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// What the scanner of XML asks of sixteen bytes at once: Swift's SIMD types compare one after the other. All of it is
// inlined into its callers.

typedef uint8_t weft_markup_bytes __attribute__((vector_size(16)));

static inline weft_markup_bytes weft_markup_load(const uint8_t *bytes) {
  weft_markup_bytes loaded;
  memcpy(&loaded, bytes, sizeof loaded);
  return loaded;
}

static inline bool weft_markup_is_any(weft_markup_bytes bytes) {
  uint64_t words[2];
  memcpy(words, &bytes, sizeof words);
  return (words[0] | words[1]) != 0;
}

// The place of the first '<' from `start` on, else `count`; `*encoded` says whether an '&' stands before it.
static inline size_t weft_markup_text_end(const uint8_t *bytes, size_t start, size_t count, bool *encoded) {
  size_t index = start;
  bool found = false;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  weft_markup_bytes ampersands = {0};
  for (; index + 16 <= count; index += 16) {
    weft_markup_bytes loaded = weft_markup_load(bytes + index);
    weft_markup_bytes tags = (weft_markup_bytes)(loaded == '<'), ands = (weft_markup_bytes)(loaded == '&');
    uint64_t tag[2], and[2];
    memcpy(tag, &tags, sizeof tag);
    if ((tag[0] | tag[1]) == 0) {
      ampersands |= ands;
      continue;
    }
    memcpy(and, &ands, sizeof and);
    // The bits below the lowest one that is set belong to the bytes before the tag.
    uint64_t before = tag[0] ? and[0] & (tag[0] - 1) : and[0] | (and[1] & (tag[1] - 1));
    *encoded = before != 0 || weft_markup_is_any(ampersands);
    return index + (size_t)(tag[0] ? __builtin_ctzll(tag[0]) : 64 + __builtin_ctzll(tag[1])) / 8;
  }
  found = weft_markup_is_any(ampersands);
#endif
  for (; index < count && bytes[index] != '<'; index++) found |= bytes[index] == '&';
  *encoded = found;
  return index;
}

// All bytes are of ASCII and none is a control character but tabs and line feeds.
static inline bool weft_markup_is_clean(const uint8_t *bytes, size_t count) {
  typedef int8_t weft_signed __attribute__((vector_size(16)));
  size_t index = 0;
  for (; index + 64 <= count; index += 64) {
    weft_markup_bytes odd = {0};
    for (size_t part = 0; part < 64; part += 16) {
      weft_markup_bytes loaded = weft_markup_load(bytes + index + part);
      // What is beyond ASCII is negative.
      odd |= (weft_markup_bytes)((weft_signed)loaded < ' ') & ~(weft_markup_bytes)(loaded == '\t') & ~(weft_markup_bytes)(loaded == '\n');
    }
    if (weft_markup_is_any(odd)) return false;
  }
  for (; index < count; index++)
    if ((bytes[index] < ' ' && bytes[index] != '\t' && bytes[index] != '\n') || bytes[index] >= 0x80) return false;
  return true;
}
