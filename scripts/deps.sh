#!/usr/bin/env bash
# Installs the Debian packages that Weft builds against. Where all are there it does nothing and needs no network.
set -euo pipefail

packages=(
  libcurl4-openssl-dev # HTTP
  libxml2-dev          # XML and HTML
  libsimdjson-dev      # JSON
  libyaml-dev          # the configuration
  libmicrohttpd-dev    # weft serve, the demo site
  libre2-dev           # regular expressions
  libicu-dev           # dates in other languages
  libssl-dev           # the tags of resume cursors
  libsqlite3-dev       # the cache
  libncurses-dev       # weft read
  zlib1g-dev           # compressed answers of weft serve
  pkg-config
)

if ! command -v swift > /dev/null; then
  echo "deps: swift is missing; Weft needs Swift 6.2 or later, see https://www.swift.org/install/linux/" >&2
  exit 1
fi

if ! command -v dpkg-query > /dev/null; then
  echo "deps: this system has no apt; install what corresponds to: ${packages[*]}" >&2
  echo "deps: (trying to build all the same)" >&2
  exit 0
fi

missing=()
for package in "${packages[@]}"; do
  state=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2> /dev/null || true)
  [ "$state" = installed ] || missing+=("$package")
done
# pkgconf is Debian's newer name for pkg-config.
if command -v pkg-config > /dev/null; then
  kept=()
  for package in "${missing[@]+"${missing[@]}"}"; do [ "$package" = pkg-config ] || kept+=("$package"); done
  missing=("${kept[@]+"${kept[@]}"}")
fi
[ "${#missing[@]}" -gt 0 ] || exit 0

if [ "$(id -u)" = 0 ]; then
  as_root=()
elif command -v sudo > /dev/null; then
  as_root=(sudo)
else
  echo "deps: these packages are missing: ${missing[*]}" >&2
  echo "deps: run as root: apt-get install --no-install-recommends ${missing[*]}" >&2
  exit 1
fi

echo "deps: installing ${missing[*]}" >&2
install_packages() {
  "${as_root[@]+"${as_root[@]}"}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install --yes --quiet --quiet --no-install-recommends "${missing[@]}" > /dev/null
}
# The package lists of a fresh machine are empty or old.
"${as_root[@]+"${as_root[@]}"}" apt-get update --quiet --quiet || true
install_packages
