#define _GNU_SOURCE
#include <errno.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "ctty.h"

int tty_adopt_orphans(void) {
#ifdef __linux__
  return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0 ? -errno : 0;
#else
  return -ENOSYS;
#endif
}
