#!/usr/bin/env bash
# Runs what wraps C libraries under valgrind: `weft` on its demo site, `weft check`, and the wrappers' own tests. Fails
# where memory is lost, read before it was written or used outside of its block; Tests/Suppressions/valgrind.supp names
# what is not ours. The arguments are those of `swift build`; FILTER chooses other tests.
set -euo pipefail

wrappers='^(Charsets|Dates|HTTPCache|HTTPServer|JSONDocument|MarkupDocument|MessageAuthentication|Regexes|SQLite|WeftConfig|WeftHTTP)Tests\.'

# Left out because they take minutes under valgrind and call the wrappers in no way that the others do not: random and
# hostile input by the megabyte, and pure code. The address sanitizer sees them all.
skipped=(
  arbitraryMarkupNeverTraps agreesWithTheStandardLibrary                 # Charsets
  arbitraryTextNeverTraps everyStyleReadsBack                            # Dates
  KilledWriterTests arbitraryDamageIsSurvived neverAnswersWhatItMustNot  # HTTPCache
  directivesNeverTrap aListOfTextsComesBack theFileStaysUnderTheLimit
  DemoSiteTests                                                          # HTTPServer
  RandomDocumentTests                                                    # JSONDocument
  HostileMarkupTests SelectorPropertyTests reconstructionIsBounded       # MarkupDocument
  'HTMLTreeTests/deepNesting' repeatedPieces xpathHasALimit
  MutationTests HostileFileTests readsALargeFile limitsWhatAliasesStandFor # WeftConfig
  AdmissionQueueTests endlessBodyOfARedirectIsLeft                       # WeftHTTP
)

swift build --build-tests "$@"

# Valgrind 3.19 fails on the debugging information of Swift 6, so it gets copies without; the names of functions stay.
built=.build/debug
copies=.build/valgrind
mkdir -p $copies
objcopy --strip-debug $built/weft $copies/weft
objcopy --strip-debug $built/weftPackageTests.xctest $copies/weftPackageTests.xctest
cp $built/cache-writer $copies/cache-writer

# Valgrind takes a signal out of the mask that sigsuspend is given, and crashes where that lies in read-only memory, as
# libdispatch's does.
cc -shared -fPIC -x c - -o $copies/sigsuspend.so << 'END'
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>
int sigsuspend(const sigset_t *mask) {
  sigset_t copy = *mask;
  return syscall(SYS_rt_sigsuspend, &copy, _NSIG / 8);
}
END

watched() {
  NO_COLOR=1 LD_PRELOAD="$PWD/$copies/sigsuspend.so" valgrind --quiet --num-callers=50 \
    --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite --error-exitcode=9 \
    --suppressions=Tests/Suppressions/valgrind.supp "$@"
}

# What runs thirty times slower must not be left out.
echo "valgrind: weft demo --feed"
watched $copies/weft demo --feed -c config/demo.yaml --limit 200 --patience 10m > /dev/null

echo "valgrind: weft check"
$built/weft demo > $copies/site &
site=$!
trap 'kill $site 2> /dev/null || true' EXIT
until WEFT_DEMO=$(grep -o -m 1 'http://[0-9.:]*' $copies/site); do sleep 0.1; done
export WEFT_DEMO
watched $copies/weft check -c config/demo.yaml > /dev/null

echo "valgrind: the tests of the wrappers"
watched $copies/weftPackageTests.xctest --testing-library swift-testing --no-parallel \
  --filter "${FILTER:-$wrappers}" --skip "$(IFS='|' && echo "${skipped[*]}")" 2>&1 |
  awk '/ Test run with / || !/^(◇|✔|↳) /'
