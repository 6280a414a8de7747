#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <sys/ioctl.h>

#include "ctty.h"

int tty_poll(struct pollfd *descriptors, size_t count, const struct timespec *timeout) {
#ifdef __linux__
  int ready = ppoll(descriptors, (nfds_t)count, timeout, NULL);
#else
  int wait = timeout ? (int)(timeout->tv_sec * 1000 + (timeout->tv_nsec + 999999) / 1000000) : -1;
  int ready = poll(descriptors, (nfds_t)count, wait);
#endif
  return ready < 0 ? -errno : ready;
}

int tty_window_size(int descriptor, int *columns, int *lines) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) return -errno;
  *columns = size.ws_col;
  *lines = size.ws_row;
  return 0;
}

int tty_set_window_size(int descriptor, int columns, int lines) {
  struct winsize size = {.ws_row = (unsigned short)lines, .ws_col = (unsigned short)columns};
  return ioctl(descriptor, TIOCSWINSZ, &size) != 0 ? -errno : 0;
}
