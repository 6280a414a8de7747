#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <sys/prctl.h>

#include "ctty.h"

static int argument_count;
static char **program_arguments;

#ifdef __GLIBC__
// Only glibc passes the arguments of main to constructors.
__attribute__((constructor)) static void note_arguments(int count, char **arguments) {
  argument_count = count;
  program_arguments = arguments;
}
#endif

void tty_argument_replace(int index, const char *text) {
  if (index < 0 || index >= argument_count) return;
  size_t length = strlen(program_arguments[index]);
  // The rest is filled with null characters.
  strncpy(program_arguments[index], text, length);
}

int tty_adopt_orphans(void) {
  return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0 ? -errno : 0;
}

static pid_t look(pid_t process, int *status, int options) {
  siginfo_t info;
  info.si_pid = 0;
  idtype_t kind = process == 0 ? P_ALL : P_PID;
  int code;
  do {
    code = waitid(kind, (id_t)process, &info, WEXITED | WNOWAIT | options);
  } while (code != 0 && errno == EINTR);
  if (code != 0 || info.si_pid == 0) return 0;
  *status = info.si_code == CLD_EXITED ? (info.si_status & 0xFF) << 8 : info.si_status & 0x7F;
  return info.si_pid;
}

pid_t tty_peek(pid_t process, int *status) { return look(process, status, WNOHANG); }

pid_t tty_wait(pid_t process, int *status) {
  for (;;) {
    siginfo_t info = {0};
    if (waitid(P_PID, (id_t)process, &info, WEXITED | WSTOPPED | WNOWAIT) != 0) {
      if (errno == EINTR) continue;
      return -1;
    }
    if (info.si_code != CLD_STOPPED) return look(process, status, 0);
    // The shell that started this process waits for it to stop as well.
    (void)waitid(P_PID, (id_t)process, &info, WSTOPPED | WNOHANG);
    (void)kill(getpid(), SIGSTOP);
    (void)kill(process, SIGCONT);
  }
}

// Puts a descriptor, or nothing to read or to say, in the place of one of the program's.
static int place(posix_spawn_file_actions_t *actions, int descriptor, int number) {
  if (descriptor >= 0) return posix_spawn_file_actions_adddup2(actions, descriptor, number);
  int flags = number == STDIN_FILENO ? O_RDONLY : O_WRONLY;
  return posix_spawn_file_actions_addopen(actions, number, "/dev/null", flags, 0);
}

int tty_spawn(char *const arguments[], char *const environment[], int input, int output,
              int errors, bool has_session, pid_t *process) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int code = posix_spawn_file_actions_init(&actions);
  if (code != 0) return -code;
  code = posix_spawnattr_init(&attributes);
  if (code != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return -code;
  }
  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setsigmask(&attributes, &none);
  short flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
  if (has_session) flags |= POSIX_SPAWN_SETSID;
  posix_spawnattr_setflags(&attributes, flags);
  code = place(&actions, input, STDIN_FILENO);
  if (code == 0) code = place(&actions, output, STDOUT_FILENO);
  if (code == 0) code = place(&actions, errors, STDERR_FILENO);
  if (code == 0) {
    code = posix_spawnp(process, arguments[0], &actions, &attributes, arguments, environment);
  }
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return -code;
}
