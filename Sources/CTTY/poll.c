#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "ctty.h"

int tty_poll(struct pollfd *descriptors, size_t count, const struct timespec *timeout) {
  int ready = ppoll(descriptors, (nfds_t)count, timeout, NULL);
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

int tty_open_pair(char *path, size_t count) {
  int leader = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (leader < 0) return -errno;
  const char *name = grantpt(leader) == 0 && unlockpt(leader) == 0 ? ptsname(leader) : NULL;
  if (name == NULL || strlen(name) >= count) {
    int error = name == NULL ? errno : ENAMETOOLONG;
    close(leader);
    return -error;
  }
  strcpy(path, name);
  return leader;
}
