#define _GNU_SOURCE
#include <fcntl.h>

#include "ctty.h"

void tty_widen_pipe(int descriptor) {
  enum { wanted = 1 << 20 };
  // What is no pipe, and what may not hold as much, stays as it is.
  int size = fcntl(descriptor, F_GETPIPE_SZ);
  if (size > 0 && size < wanted) fcntl(descriptor, F_SETPIPE_SZ, wanted);
}
