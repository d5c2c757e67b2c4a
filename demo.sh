#!/usr/bin/env bash
# From a fresh clone to the running panel, or to the tests.
#
#   ./demo.sh                  install what is missing, build, open the panel on the demo board
#   ./demo.sh FILE             the same on a board; all arguments reach the program
#   ./demo.sh test             install what is missing, build and run every test; further arguments reach `swift test`
#   ./demo.sh test fast        the tests for while working, in a minute: without etcd, the real programs on terminals, random
#                              inputs, and what is slow
#   ./demo.sh build            only the preparations; the last line printed is the path of the program
set -euo pipefail
caller_directory=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")"

needed_swift=6.2
build_options=(-c release --product signalbox)

fail() {
  printf 'demo.sh: %s\n' "$1" >&2
  exit 1
}

# A panel that could not be opened in the end should not be built first.
require_terminal() {
  case "${1-}" in
    '' | *.yml | *.yaml | */* | --board | --board=* | --no-color | demo | panel) ;;
    *) return 0 ;;
  esac
  [ -t 0 ] && [ -t 1 ] || fail 'The panel needs a terminal on standard input and output.'
  case "${TERM-}" in
    '' | dumb) fail "The panel needs a terminal that can move its cursor, and TERM is \"${TERM-}\"." ;;
  esac
}

require_swift() {
  command -v swift >/dev/null 2>&1 ||
    fail "Swift $needed_swift or newer is needed and there is no \"swift\" in PATH; see https://www.swift.org/install."
  local found
  found=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -n 1)
  [ -n "$found" ] || fail 'The "swift" in PATH does not tell its version; is the toolchain complete?'
  [ "$(printf '%s\n%s\n' "$needed_swift" "$found" | sort -V | head -n 1)" = "$needed_swift" ] ||
    fail "Swift $needed_swift or newer is needed, and this is Swift $found."
}

# On Linux the Swift libraries become a part of the program, if the toolchain has them for that: it starts sooner and runs
# without the toolchain. Its own linker is taken, since others are missing somewhere, or warn of what is in those libraries.
# It leaves out the names that only a debugger or a plug-in reads, two thirds of the file, so that the compiler need not
# describe the code for one either, and the C library applies short relocations if it can, which glibc does from 2.36 on:
# another twentieth.
choose_linking() {
  local libraries
  [ "$(uname -s)" = Linux ] || return 0
  libraries=$(swift -print-target-info | sed -n 's/.*"runtimeResourcePath": *"\(.*\)".*/\1/p')_static
  [ -d "$libraries" ] && [ -x "$libraries/../../bin/ld.lld" ] || return 0
  build_options+=(--static-swift-stdlib -Xswiftc -use-ld=lld -Xlinker -s -Xlinker --no-export-dynamic)
  build_options+=(-debug-info-format none)
  if has_glibc 2.36; then build_options+=(-Xlinker -z -Xlinker pack-relative-relocs); fi
}

