#!/bin/sh
# ftc with one machine only: it builds without a warning, takes the networks of that machine, says of all others which
# machine it lacks, and passes the machine's tests. The directory stays, so that the next run compiles only what has changed.
#
#   alone.sh SOURCE-DIRECTORY DIRECTORY MACHINE
set -u
here=$(cd "$(dirname "$0")" && pwd)
source=$1
build=$2
machine=$3
. "$here/../common/tap.sh"
telling=said

[ -e "$build/build.ninja" ] || { rm -rf "$build"; meson setup --werror "-Dmachines=$machine" "$build" "$source" >said 2>&1; }
{ [ -e "$build/build.ninja" ] && ninja -j 2 -C "$build" ftc >said 2>&1 && ! grep 'warning:' said; }
report "$machine builds alone"

# The parameter files, not the descriptions of sweeps and other lists.
taken=0 refused=0
: >wrong
for file in "$source"/examples/*.yaml "$source"/tests/machines/*/*.yaml "$source"/tests/prove/*.yaml; do
	grep -q '^network:' "$file" || continue
	"$build/ftc" report "$file" >said 2>&1
	status=$?
	if [ $status -eq 0 ]; then
		taken=$((taken + 1))
	elif [ $status -eq 2 ] && grep -q 'this ftc was built without the machine [a-z-]*$' said &&
		! grep -q "without the machine $machine\$" said; then
		refused=$((refused + 1))
	else
		{ echo "$file: status $status"; cat said; } >>wrong
	fi
done
telling=wrong
[ $taken -gt 0 ] && [ $refused -gt $taken ] && [ ! -s wrong ]
report "it takes its networks ($taken), and names the machine of others ($refused)"

{ ninja -j 2 -C "$build" && meson test -C "$build" --no-rebuild --num-processes 2 --suite "$machine"; } >said 2>&1
status=$?
grep -E ' (FAIL|TIMEOUT|ERROR) ' said >wrong || tail -n 20 said >wrong
result $status "the tests of $machine pass"
finish
