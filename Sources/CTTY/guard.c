#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <sys/prctl.h>

#include "ctty.h"

// The end of a process can be told to nobody by a process that is killed: another one waits for the
// end of their connection. It has nothing open but this connection, and allocates nothing.

static int connection = -1;

static char *first_argument;
static size_t arguments_length;

#ifdef __GLIBC__
// glibc gives the arguments to constructors. The guard takes another name and forgets the environment,
// so that nobody who looks for the program finds it twice.
__attribute__((constructor)) static void find_arguments(int count, char **arguments) {
  if (count < 1) return;
  char *last = arguments[count - 1];
  // The environment lies behind the arguments.
  for (char **entry = arguments + count + 1; *entry != NULL; entry++) {
    if (*entry > last) last = *entry;
  }
  first_argument = arguments[0];
  arguments_length = (size_t)(last + strlen(last) - first_argument);
}
#endif

static void take_name(void) {
  prctl(PR_SET_NAME, "lv-guard");
  if (first_argument == NULL) return;
  memset(first_argument, 0, arguments_length);
  strncpy(first_argument, "lv-guard", arguments_length);
}

// A bit for each number that a process can have (PID_MAX_LIMIT of the kernel): there is no limit to how many
// groups are kept, and the pages that hold no bit take no memory.
enum { number_limit = 1 << 22, word_bits = 64 };
static uint64_t kept[number_limit / word_bits];

static void keep_guard(int end) {
  pid_t message;
  while (true) {
    ssize_t length = recv(end, &message, sizeof message, 0);
    if (length < 0 && errno == EINTR) continue;
    if (length != sizeof message) break;
    bool is_added = message > 0;
    pid_t group = is_added ? message : -message;
    // A group of 1 or less would be every process.
    if (group <= 1 || group >= number_limit) continue;
    uint64_t bit = UINT64_C(1) << group % word_bits;
    if (is_added) kept[group / word_bits] |= bit;
    else kept[group / word_bits] &= ~bit;
  }
  for (int i = 0; i < number_limit / word_bits; i++) {
    for (uint64_t bits = kept[i]; bits != 0; bits &= bits - 1) {
      kill(-(i * word_bits + __builtin_ctzll(bits)), SIGKILL);
    }
  }
  _exit(0);
}

int tty_guard_start(void) {
  if (connection >= 0) return 0;
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) != 0) return -errno;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  sigset_t all, previous;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &previous);
  pid_t process = fork();
  if (process == 0) {
    // All signals stay blocked: a key that ends the program shall not end who cleans up after it.
    setsid();
    int limit = (int)sysconf(_SC_OPEN_MAX);
    close_range(0, (unsigned)ends[1] - 1, 0);
    if (close_range((unsigned)ends[1] + 1, ~0U, 0) == 0) limit = 0;
    for (int i = 0; i < limit; i++) {
      if (i != ends[1]) close(i);
    }
    if (chdir("/") != 0) _exit(1);
    take_name();
    keep_guard(ends[1]);
  }
  int error = errno;
  sigprocmask(SIG_SETMASK, &previous, NULL);
  close(ends[1]);
  if (process < 0) {
    close(ends[0]);
    return -error;
  }
  connection = ends[0];
  return 0;
}

static void tell(pid_t message) {
  if (connection < 0) return;
  while (send(connection, &message, sizeof message, MSG_NOSIGNAL) < 0 && errno == EINTR) {}
}

void tty_guard_add(pid_t group) { tell(group); }
void tty_guard_remove(pid_t group) { tell(-group); }
void tty_guard_end(void) {
  if (connection >= 0) shutdown(connection, SHUT_RDWR);
}