has_glibc() {
  local found
  found=$(getconf GNU_LIBC_VERSION 2>/dev/null) || return 1
  [ "$(printf '%s\n%s\n' "$1" "${found#glibc }" | sort -V | head -n 1)" = "$1" ]
}

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null 2>&1; then
    sudo "$@"
  else
    fail "Installing needs root: run \"$*\" as root, then this again."
  fi
}

is_installed() {
  dpkg-query -W -f='${Status}\n' "$1" 2>/dev/null | grep -q 'ok installed'
}

# Packages of servers start them when they are installed, unless this file forbids it.
without_services() {
  local policy=/usr/sbin/policy-rc.d status=0
  if [ -e "$policy" ]; then
    "$@"
    return
  fi
  printf '#!/bin/sh\nexit 101\n' | as_root tee "$policy" >/dev/null
  as_root chmod 755 "$policy"
  "$@" || status=$?
  as_root rm -f "$policy"
  return "$status"
}

# Debian and Ubuntu; anything that is there already is left alone.
install_debian_packages() {
  local missing=() package
  for package in git libncurses-dev libyaml-dev libpcre2-dev "$@"; do
    is_installed "$package" || missing+=("$package")
  done
  # Probes of HTTP load it while the program runs, whichever library of TLS it was made for.
  is_installed libcurl4 || is_installed libcurl4t64 || is_installed 'libcurl3*-gnutls' || missing+=(libcurl4)
  [ ${#missing[@]} -eq 0 ] && return
  printf 'Installing %s …\n' "${missing[*]}"
  { as_root apt-get update -qq && without_services as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${missing[@]}"; } \
    >/dev/null || fail "Could not install ${missing[*]}; is there a network?"
}

# macOS: the developer tools bring ncurses and git, but not libyaml and PCRE2.
install_homebrew_packages() {
  local missing=()
  [ -e "$(xcrun --show-sdk-path 2>/dev/null)/usr/include/curses.h" ] || missing+=(ncurses)
  [ -e "$(brew --prefix libyaml 2>/dev/null)/include/yaml.h" ] || missing+=(libyaml)
  [ -e "$(brew --prefix pcre2 2>/dev/null)/include/pcre2.h" ] || missing+=(pcre2)
  [ "${1-}" != test ] || [ "${2-}" = fast ] || command -v etcd >/dev/null 2>&1 || missing+=(etcd)
  [ ${#missing[@]} -eq 0 ] && return
  command -v brew >/dev/null 2>&1 || fail "Missing: ${missing[*]}; there is no Homebrew to install it with."
  brew install "${missing[@]}" || fail "Could not install ${missing[*]}; is there a network?"
}

# The servers with which the tests talk.
test_packages=(etcd-server postgresql prometheus prometheus-alertmanager redis-server)

install_missing() {
  case "$(uname -s)" in
    Darwin)
      install_homebrew_packages "$@"
      ;;
    Linux)
      if command -v dpkg-query >/dev/null 2>&1 && command -v apt-get >/dev/null 2>&1; then
        if [ "${1-}" = test ] && [ "${2-}" != fast ]; then install_debian_packages "${test_packages[@]}"; else install_debian_packages; fi
      elif [ ! -e /usr/include/curses.h ] && [ ! -e /usr/include/ncursesw/curses.h ]; then
        fail 'The development files of ncurses (with wide characters) are needed; install them and run this again.'
      elif [ ! -e /usr/include/yaml.h ]; then
        fail 'The development files of libyaml are needed; install them and run this again.'
      elif [ ! -e /usr/include/pcre2.h ]; then
        fail 'The development files of PCRE2 are needed; install them and run this again.'
      fi
      ;;
    *) fail "This runs on Linux and macOS, not on $(uname -s)." ;;
  esac
}

fetch_packages() {
  local log
  log=$(mktemp)
  if ! swift package resolve >"$log" 2>&1; then
    tail -n 5 "$log" >&2
    rm -f "$log"
    fail 'The Swift packages could not be fetched; is there a network?'
  fi
  rm -f "$log"
}

# The package manager would take over the plan of a release build with other options, and its linking with it.
build() {
  printf 'Building signalbox; the first time takes some minutes …\n'
  swift build "${build_options[@]}" --disable-build-manifest-caching || fail 'The build failed; the messages above say why.'
}

# Each variable is read by the tests that it makes faster; a failure names the seed all the same.
fast() {
  export SIGNALBOX_TEST_FAST=yes SIGNALBOX_FUZZ_SEED=${SIGNALBOX_FUZZ_SEED-1}
  export SIGNALBOX_SEEDS=${SIGNALBOX_SEEDS-20}
  exec swift test --skip '^EndToEndTests\.' --skip 'FuzzTests/' "$@"
}

require_terminal "$@"
require_swift
install_missing "$@"
fetch_packages
if [ "${1-}" = test ]; then
  shift
  # All at once, thousands of tests would wait for each other, and their time limits with them. Swift 6.3 reads this.
  export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=${SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH-24}
  [ "${1-}" != fast ] || fast "${@:2}"
  exec swift test "$@"
fi
choose_linking
build
program=$(swift build "${build_options[@]}" --show-bin-path)/signalbox
if [ "${1-}" = build ]; then
  printf '%s\n' "$program"
  exit
fi
cd "$caller_directory"
[ $# -gt 0 ] || set -- demo
exec "$program" "$@"
