#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ctty.h"

static volatile int captured = -1, original = -1;

int tty_error_capture(void) {
  if (captured >= 0) return 0;
  int memory = tty_memory_file();
  if (memory < 0) return memory;
  // Whoever inherits descriptor 2 appends; nobody's offset is in the way of another's.
  fcntl(memory, F_SETFL, fcntl(memory, F_GETFL) | O_APPEND);
  int copy = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (copy < 0 || dup2(memory, STDERR_FILENO) < 0) {
    int error = errno;
    close(memory);
    if (copy >= 0) close(copy);
    return -error;
  }
  original = copy;
  captured = memory;
  return 0;
}

// Async-signal-safe.
void tty_error_replay(void) {
  int memory = captured, output = original;
  if (memory < 0) return;
  captured = -1;
  original = -1;
  dup2(output, STDERR_FILENO);
  close(output);
  char bytes[4096];
  off_t offset = 0;
  ssize_t count;
  while ((count = pread(memory, bytes, sizeof bytes, offset)) > 0) {
    ssize_t written = write(STDERR_FILENO, bytes, (size_t)count);
    if (written <= 0) break;
    offset += written;
  }
  close(memory);
}

void tty_error_limit(size_t limit) {
  struct stat status;
  if (captured < 0 || fstat(captured, &status) != 0 || (size_t)status.st_size <= limit) return;
  char bytes[4096];
  ssize_t count = pread(captured, bytes, sizeof bytes, status.st_size - (off_t)sizeof bytes);
  if (ftruncate(captured, 0) == 0 && count > 0) {
    ssize_t written = write(captured, bytes, (size_t)count);
    (void)written;
  }
}
