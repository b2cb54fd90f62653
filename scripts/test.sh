#!/usr/bin/env bash
# Runs `swift test` with the arguments given, one test after another (many drive servers and programs, and two cores are
# soon busy), and prints what failed and the closing line, not every test that passed.
set -euo pipefail

swift test --no-parallel "$@" 2>&1 | awk '
  / Test run with /                                             { print; fflush(); next }
  /^(◇|✔|↳|􀟈|􁁛) .*(started|passed)/                           { next }
  /^Test (Case|Suite) .*(started|passed)/                       { next }
  /Executed 0 tests, with 0 failures/                           { next }
  /^\[[0-9]+\/[0-9]+\] / && !/error|warning/                    { next }
  /^\[[0-9]+\/[0-9]+\] (Compiling|Emitting|Linking|Write|Wrapping|Merging)/ { next }
                                                                { print; fflush() }
'
