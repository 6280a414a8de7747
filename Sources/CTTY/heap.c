#include "ctty.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

void tty_heap_return_large(void) {
#ifdef __GLIBC__
  // Once a large array is freed, glibc lets all that are smaller lie among the pieces of the feed from
  // then on, where their room is of no use for long (mallopt(3), "dynamic mmap threshold").
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
  // Pieces come and go at the end of the heap.
  mallopt(M_TRIM_THRESHOLD, 8 << 20);
#endif
}
