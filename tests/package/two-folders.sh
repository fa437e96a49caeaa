#!/bin/sh
# Two folders with names of different lengths make the same program, byte for byte, and it names neither. No cache of a compiler helps, and
# no optimization delays: neither has to do with paths.
#
#   two-folders.sh SOURCE-DIRECTORY
set -u
source=$1
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../common/tap.sh"
. "$here/copy.sh"
export CCACHE_DISABLE=1

copy_source "$source" one
copy_source "$source" another/longer/name

# build SOURCE BUILD: inside the sources, or elsewhere
build() {
	{ meson setup "$2" "$1" -Dtests=false --optimization 0 && ninja -j 2 -C "$2" ftc; } >said 2>&1
	report "it builds in $2"
}

build one one/build
build another/longer/name elsewhere
cmp one/build/ftc elsewhere/ftc >said 2>&1
report 'the programs are equal, with what is for debuggers'
! grep -aF "$scratch" one/build/ftc >said
report 'the program does not name its folder'
readelf --debug-dump=info one/build/ftc 2>/dev/null | grep -m 1 'DW_AT_comp_dir' >said
grep -q build said
report 'it has what is for debuggers'
finish
