#!/bin/sh
# Installs listview @VERSION@ for Linux, or removes it.
#   install.sh [--prefix FOLDER] [--from FOLDER|URL] [--uninstall]
# FOLDER or URL is where the archive and SHA256SUMS are; nothing is installed unless the sum is right.
set -eu

prefix=$HOME/.local
from=@ADDRESS@/v@VERSION@
archive=@NAME@.tar.gz
uninstall=

stop() {
  printf 'install.sh: %s\n' "$*" >&2
  exit 1
}

while [ $# -gt 0 ]; do
  case $1 in
  --prefix | --from)
    [ $# -gt 1 ] || stop "$1 needs a value"
    if [ "$1" = --prefix ]; then prefix=$2; else from=$2; fi
    shift
    ;;
  --uninstall) uninstall=yes ;;
  -h | --help)
    sed -n '2,4s/^# *//p' "$0"
    exit
    ;;
  *) stop "unknown option: $1" ;;
  esac
  shift
done

# What is installed: the file in the archive, and its place below the prefix.
files='bin/listview bin/listview
share/man/man1/listview.1 share/man/man1/listview.1
completions/listview.bash share/bash-completion/completions/listview
completions/_listview share/zsh/site-functions/_listview
completions/listview.fish share/fish/vendor_completions.d/listview.fish'

if [ -n "$uninstall" ]; then
  printf '%s\n' "$files" | while read -r _ place; do rm -f -- "$prefix/$place"; done
  printf 'Removed listview from %s\n' "$prefix"
  exit
fi

[ "$(uname -s)-$(uname -m)" = "Linux-$(printf %s "$archive" | sed 's/listview-.*-\(.*\)-unknown.*/\1/')" ] ||
  stop "$archive does not run on $(uname -s) $(uname -m)"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

for file in SHA256SUMS "$archive"; do
  case $from in
  *://*)
    if command -v curl >/dev/null 2>&1; then
      curl --proto '=https' --fail --silent --show-error --location --output "$work/$file" "$from/$file"
    else
      wget --quiet --output-document="$work/$file" "$from/$file"
    fi || stop "could not download $from/$file"
    ;;
  *) cp -- "$from/$file" "$work/$file" || stop "no $file in $from" ;;
  esac
done

cd "$work"
grep -F "  $archive" SHA256SUMS >sum || stop "SHA256SUMS does not name $archive"
sha256sum --check --status sum || stop "the sum of $archive is wrong; nothing was installed"
tar -xzf "$archive"

printf '%s\n' "$files" | while read -r file place; do
  mkdir -p -- "$prefix/${place%/*}"
  # A program that runs is replaced, not overwritten.
  cp -- "${archive%.tar.gz}/$file" "$prefix/$place.new"
  mv -f -- "$prefix/$place.new" "$prefix/$place"
done

printf 'Installed listview %s in %s\n' "$("$prefix/bin/listview" --version)" "$prefix"
case :$PATH: in
*:"$prefix/bin":*) ;;
*) printf 'Add %s to your PATH to run it by its name.\n' "$prefix/bin" ;;
esac
