#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <termios.h>
#include <unistd.h>

#include "ctty.h"

// Faults, which happen again when a handler returns.
static const int faults[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGSYS};
// What ends a process that does nothing about it, beside what the loop takes. SIGXFSZ is not among
// them: who writes is told that a file has become too large. Those of real time come after these.
static const int deadly[] = {
    SIGPIPE, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGUSR1, SIGUSR2,
#ifdef SIGPOLL
    SIGPOLL,
#endif
#ifdef SIGPWR
    SIGPWR,
#endif
#ifdef SIGSTKFLT
    SIGSTKFLT,
#endif
};
enum { fault_count = sizeof faults / sizeof *faults, deadly_count = sizeof deadly / sizeof *deadly };
enum { signal_limit = 65 };

static struct sigaction previous[signal_limit];
static bool is_armed[signal_limit];
static struct termios saved;
static uint8_t restoring[1024];
static size_t restoring_count;
static volatile sig_atomic_t terminal = -1;
static bool installed;

// A file that is removed unless it becomes complete. The path before is not freed: a handler in another thread may
// be reading it.
static char *volatile unfinished;

void tty_crash_remove(const char *path) { unfinished = path == NULL ? NULL : strdup(path); }

// Only calls that are safe in a signal handler.
void tty_crash_restore(void) {
  int descriptor = terminal;
  terminal = -1;
  if (descriptor >= 0) {
    size_t offset = 0;
    while (offset < restoring_count) {
      ssize_t written = write(descriptor, restoring + offset, restoring_count - offset);
      if (written > 0) {
        offset += (size_t)written;
        continue;
      }
      // A terminal that takes nothing for long must not keep a dead process.
      struct pollfd ready = {.fd = descriptor, .events = POLLOUT};
      if (written == 0 || (errno != EAGAIN && errno != EINTR)) break;
      if (poll(&ready, 1, 2000) > 0) continue;
      tty_write_later(descriptor, restoring + offset, restoring_count - offset, 600);
      break;
    }
    tcsetattr(descriptor, TCSANOW, &saved);
    tty_error_replay();
    // Swift's backtracer asks "press space to interact" where standard input is a terminal, and
    // waits; from here on it is none.
    int null = open("/dev/null", O_RDONLY);
    if (null >= 0) dup2(null, STDIN_FILENO);
  }
  if (unfinished != NULL) unlink(unfinished);
  tty_guard_end();
}

static void restore_then_chain(int number, siginfo_t *info, void *context) {
  tty_crash_restore();
  sigaction(number, &previous[number], NULL);
  if ((previous[number].sa_flags & SA_SIGINFO) && previous[number].sa_sigaction) {
    previous[number].sa_sigaction(number, info, context);
    // A fault happens again when this returns, and ends the process; a signal that somebody sent
    // does not, and a process that was given up must not go on.
    if (info->si_code > 0) return;
    signal(number, SIG_DFL);
  }
  raise(number);
}

static void arm(int number, const struct sigaction *action, bool unless_ignored) {
  struct sigaction before;
  if (sigaction(number, NULL, &before) != 0) return;
  // What somebody has chosen to do, or not to do, about it is no end.
  if (unless_ignored && ((before.sa_flags & SA_SIGINFO) || before.sa_handler != SIG_DFL)) return;
  previous[number] = before;
  is_armed[number] = sigaction(number, action, NULL) == 0;
}

int tty_crash_arm(int descriptor, const struct termios *settings, const uint8_t *sequence,
                  size_t count) {
  if (count > sizeof restoring) return -E2BIG;
  terminal = -1;
  saved = *settings;
  memcpy(restoring, sequence, count);
  restoring_count = count;
  if (!installed) {
    // A stack of its own, so that an overflow of the stack can be handled too.
    stack_t current;
    if (sigaltstack(NULL, &current) == 0 && (current.ss_flags & SS_DISABLE)) {
      static uint8_t stack[65536];
      stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
      sigaltstack(&own, NULL);
    }
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = restore_then_chain;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < fault_count; i++) arm(faults[i], &action, false);
    for (int i = 0; i < deadly_count; i++) arm(deadly[i], &action, true);
#ifdef SIGRTMIN
    for (int i = SIGRTMIN; i <= SIGRTMAX && i < signal_limit; i++) arm(i, &action, true);
#endif
    installed = true;
  }
  terminal = descriptor;
  return 0;
}

void tty_crash_disarm(void) {
  terminal = -1;
  if (!installed) return;
  for (int i = 1; i < signal_limit; i++) {
    if (is_armed[i]) sigaction(i, &previous[i], NULL);
    is_armed[i] = false;
  }
  installed = false;
}
