#include "CIconv.h"

#include <errno.h>
#include <iconv.h>

weft_iconv *weft_iconv_open(const char *charset) {
  iconv_t converter = iconv_open("UTF-8", charset);
  return converter == (iconv_t)-1 ? NULL : (weft_iconv *)converter;
}

weft_iconv_status weft_iconv_convert(weft_iconv *converter, const uint8_t *input, size_t count, size_t *taken,
                                     uint8_t *output, size_t room, size_t *written) {
  char *from = (char *)input;
  char *to = (char *)output;
  size_t from_left = count;
  size_t to_left = room;
  size_t result = iconv((iconv_t)converter, input ? &from : NULL, &from_left, &to, &to_left);
  int failure = errno;
  *taken = count - from_left;
  *written = room - to_left;
  if (result != (size_t)-1) return WEFT_ICONV_DONE;
  if (failure == E2BIG) return WEFT_ICONV_FULL;
  return failure == EINVAL ? WEFT_ICONV_INCOMPLETE : WEFT_ICONV_INVALID;
}

void weft_iconv_close(weft_iconv *converter) { iconv_close((iconv_t)converter); }
