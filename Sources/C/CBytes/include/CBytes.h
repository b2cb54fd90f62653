#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// What Swift has no words for: bytes compared side by side (its SIMD types compare one after the other), and a word to
// the memory. All of it is inlined into its callers.

typedef uint8_t weft_bytes __attribute__((vector_size(16)));

static inline weft_bytes weft_load(const uint8_t *bytes) {
  weft_bytes loaded;
  memcpy(&loaded, bytes, sizeof loaded);
  return loaded;
}

static inline bool weft_is_any(weft_bytes bytes) {
  uint64_t words[2];
  memcpy(words, &bytes, sizeof words);
  return (words[0] | words[1]) != 0;
}

// All bits of each byte that may not stand in a path as it is, or begins a segment with a dot. `before` begins one byte
// earlier. Allowed are letters, digits, "-", ".", "/" and "_"; the rare "~" is left to the long way.
static inline weft_bytes weft_odd_in_path(weft_bytes bytes, weft_bytes before) {
  weft_bytes letter = (weft_bytes)(((bytes | 0x20) - 'a') < 26);
  weft_bytes other = (weft_bytes)((bytes - '-') < 13) | (weft_bytes)(bytes == '_');
  return ~(letter | other) | ((weft_bytes)(bytes == '.') & (weft_bytes)(before == '/'));
}

// An address without its scheme ("//host/path") is canonical: the host is in lower case and ends with a letter (one that
// ends with a dot or a digit may be written in another way too), nothing in its path is escaped or to be escaped, no
// segment begins with a dot, and no query and no fragment follow. Short ones are not looked at.
static inline bool weft_is_plain_address(const uint8_t *address, size_t count) {
  if (count < 18) return false;
  const uint8_t *host = address + 2;
  size_t length = count - 2;
  const uint8_t *slash = (const uint8_t *)memchr(host, '/', length);
  if (slash == NULL || slash == host) return false;
  uint8_t last = slash[-1];
  if (last < 'a' || last > 'z') return false;
  // "/_" are no bytes of a host, nor are capital letters; in the last sixteen only those before the slash count.
  size_t host_length = (size_t)(slash - host);
  static const uint8_t few[32] = {255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255};
  weft_bytes odd = {0};
  size_t index = 0;
  for (; index < host_length && index + 16 <= length; index += 16) {
    weft_bytes bytes = weft_load(host + index);
    size_t left = host_length - index;
    weft_bytes counts = weft_load(few + (left < 16 ? 16 - left : 0));
    odd |= ((weft_bytes)((bytes - 'A') < 26) | (weft_bytes)(bytes == '_')) & counts;
  }
  for (; index < host_length; index++)
    if (host[index] == '_' || (uint8_t)(host[index] - 'A') < 26) return false;
  for (index = 0; index + 16 <= length; index += 16)
    odd |= weft_odd_in_path(weft_load(host + index), weft_load(host + index - 1));
  if (index < length) odd |= weft_odd_in_path(weft_load(host + length - 16), weft_load(host + length - 17));
  return !weft_is_any(odd);
}

// No byte is a space or a control character of ASCII.
static inline bool weft_is_visible(const uint8_t *bytes, size_t count) {
  size_t index = 0;
  if (count >= 16) {
    weft_bytes odd = (weft_bytes)(weft_load(bytes + count - 16) <= ' ');
    for (; index + 16 <= count; index += 16) odd |= (weft_bytes)(weft_load(bytes + index) <= ' ');
    return !weft_is_any(odd);
  }
  for (; index < count; index++)
    if (bytes[index] <= ' ') return false;
  return true;
}

// The place of the first '<' from `start` on, else `count`; `*encoded` says whether an '&' stands before it.
static inline size_t weft_text_end(const uint8_t *bytes, size_t start, size_t count, bool *encoded) {
  size_t index = start;
  bool found = false;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  weft_bytes ampersands = {0};
  for (; index + 16 <= count; index += 16) {
    weft_bytes loaded = weft_load(bytes + index);
    weft_bytes tags = (weft_bytes)(loaded == '<'), ands = (weft_bytes)(loaded == '&');
    uint64_t tag[2], and[2];
    memcpy(tag, &tags, sizeof tag);
    if ((tag[0] | tag[1]) == 0) {
      ampersands |= ands;
      continue;
    }
    memcpy(and, &ands, sizeof and);
    // The bits below the lowest one that is set belong to the bytes before the tag.
    uint64_t before = tag[0] ? and[0] & (tag[0] - 1) : and[0] | (and[1] & (tag[1] - 1));
    *encoded = before != 0 || weft_is_any(ampersands);
    return index + (size_t)(tag[0] ? __builtin_ctzll(tag[0]) : 64 + __builtin_ctzll(tag[1])) / 8;
  }
  found = weft_is_any(ampersands);
#endif
  for (; index < count && bytes[index] != '<'; index++) found |= bytes[index] == '&';
  *encoded = found;
  return index;
}

// All bytes are of ASCII and none is a control character but tabs and line feeds.
static inline bool weft_is_clean(const uint8_t *bytes, size_t count) {
  typedef int8_t weft_signed __attribute__((vector_size(16)));
  size_t index = 0;
  for (; index + 64 <= count; index += 64) {
    weft_bytes odd = {0};
    for (size_t part = 0; part < 64; part += 16) {
      weft_bytes loaded = weft_load(bytes + index + part);
      // What is beyond ASCII is negative.
      weft_bytes blank = (weft_bytes)(loaded == '\t') | (weft_bytes)(loaded == '\n');
      odd |= (weft_bytes)((weft_signed)loaded < ' ') & ~blank;
    }
    if (weft_is_any(odd)) return false;
  }
  for (; index < count; index++)
    if ((bytes[index] < ' ' && bytes[index] != '\t' && bytes[index] != '\n') || bytes[index] >= 0x80) return false;
  return true;
}

// The memory at this place will be read soon.
static inline void weft_prefetch(const void *place) { __builtin_prefetch(place); }
