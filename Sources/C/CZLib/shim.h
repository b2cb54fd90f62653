#include <zlib.h>

/// deflateInit2, a macro: a gzip stream (windowBits 15 + 16) at the given level.
static inline int weft_gzip_begin(z_stream *stream, int level) {
  return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}
