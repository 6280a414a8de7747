#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "ctty.h"

// fork(2) without what the C library does before and after it: fork(3) takes the locks of the heap and calls
// handlers of pthread_atfork(3), and a signal handler may have interrupted who holds such a lock.
static pid_t fork_at_once(void) {
#if defined __GLIBC__ && !__GLIBC_PREREQ(2, 34)
  return (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
#else
  return _Fork();
#endif
}

static void close_others(int kept) {
  int limit = (int)sysconf(_SC_OPEN_MAX);
  if (kept > 0) close_range(0, (unsigned)kept - 1, 0);
  if (close_range((unsigned)kept + 1, ~0U, 0) == 0) limit = 0;
  for (int i = 0; i < limit; i++) {
    if (i != kept) close(i);
  }
}

static void write_until(int descriptor, const uint8_t *bytes, size_t count, time_t end) {
  size_t offset = 0;
  while (offset < count) {
    ssize_t written = write(descriptor, bytes + offset, count - offset);
    if (written > 0) {
      offset += (size_t)written;
      continue;
    }
    if (written < 0 && errno != EAGAIN && errno != EINTR) return;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (now.tv_sec >= end) return;
    struct pollfd ready = {.fd = descriptor, .events = POLLOUT};
    if (poll(&ready, 1, (int)(end - now.tv_sec) * 1000) > 0 && !(ready.revents & POLLOUT)) return;
  }
}

int tty_write_later(int descriptor, const uint8_t *bytes, size_t count, int seconds) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  sigset_t all, previous;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &previous);
  // A child's child: nobody has to wait for it.
  pid_t process = fork_at_once();
  if (process == 0) {
    // Signals stay blocked, those of job control too; only the end of the terminal ends it.
    if (fork_at_once() == 0) {
      close_others(descriptor);
      write_until(descriptor, bytes, count, now.tv_sec + seconds);
    }
    _exit(0);
  }
  int error = errno;
  pthread_sigmask(SIG_SETMASK, &previous, NULL);
  if (process < 0) return -error;
  while (waitpid(process, NULL, 0) < 0 && errno == EINTR) {}
  return 0;
}
