#define _GNU_SOURCE
#include <errno.h>
#include <sys/mman.h>

#include "ctty.h"

int tty_memory_file(void) {
  int descriptor = memfd_create("listview", MFD_CLOEXEC);
  return descriptor < 0 ? -errno : descriptor;
}
