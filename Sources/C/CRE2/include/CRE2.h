#pragma once
#include <stdbool.h>
#include <stddef.h>

// RE2 for Swift. No C++ exception leaves these functions: a failure to allocate reads as "no match" or as an error text.

#ifdef __cplusplus
extern "C" {
#endif

typedef struct weft_re2 weft_re2;

// Compiles UTF-8; on failure NULL, and up to `room` bytes of text without a final zero in `error` (`error_length`).
weft_re2 *weft_re2_compile(const char *pattern, size_t length, bool ignore_case, char *error, size_t room,
                           size_t *error_length);
void weft_re2_free(weft_re2 *expression);

// The number of capturing groups, the whole match not counted.
size_t weft_re2_group_count(const weft_re2 *expression);

// Searches text[start...]; `bounds` takes begin and end of the whole match and of the first `pairs - 1` groups, -1 for a
// group that took no part. `whole`: the match must span the text from `start` to the end.
bool weft_re2_match(const weft_re2 *expression, const char *text, size_t length, size_t start, bool whole,
                    ptrdiff_t *bounds, size_t pairs);

#ifdef __cplusplus
}
#endif
