#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "ctty.h"

// What a program has printed may be lost until its output is closed: a disk may be full, a network gone.
// Where the reader has left, the program ends as any filter does then.
static const char *program;
static const char *name;

static int has_no_reader(void) {
  struct pollfd output = {STDOUT_FILENO, POLLOUT, 0};
  return poll(&output, 1, 0) == 1 && (output.revents & POLLERR);
}

void tty_check_output(void) {
  int is_written = fflush(stdout) == 0 && !ferror(stdout);
  if (is_written && (close(STDOUT_FILENO) == 0 || errno == EBADF)) return;
  // Since the write that failed, errno may have got another value.
  if (errno == EPIPE || has_no_reader()) {
    signal(SIGPIPE, SIG_DFL);
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    sigprocmask(SIG_UNBLOCK, &pipe, NULL);
    raise(SIGPIPE);
  }
  const char *reason = strerror(errno);
  const char *parts[] = {program, ": ", name, ": ", reason, "\n"};
  for (int i = 0; i < 6; i++) {
    ssize_t written = write(STDERR_FILENO, parts[i], strlen(parts[i]));
    (void)written;
  }
  _exit(EX_IOERR);
}

void tty_check_output_at_exit(const char *program_name, const char *output_name) {
  program = strdup(program_name);
  name = strdup(output_name);
  if (program && name) atexit(tty_check_output);
}

void tty_output_forget_errors(void) { clearerr(stdout); }
