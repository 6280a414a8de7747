#include "ctty.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

void tty_heap_return_large(void) {
#ifdef __GLIBC__
  // Once a large array is freed, glibc lets all that are smaller lie in the heap from then on, among the
  // many small ones, and what is freed there is of no use for long (mallopt(3), "dynamic mmap
  // threshold").
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
#endif
}
