#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <sys/signalfd.h>

#include "ctty.h"

// A loop reads its signals when it waits, and does not wait while it computes. A thread that does nothing else
// waits for the same signals: one that nobody has read after half a second ends the process where it is.
//
// The thread takes the signal first, so that either the loop ends the process or the thread does. The end itself
// happens in the thread of the loop, in a handler: nothing is drawn meanwhile, and nothing afterwards.

static const int ends[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
enum { end_count = sizeof ends / sizeof *ends };
// How often the thread looks whether a signal has been read, and after how long.
enum { looks = 10, look_nanoseconds = 50 * 1000 * 1000 };

static pthread_t loop_thread;
static volatile sig_atomic_t ending;
static volatile sig_atomic_t foreground;
static bool is_watching;

// Only calls that are safe in a signal handler.
static void end_here(int number) {
  int reason = ending != 0 ? ending : number;
  tty_crash_restore();
  if (foreground > 0) kill(foreground, SIGTERM);
  tty_signal_default(reason);
  _exit(128 + reason);
}

static bool is_ignored(int number) {
  struct sigaction action;
  return sigaction(number, NULL, &action) == 0 && !(action.sa_flags & SA_SIGINFO)
         && action.sa_handler == SIG_IGN;
}

static void *watch(void *argument) {
  struct pollfd signals = {.fd = (int)(intptr_t)argument, .events = POLLIN};
  struct timespec pause_time = {.tv_nsec = look_nanoseconds};
  while (true) {
    if (poll(&signals, 1, -1) != 1) continue;
    bool is_waiting = true;
    for (int i = 0; i < looks && is_waiting; i++) {
      nanosleep(&pause_time, NULL);
      is_waiting = poll(&signals, 1, 0) == 1;
    }
    int number = is_waiting ? tty_signal_read(signals.fd) : 0;
    if (number == 0 || is_ignored(number)) continue;
    ending = number;
    pthread_kill(loop_thread, SIGRTMAX);
  }
}

int tty_signal_watch(void) {
  loop_thread = pthread_self();
  if (is_watching) return 0;
  sigset_t set, all, previous;
  sigemptyset(&set);
  for (int i = 0; i < end_count; i++) sigaddset(&set, ends[i]);
  int descriptor = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
  if (descriptor < 0) return -errno;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = end_here;
  action.sa_flags = SA_ONSTACK;
  sigfillset(&action.sa_mask);
  sigaction(SIGRTMAX, &action, NULL);
  // No signal is meant for the new thread.
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &previous);
  pthread_attr_t attributes;
  pthread_t thread;
  int error = pthread_attr_init(&attributes);
  if (error == 0) {
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, 1 << 16);
    error = pthread_create(&thread, &attributes, watch, (void *)(intptr_t)descriptor);
    pthread_attr_destroy(&attributes);
  }
  sigdelset(&previous, SIGRTMAX);
  pthread_sigmask(SIG_SETMASK, &previous, NULL);
  if (error != 0) close(descriptor);
  is_watching = error == 0;
  return -error;
}

void tty_signal_end_foreground(pid_t process) { foreground = process; }
