#!/usr/bin/env bash
# Builds the fuzzing program (libFuzzer, address sanitizer) and lets it try each target, or those that are named, for
# some seconds. What it found before stays in .build-fuzz/corpus and is where it goes on; an input that breaks a target
# stays in .build-fuzz/findings. The status is 1 where a target was broken.
# usage: fuzz.sh SECONDS [TARGET]…
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=$1
shift
folder=.build-fuzz
# Of several `-sanitize=` the compiler takes the last, so both are named in one. It counts edges in a way that libFuzzer
# no longer reads, so the other one is asked for. SwiftPM keeps sanitizers in a set: without the first variable they
# come in another order each time, and all is built anew.
SWIFT_DETERMINISTIC_HASHING=1 WEFT_FUZZ=1 swift build -c release --sanitize fuzzer --sanitize address \
  --scratch-path $folder -Xswiftc -sanitize=fuzzer,address -Xswiftc -enable-testing \
  -Xswiftc -Xllvm -Xswiftc -sanitizer-coverage-inline-8bit-counters \
  -Xswiftc -Xllvm -Xswiftc -sanitizer-coverage-pc-table --product weft-fuzz

targets=${*:-feed json html selector jsonpath date url link yaml charset robots recording netrc cursor}
status=0
for target in $targets; do
  corpus=$folder/corpus/$target findings=$folder/findings/$target log=$folder/$target.log
  mkdir -p "$corpus" "$findings"
  # A seed is a line of the target's file, a file of its folder, or a whole fixture of the tests.
  if [ -f "Fuzz/Seeds/$target.txt" ]; then
    awk -v to="$corpus/seed-" '{ name = to NR; printf "%s", $0 > name; close(name) }' "Fuzz/Seeds/$target.txt"
  fi
  if [ -d "Fuzz/Seeds/$target" ]; then cp "Fuzz/Seeds/$target"/* "$corpus"; fi
  case $target in
    feed) cp Tests/FeedsTests/Fixtures/*.{xml,json} "$corpus" ;;
    json) cp Tests/JSONPagesTests/Fixtures/*.json Tests/FeedsTests/Fixtures/*.json "$corpus" ;;
    html) cp Tests/ListingsTests/Fixtures/*.html Tests/FeedsTests/Fixtures/atom*.xml "$corpus" ;;
    charset) cp Tests/FeedsTests/Fixtures/*1251.xml "$corpus" ;;
    yaml) cp config/*.yaml Tests/CommandTests/Fixtures/configurations/*.yaml "$corpus" ;;
  esac
  dictionary=()
  if [ -f "Fuzz/Dictionaries/$target.dict" ]; then dictionary=(-dict="Fuzz/Dictionaries/$target.dict"); fi
  broken=0
  # Leaks are the address sanitizer's business (`make asan`): caches and tables that live as long as the program are none.
  WEFT_FUZZ_TARGET=$target ASAN_OPTIONS=detect_leaks=0 SWIFT_BACKTRACE=enable=no $folder/release/weft-fuzz \
    -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -malloc_limit_mb=1024 -print_final_stats=1 \
    -artifact_prefix="$findings/" "${dictionary[@]}" "$corpus" > "$log" 2>&1 || broken=1
  awk -v target="$target" -v broken=$broken -v log_file="$log" '
    { for (i = 1; i < NF; i++) { if ($i == "cov:") coverage = $(i + 1); if ($i == "ft:") features = $(i + 1) } }
    /stat::number_of_executed_units/ { executions = $2 }
    /^#[0-9]+/ { if (!executions) last = substr($1, 2) }
    END {
      printf "%-10s %9d executions, coverage %5d, features %6d, %s\n", target, executions ? executions : last, coverage,
        features, broken ? "BROKEN, see " log_file : "no crash"
    }' "$log"
  if [ $broken = 1 ]; then status=1; fi
done
exit $status
