#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <sys/signalfd.h>

#include "ctty.h"

int tty_signal_open(const int *signals, size_t count, sigset_t *previous) {
  sigset_t set;
  sigemptyset(&set);
  for (size_t i = 0; i < count; i++) sigaddset(&set, signals[i]);
  int error = pthread_sigmask(SIG_BLOCK, &set, previous);
  if (error) return -error;
  int descriptor = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
  if (descriptor < 0) {
    error = errno;
    pthread_sigmask(SIG_SETMASK, previous, NULL);
    return -error;
  }
  return descriptor;
}

int tty_signal_read(int descriptor) {
  struct signalfd_siginfo info;
  ssize_t count = read(descriptor, &info, sizeof info);
  return count == (ssize_t)sizeof info ? (int)info.ssi_signo : 0;
}

int tty_signal_default(int signal_number) {
  struct sigaction action, before;
  memset(&action, 0, sizeof action);
  action.sa_handler = SIG_DFL;
  if (sigaction(signal_number, &action, &before) != 0) return -errno;
  sigset_t set, mask;
  sigemptyset(&set);
  sigaddset(&set, signal_number);
  // Pending now, delivered to this thread as soon as it is unblocked: nothing else can come between.
  raise(signal_number);
  pthread_sigmask(SIG_UNBLOCK, &set, &mask);
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  sigaction(signal_number, &before, NULL);
  return 0;
}

void tty_signal_forget(int signal_number) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal_number);
  struct timespec now = {0, 0};
  while (sigtimedwait(&set, NULL, &now) > 0) {}
}

void tty_signal_restore(const sigset_t *previous) { pthread_sigmask(SIG_SETMASK, previous, NULL); }

static const int curses_signals[] = {SIGINT, SIGTERM, SIGTSTP, SIGWINCH};
static struct sigaction curses_dispositions[sizeof curses_signals / sizeof *curses_signals];

static void nothing(int signal_number) { (void)signal_number; }

void tty_dispositions_save(void) {
  for (size_t i = 0; i < sizeof curses_signals / sizeof *curses_signals; i++)
    sigaction(curses_signals[i], NULL, &curses_dispositions[i]);
  // If ncurses finds SIGTSTP at its default it takes it over for good, and ignores it during every
  // doupdate(3): a ^Z that waits for the loop just then would be thrown away by the kernel.
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = nothing;
  sigaction(SIGTSTP, &action, NULL);
}

void tty_dispositions_restore(void) {
  for (size_t i = 0; i < sizeof curses_signals / sizeof *curses_signals; i++)
    sigaction(curses_signals[i], &curses_dispositions[i], NULL);
}
