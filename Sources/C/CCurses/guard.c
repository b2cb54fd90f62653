#define _GNU_SOURCE
#include "guard.h"

#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <term.h>
// Names of its own for the terminal's size.
#undef columns
#undef lines
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "CCurses.h"

extern char **environ;

static struct termios before;
static int has_before;
static volatile sig_atomic_t guarded;
static char restoring[512];
static size_t restoring_length;
static int wake = -1;
static volatile sig_atomic_t woke;
static char signal_stack[1 << 16];

// A sequence of the terminal's description, without the times that it wants to be given.
static void add(const char *sequence) {
  if (!sequence || sequence == (char *)-1) return;
  for (; *sequence && restoring_length < sizeof restoring; sequence++) {
    if (sequence[0] == '$' && sequence[1] == '<') {
      const char *end = strchr(sequence, '>');
      if (end) {
        sequence = end;
        continue;
      }
    }
    restoring[restoring_length++] = *sequence;
  }
}

// Only calls that are safe in a signal handler.
static void crashed(int number) {
  if (guarded) {
    guarded = 0;
    ssize_t written = write(1, restoring, restoring_length);
    (void)written;
    if (has_before) tcsetattr(0, TCSANOW, &before);
  }
  signal(number, SIG_DFL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  raise(number);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

static void noted(int number) {
  int saved = errno;
  woke |= number == SIGWINCH ? WEFT_WOKE_RESIZED : number == SIGTSTP ? WEFT_WOKE_SUSPEND : WEFT_WOKE_CONTINUED;
  weft_wake_post();
  errno = saved;
}

void weft_guard_begin(void) {
  has_before = tcgetattr(0, &before) == 0;
  restoring_length = 0;
  // The reports of pastes and of the mouse first, whichever of them was on.
  add("\033[?2004l\033[?1006l\033[?1002l\033[?1000l");
  add(keypad_local);
  add(exit_attribute_mode);
  add(orig_pair);
  add(exit_ca_mode);
  add(cursor_normal);
  stack_t stack = {.ss_sp = signal_stack, .ss_size = sizeof signal_stack};
  sigaltstack(&stack, NULL);
  struct sigaction action = {.sa_handler = crashed, .sa_flags = SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGQUIT};
  for (size_t index = 0; index < sizeof crashes / sizeof *crashes; index++) sigaction(crashes[index], &action, NULL);
  // Others end a process as well, where nobody has taken or ignored them: a limit, a timer, a person.
  int ends[] = {SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGSYS};
  for (size_t index = 0; index < sizeof ends / sizeof *ends; index++) {
    struct sigaction now;
    if (sigaction(ends[index], NULL, &now) == 0 && now.sa_handler == SIG_DFL) sigaction(ends[index], &action, NULL);
  }
  // Before the library: it leaves alone what has a handler already, and its own would draw from inside the handler.
  action.sa_handler = noted;
  action.sa_flags = SA_RESTART;
  int notes[] = {SIGWINCH, SIGTSTP, SIGCONT};
  for (size_t index = 0; index < sizeof notes / sizeof *notes; index++) sigaction(notes[index], &action, NULL);
  // Whoever started us may have blocked them, which is inherited; one thread that takes them is enough.
  sigset_t taken;
  sigemptyset(&taken);
  for (size_t index = 0; index < sizeof notes / sizeof *notes; index++) sigaddset(&taken, notes[index]);
  sigaddset(&taken, SIGQUIT);
  pthread_sigmask(SIG_UNBLOCK, &taken, NULL);
  guarded = 1;
}

void weft_guard_end(void) { guarded = 0; }

void weft_guard_stop(void) {
  woke &= ~WEFT_WOKE_CONTINUED;
  // The whole job: a pager or a wrapper that started us stops with us. Another thread may be the one that takes the
  // signal, and this one runs on for a moment; it must not touch the terminal before the job goes on.
  kill(0, SIGSTOP);
  struct timespec moment = {.tv_nsec = 1000000};
  while (!(woke & WEFT_WOKE_CONTINUED)) nanosleep(&moment, NULL);
}

int weft_wake_begin(void) {
  wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  return wake >= 0 ? 0 : errno;
}

void weft_wake_post(void) {
  uint64_t one = 1;
  ssize_t written = write(wake, &one, sizeof one);
  (void)written;
}

int weft_wake_wait(int milliseconds) {
  struct pollfd entries[2] = {{.fd = 0, .events = POLLIN}, {.fd = wake, .events = POLLIN}};
  poll(entries, 2, milliseconds);
  uint64_t count;
  ssize_t taken = read(wake, &count, sizeof count);
  (void)taken;
  int reasons = woke;
  woke &= ~reasons;
  // Without a terminal there is nobody to read for.
  if (entries[0].revents & (POLLHUP | POLLERR | POLLNVAL)) reasons |= 1 << 8;
  return reasons;
}

static void *wait_for(void *child) {
  while (waitpid((pid_t)(intptr_t)child, NULL, 0) < 0 && errno == EINTR) {
  }
  return NULL;
}

int weft_start_program(char *const arguments[]) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  sigdelset(&all, SIGKILL);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  pid_t child;
  int result = posix_spawnp(&child, arguments[0], &actions, &attributes, arguments, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (result == 0) {
    // A browser may run for as long as we do; when it ends it is not left over.
    pthread_t thread;
    if (pthread_create(&thread, NULL, wait_for, (void *)(intptr_t)child) == 0) pthread_detach(thread);
  }
  return result;
}
