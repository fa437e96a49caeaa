#!/bin/sh
# A build of some type, release or plain, has no warning. The directory stays, so that the next run compiles only what has changed.
#
#   release.sh SOURCE-DIRECTORY DIRECTORY COMPILER TYPE TARGET
set -u
root=$1
directory=$2
compiler=$3
type=$4
target=$5
for tool in meson ninja "$compiler"; do
	command -v "$tool" >/dev/null || { echo "$tool is not installed"; exit 77; }
done
! command -v ccache >/dev/null || compiler="ccache $compiler"
log=$directory.log
if [ ! -e "$directory/build.ninja" ]; then
	rm -rf "$directory"
	CC=$compiler meson setup --werror --buildtype="$type" "$directory" "$root" >"$log" 2>&1 || { cat "$log"; exit 1; }
fi
# -Werror makes a warning an error: all of them are shown.
ninja -j 2 -k 0 -C "$directory" "$target" >"$log" 2>&1
status=$?
grep -A 4 -e 'error:' -e 'warning:' "$log" && exit 1
[ $status -eq 0 ] || tail -20 "$log"
exit $status
