# The one list of commands; `make` alone prints it.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

PREFIX ?= /usr/local
DESTDIR ?=
# make test FILTER=WeftPagingTests · make bench SUBJECTS="start merge"
FILTER ?=
SUBJECTS ?=
TARGETS ?=
SECONDS ?= 60

# Changing flags rebuilds everything, so each set of flags is written once. SwiftPM keeps debug and release apart by
# itself; the sanitizers need folders of their own.
checks := --explicit-target-dependency-import-check error
# Without symbols the command is half as large; a backtrace wants a debug build anyway.
release := -c release --static-swift-stdlib -Xlinker -s $(checks)
filter := $(if $(FILTER),--filter '$(FILTER)')
suppressions := $(CURDIR)/Tests/Suppressions

.PHONY: help deps build release run test test-long test-all tsan asan valgrind fuzz bench lint format install clean

help: ## prints this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 18

deps: ## installs the C libraries that are missing (Debian and its kin)
	@scripts/deps.sh

build: deps ## builds everything for development
	swift build $(checks)

release: deps ## builds the command as it is installed: .build/release/weft
	swift build $(release) --product weft

run: release ## shows the merged feed of the built-in demo site
	.build/release/weft demo --feed -c config/demo.yaml

test: deps ## runs the tests
	@scripts/test.sh $(checks) $(filter)

test-all: test-long tsan asan valgrind ## runs all tests, the long ones too, then under the sanitizers and valgrind

test-long: deps ## runs the tests with the whole of their random worlds
	@WEFT_LONG_TESTS=1 scripts/test.sh $(checks) $(filter)

tsan: deps ## runs the tests under the thread sanitizer
	@TSAN_OPTIONS="suppressions=$(suppressions)/threads.txt halt_on_error=1" SWIFT_BACKTRACE=enable=no \
	  scripts/test.sh --scratch-path .build-tsan --sanitize=thread $(checks) $(filter)

asan: deps ## runs the tests under the address and leak sanitizers
	@LSAN_OPTIONS="suppressions=$(suppressions)/leaks.txt print_suppressions=0" SWIFT_BACKTRACE=enable=no \
	  scripts/test.sh --scratch-path .build-asan --sanitize=address $(checks) $(filter)

valgrind: deps ## runs the command and the tests of what wraps C libraries under valgrind
	@FILTER='$(FILTER)' scripts/valgrind.sh $(checks)

fuzz: deps ## tries made-up input on all readers: make fuzz TARGETS="feed url" SECONDS=600
	@nice -n 19 scripts/fuzz.sh $(SECONDS) $(TARGETS)

bench: deps ## measures: make bench SUBJECTS="start merge"
	swift build $(release) --product weft
	swift build $(release) --product weft-bench
	.build/release/weft-bench $(SUBJECTS)

lint: ## checks format and style
	swift format lint --strict --recursive Sources Plugins Tests Fuzz Examples Package.swift

format: ## formats the sources in place
	swift format format --in-place --recursive Sources Plugins Tests Fuzz Examples Package.swift

install: release ## installs the command, its man pages, completions and schema below DESTDIR and PREFIX
	install -D -m 755 .build/release/weft $(DESTDIR)$(PREFIX)/bin/weft
	install -d $(DESTDIR)$(PREFIX)/share/man/man1 $(DESTDIR)$(PREFIX)/share/man/man5 $(DESTDIR)$(PREFIX)/share/weft \
	  $(DESTDIR)$(PREFIX)/share/bash-completion/completions \
	  $(DESTDIR)$(PREFIX)/share/zsh/site-functions $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	.build/release/weft help --man > $(DESTDIR)$(PREFIX)/share/man/man1/weft.1
	.build/release/weft help --man weft.yaml > $(DESTDIR)$(PREFIX)/share/man/man5/weft.yaml.5
	.build/release/weft schema > $(DESTDIR)$(PREFIX)/share/weft/weft.schema.json
	.build/release/weft help --completions bash > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/weft
	.build/release/weft help --completions zsh > $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_weft
	.build/release/weft help --completions fish > $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/weft.fish

clean: ## removes what was built
	rm -rf .build .build-tsan .build-asan .build-fuzz
