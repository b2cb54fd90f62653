#pragma once
#include <stdint.h>
#include <sys/types.h>

// fork and exec for Swift, which does not see fork. Between the two only async-signal-safe calls are allowed, and Swift
// promises that of none of its own.

// What went wrong, and where.
typedef enum {
  WEFT_SPAWN_DONE,
  WEFT_SPAWN_RESOURCES, // no pipe or no process could be made
  WEFT_SPAWN_DIRECTORY, // the working directory cannot be entered
  WEFT_SPAWN_PROGRAM    // the program cannot be run
} weft_spawn_stage;

typedef struct {
  pid_t pid;
  int process; // pidfd_open(2); -1 where the kernel has none
  int input;   // our ends of its standard streams, all close-on-exec and not blocking
  int output;
  int errors;
  int failure; // errno, where the stage is not WEFT_SPAWN_DONE
} weft_child;

// Runs a program in a session and process group of its own, without a controlling terminal, with no signal blocked or
// ignored, with no other descriptor open. It is killed when the calling thread ends. `program` without a slash is looked
// up in our own PATH.
weft_spawn_stage weft_spawn(const char *program, char *const arguments[], char *const environment[],
                            const char *directory, weft_child *child);

// A descriptor that wakes a poll (eventfd(2)), close-on-exec and not blocking; -1 where there is none.
int weft_alarm(void);
