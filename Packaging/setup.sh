# What the scripts of this folder share; meant to be sourced by bash in the top folder of the package.
# shellcheck shell=bash disable=SC2034 # fill reads variables by their names
. Demo/setup.sh

# The number, from its one place.
VERSION=$(sed -n 's/.*static let number = "\(.*\)"$/\1/p' Sources/listview/Version.swift)

# Releases are downloaded from $ADDRESS/v$VERSION/, and the maintainer answers for the packages. Publishers set both.
ADDRESS=${LISTVIEW_ADDRESS:-https://example.org/listview/releases/download}
MAINTAINER=${LISTVIEW_MAINTAINER:-The listview authors <listview@example.org>}

PLATFORM=$(uname -m)-unknown-linux-gnu
NAME=listview-$VERSION-$PLATFORM

# fill FILE: prints a file of Packaging/files with its @NAMES@ replaced. SHA256 is that of the archive.
fill() {
  local text name
  text=$(cat "Packaging/files/$1" && printf .)
  for name in VERSION ADDRESS MAINTAINER PLATFORM NAME SHA256 SIZE DEPENDS DATE TIMESTAMP {NCURSES,SWIFT,PARSER}_VERSION; do
    [ -z "${!name+set}" ] || text=${text//"@$name@"/"${!name}"}
  done
  printf %s "${text%.}"
}

# fill_recipes FOLDER: writes what installs the archive in FOLDER, and the sums of all that is there.
fill_recipes() {
  local SHA256 file
  SHA256=$(sha256sum "$1/$NAME.tar.gz") && SHA256=${SHA256%% *}
  for file in install.sh listview.rb PKGBUILD flake.nix; do fill $file >"$1/$file"; done
  chmod +x "$1/install.sh"
  (cd "$1" && rm -f SHA256SUMS && sha256sum -- * >.sums && mv .sums SHA256SUMS)
}
