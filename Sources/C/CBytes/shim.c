#define _GNU_SOURCE
#include "CBytes.h"

#include <sys/mman.h>

void weft_expect_scattered_access(void *table, size_t size) {
  const uintptr_t large = (uintptr_t)2 << 20;
  uintptr_t begin = ((uintptr_t)table + large - 1) & ~(large - 1);
  uintptr_t end = ((uintptr_t)table + size) & ~(large - 1);
  if (begin < end) (void)madvise((void *)begin, end - begin, MADV_HUGEPAGE);
}
