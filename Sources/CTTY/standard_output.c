#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "ctty.h"

// What a program has printed may be lost until its output is closed: a disk may be full, a network gone.
static void check(void) {
  int is_written = fflush(stdout) == 0 && !ferror(stdout);
  if (is_written && (close(STDOUT_FILENO) == 0 || errno == EBADF)) return;
  const char *reason = strerror(errno);
  const char *parts[] = {"listview: standard output: ", reason, "\n"};
  for (int i = 0; i < 3; i++) {
    ssize_t written = write(STDERR_FILENO, parts[i], strlen(parts[i]));
    (void)written;
  }
  _exit(EX_IOERR);
}

void tty_check_output_at_exit(void) { atexit(check); }
