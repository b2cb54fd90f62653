#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// simdjson 3.0 for Swift: its DOM tape, made plain arrays. Stands for simdjson's C++ classes
// `internal::dom_parser_implementation` and `dom::document`; no exception crosses this header.
//
// The tape is that of simdjson (doc/tape.md: type in the top byte, payload in the low 56 bits).
typedef struct {
  const uint64_t *tape;     // words, among them the root words at both ends
  size_t tape_count;
  const uint8_t *strings;   // for a string's payload: 4 bytes of length (little endian), then UTF-8
  const uint8_t *text;      // a copy of the text that was given
  void *owner;              // what weft_json_free frees
} weft_json_document;

// Why a text was not read. Only what the caller tells apart has a number of its own.
enum {
  WEFT_JSON_OK = 0,
  WEFT_JSON_BAD_UTF8 = 1,
  WEFT_JSON_REFUSED = 2,    // the text is not JSON, or holds a number or an escape that simdjson refuses
  WEFT_JSON_TOO_DEEP = 3,
  WEFT_JSON_NO_MEMORY = 4,  // also: a text over 4 GB
};

// Parses `length` bytes of UTF-8. Where `parsed` is not NULL it is parsed in place of `text`, as long and with every
// value at the same place; `document` then shows `text`. On WEFT_JSON_OK, `document` must be given to weft_json_free;
// otherwise it is all zero.
int weft_json_parse(const uint8_t *text, const uint8_t *parsed, size_t length, size_t depth,
                    weft_json_document *document);

// For each word of the tape of an owner that begins a value or ends a container: its byte in the text. Made when it is
// asked for the first time, by whichever thread; NULL where there is no memory.
const uint32_t *weft_json_offsets(void *owner);

void weft_json_free(weft_json_document *document);

// What simdjson alone does with a text that has 64 bytes of room behind it, for benchmarks: the length of the tape, or 0.
size_t weft_json_bare(const uint8_t *padded, size_t length);

#ifdef __cplusplus
}
#endif
