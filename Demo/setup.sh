# Functions that Demo/run and Tests/run share; meant to be sourced by bash.
# shellcheck shell=bash disable=SC2034,SC2086 # NCURSES is for scripts that source this; a prefix may be no word

# say MESSAGE...: tells the person at the terminal what happens.
say() { printf '%s\n' "$*" >&2; }

# stop MESSAGE...: says what to do and ends.
stop() {
  say "$@"
  exit 1
}

# need_swift: Swift 6.2 or newer, which cannot be installed from here.
need_swift() {
  command -v swift >/dev/null 2>&1 ||
    stop "Swift is missing. Install a toolchain, 6.2 or newer, from https://www.swift.org/install," \
      "put its bin folder on PATH, and run this again."
  local version
  version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\)\.\([0-9]*\).*/\1 \2/p' | head -n 1)
  local major=${version% *} minor=${version#* }
  [ "${major:-0}" -gt 6 ] || { [ "${major:-0}" -eq 6 ] && [ "${minor:-0}" -ge 2 ]; } ||
    stop "Swift 6.2 or newer is needed; \`swift --version\` says: $(swift --version 2>&1 | head -n 1)"
}

# need_packages CHECK=PACKAGE...: installs the Debian packages whose check, a file or a command, is
# not there. CHECK may list several files with commas; any of them will do.
need_packages() {
  local missing=() pair check file found
  for pair in "$@"; do
    found=
    for file in ${pair%%=*}; do
      for check in ${file//,/ }; do
        if [ -e "$check" ] || command -v "$check" >/dev/null 2>&1; then found=yes; fi
      done
    done
    [ -n "$found" ] || missing+=("${pair#*=}")
  done
  [ ${#missing[@]} -gt 0 ] || return 0

  local install="apt-get install --yes ${missing[*]}"
  command -v apt-get >/dev/null 2>&1 ||
    stop "Missing: ${missing[*]} (the names of Debian's packages). This system has no apt-get:" \
      "install what they are called here, and run this again."
  if [ "$(id -u)" -eq 0 ]; then
    install_as ""
  elif command -v sudo >/dev/null 2>&1 && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
    install_as sudo
  else
    stop "Missing: ${missing[*]}. To install them needs root; run this, then try again:" \
      $'\n\n'"    su -c 'apt-get update && $install'"
  fi
}

# install_as PREFIX: installs $missing, which the caller set.
install_as() {
  say "Installing ${missing[*]} ..."
  { $1 apt-get update -qq && DEBIAN_FRONTEND=noninteractive $1 $install -qq; } >/dev/null ||
    stop "Could not install ${missing[*]}. Try: $1 $install"
}

# The headers of ncurses, wide characters included.
NCURSES='/usr/include/ncursesw/curses.h,/usr/include/curses.h,/opt/homebrew/opt/ncurses/include/ncursesw/curses.h=libncurses-dev'
