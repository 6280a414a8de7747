#pragma once

#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <termios.h>
#include <time.h>

// What Swift cannot say: handlers that run inside of a signal, and the calls of Linux that its Glibc
// module hides. Functions return 0 or a descriptor, or the negative errno.

// The commit that the sources were built from, which LISTVIEW_COMMIT gives to the build; empty without.
const char *tty_commit(void);

// A file in memory.
int tty_memory_file(void);

// Lets a pipe hold a megabyte, where the system allows it: who writes goes on while a batch of what was read is shown.
void tty_widen_pipe(int descriptor);

// Gives arrays of a megabyte and more back to the system when they are freed.
void tty_heap_return_large(void);

// poll(2) with nanoseconds; `timeout` may be null for no end.
int tty_poll(struct pollfd *descriptors, size_t count, const struct timespec *timeout);

// The window of a terminal, in cells.
int tty_window_size(int descriptor, int *columns, int *lines);
int tty_set_window_size(int descriptor, int columns, int lines);

// A pair of ends of a new pseudoterminal: the leader's descriptor; the follower's device in `path`.
int tty_open_pair(char *path, size_t count);

// Blocks signals and makes them readable; `previous` is the mask before.
int tty_signal_open(const int *signals, size_t count, sigset_t *previous);
// The next signal that waits, 0 where none does.
int tty_signal_read(int descriptor);
// Gives a signal its default action once: the process stops, or ends. Returns when it goes on.
int tty_signal_default(int signal);
// Forgets a signal that is pending for the process.
void tty_signal_forget(int signal);
void tty_signal_restore(const sigset_t *previous);

// Replaces an argument of this process in its place, where other processes see it (/proc/PID/cmdline), by a text that is
// no longer.
void tty_argument_replace(int index, const char *text);

// Ends the process by SIGINT, SIGTERM, SIGHUP or SIGQUIT if the signal is blocked in all threads and nobody reads it
// within half a second, because the calling thread is busy. Does before what a crash does. A signal that is ignored
// is forgotten. To be called before tty_crash_arm, whenever the thread is another one.
int tty_signal_watch(void);
// A child that shares the terminal, and is asked to end then; 0 for none.
void tty_signal_end_foreground(pid_t process);

// Makes this process the parent of its descendants whose parents have ended.
int tty_adopt_orphans(void);

// Starts a program, looked up in PATH, with the signals as at login: in a session of its own, or in
// that of this process, whose terminal it may use then. A descriptor of -1 is /dev/null.
int tty_spawn(char *const arguments[], char *const environment[], int input, int output,
              int errors, bool has_session, pid_t *process);

// Asks whether a child has ended, without waiting and without reaping it: its number, 0 where none
// has; `status` as waitpid(2) gives it. A process of 0 stands for any child.
pid_t tty_peek(pid_t process, int *status);
// The same, but waits for the child to end; while it is stopped, as by ^Z, this process is stopped, too.
pid_t tty_wait(pid_t process, int *status);

// Starts a process that waits for this one to end, however that happens, and then kills the process
// groups that were given and not taken back. To be called once, while there is one thread.
int tty_guard_start(void);
void tty_guard_add(pid_t group);
void tty_guard_remove(pid_t group);
// Kills the groups now. Safe in a signal handler.
void tty_guard_end(void);

// Sees to it that the process fails where what it printed could not be written.
void tty_check_output_at_exit(const char *program_name, const char *output_name);
// The same at once: nothing can be written to the output afterwards.
void tty_check_output(void);
// Forgets what could not be written so far, because nobody wants it.
void tty_output_forget_errors(void);

// Standard error while the screen is up: kept in a memory file, and shown when it is restored.
int tty_error_capture(void);
void tty_error_replay(void);
// Keeps only the end of what was captured once it is longer than `limit`.
void tty_error_limit(size_t limit);

// Writes bytes to a terminal in a process of its own, which tries for so many seconds while this one
// goes on, or ends.
int tty_write_later(int descriptor, const uint8_t *bytes, size_t count, int seconds);

// What a crash does before anything else: writes `sequence` to the terminal, puts its settings back,
// shows the captured standard error, removes the file below, kills the groups that the guard was given, and then
// does what it would have done.
int tty_crash_arm(int descriptor, const struct termios *settings, const uint8_t *sequence,
                  size_t count);
void tty_crash_disarm(void);
// Does it now; safe in a signal handler.
void tty_crash_restore(void);
// Removes a file then, unless it is taken back by a null pointer; one at a time.
void tty_crash_remove(const char *path);

// The dispositions of the signals that ncurses installs handlers for, kept across newterm(3).
void tty_dispositions_save(void);
void tty_dispositions_restore(void);
