#define _GNU_SOURCE
#include "CSpawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct {
  int stage;
  int failure;
} report;

static void tell(int descriptor, weft_spawn_stage stage) {
  report message = {stage, errno};
  ssize_t count = write(descriptor, &message, sizeof message);
  (void)count;
  _exit(127);
}

static void become(const char *program, char *const arguments[], char *const environment[], const char *directory,
                   pid_t parent, int input, int output, int errors, int reports) {
  if (setsid() < 0) tell(reports, WEFT_SPAWN_RESOURCES);
  // Whoever kills us with a signal that cannot be caught ends our programs too.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
  // The kernel's own call: posix_spawn(3) leaves two signals of the C library ignored, and signal(3) refuses them.
  unsigned long standard[4] = {0};
  for (int number = 1; number < NSIG; number++) syscall(SYS_rt_sigaction, number, standard, NULL, 8);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  if (dup2(input, 0) < 0 || dup2(output, 1) < 0 || dup2(errors, 2) < 0) tell(reports, WEFT_SPAWN_RESOURCES);
  // What others opened without close-on-exec is not the program's either.
  syscall(SYS_close_range, 3U, ~0U, 1U << 2);
  if (directory && chdir(directory) != 0) tell(reports, WEFT_SPAWN_DIRECTORY);
  execvpe(program, arguments, environment);
  tell(reports, WEFT_SPAWN_PROGRAM);
}

static void close_all(int pipes[8]) {
  for (int index = 0; index < 8; index++)
    if (pipes[index] >= 0) close(pipes[index]);
}

// In a process without standard streams a pipe would get their numbers, and be closed by the exec.
static int above_standard(int *descriptor) {
  if (*descriptor > 2) return 1;
  int higher = fcntl(*descriptor, F_DUPFD_CLOEXEC, 3);
  if (higher < 0) return 0;
  close(*descriptor);
  *descriptor = higher;
  return 1;
}

weft_spawn_stage weft_spawn(const char *program, char *const arguments[], char *const environment[],
                            const char *directory, weft_child *child) {
  int pipes[8] = {-1, -1, -1, -1, -1, -1, -1, -1};
  for (int index = 0; index < 8; index += 2) {
    if (pipe2(pipes + index, O_CLOEXEC) != 0 || !above_standard(pipes + index) || !above_standard(pipes + index + 1)) {
      child->failure = errno;
      close_all(pipes);
      return WEFT_SPAWN_RESOURCES;
    }
  }
  pid_t parent = getpid();
  // No handler of ours may run in the child: it would see a copy of our state.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t pid = fork();
  if (pid == 0) become(program, arguments, environment, directory, parent, pipes[0], pipes[3], pipes[5], pipes[7]);
  int failure = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (pid < 0) {
    child->failure = failure;
    close_all(pipes);
    return WEFT_SPAWN_RESOURCES;
  }
  close(pipes[0]);
  close(pipes[3]);
  close(pipes[5]);
  close(pipes[7]);
  report message;
  ssize_t count;
  do count = read(pipes[6], &message, sizeof message);
  while (count < 0 && errno == EINTR);
  close(pipes[6]);
  if (count == (ssize_t)sizeof message) {
    close(pipes[1]);
    close(pipes[2]);
    close(pipes[4]);
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {
    }
    child->failure = message.failure;
    return (weft_spawn_stage)message.stage;
  }
  child->pid = pid;
  child->process = (int)syscall(SYS_pidfd_open, pid, 0U);
  child->input = pipes[1];
  child->output = pipes[2];
  child->errors = pipes[4];
  child->failure = 0;
  for (int index = 1; index <= 4; index++) {
    if (index == 3) continue;
    int descriptor = pipes[index];
    fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
  }
  return WEFT_SPAWN_DONE;
}

int weft_alarm(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }
