#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "ctty.h"

int tty_memory_file(void) {
#ifdef __linux__
  int descriptor = memfd_create("listview", MFD_CLOEXEC);
#else
  char path[] = "/tmp/listview.XXXXXX";
  int descriptor = mkstemp(path);
  if (descriptor >= 0) unlink(path);
#endif
  return descriptor < 0 ? -errno : descriptor;
}
