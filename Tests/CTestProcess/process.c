#include "CTestProcess.h"

#include <signal.h>
#include <stddef.h>

#ifndef NSIG
#define NSIG 65
#endif

// Before the first test: the tests, and what they start, find the signals as at login, whoever runs them. In the
// background of a script SIGINT is ignored, nohup(1) ignores SIGHUP, and where SIGCHLD is ignored nobody can wait
// for a child.
__attribute__((constructor)) void use_default_signals(void) {
  for (int number = 1; number < NSIG; number++) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN) signal(number, SIG_DFL);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}
