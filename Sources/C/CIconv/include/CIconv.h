#pragma once
#include <stddef.h>
#include <stdint.h>

// iconv for Swift: its char ** arguments and its (size_t)-1 results become plain counts and one status.

typedef struct weft_iconv weft_iconv;

typedef enum {
  WEFT_ICONV_DONE,       // all input was taken
  WEFT_ICONV_INVALID,    // the input at `taken` is not of the charset
  WEFT_ICONV_INCOMPLETE, // the input ends inside a character
  WEFT_ICONV_FULL        // the output has no room for the next character
} weft_iconv_status;

// A converter from a charset to UTF-8, or NULL where the C library does not know the charset.
weft_iconv *weft_iconv_open(const char *charset);

// Converts as far as possible, or with a null input what is held back for a combining mark; `taken` and `written` are counts of bytes in this call.
weft_iconv_status weft_iconv_convert(weft_iconv *converter, const uint8_t *input, size_t count, size_t *taken,
                                     uint8_t *output, size_t room, size_t *written);

void weft_iconv_close(weft_iconv *converter);
