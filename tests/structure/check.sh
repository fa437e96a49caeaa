#!/bin/sh
# No file calls a higher floor or reads its tables, no files call in a circle, and only machines and leaves test the
# kind of network.
#
#   check.sh SOURCE-DIRECTORY BUILD-DIRECTORY
#
# The floors are the lines of compiler/meson.build, the lowest first. TAP; violations are named.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
source=$1
build=$2
. "$here/../common/tap.sh"
telling=wrong
sed -n "s/^subdir('\([^']*\)').*/\1/p" "$source/compiler/meson.build" >floors
sh "$here/arrows.sh" "$source" "$build" >arrows
grep -q '^calls commands/' arrows || { echo "1..0 # SKIP no objects in $build"; exit 0; }

# verdict NAME: good when the file `wrong` is empty.
verdict() {
	[ ! -s wrong ] || { result 1 "$1"; return 0; }
	result 0 "$1"
}

back() {
	awk -v kinds="$1" '
		FILENAME == "floors" { floor[$1] = FNR; next }
		{ from = $2; to = $3; sub("/.*", "", from); sub("/.*", "", to) }
		index(kinds, $1) && from in floor && to in floor && floor[to] > floor[from] { print }' floors arrows
}
back calls >wrong
verdict 'no call from a lower floor to a higher one'
back includes >wrong
verdict 'no header of a higher floor is included'
# parse/ declares the table of kinds, and machines.c fills it.
back uses | grep -v '^uses parse/[a-z]*\.c machines/machines\.c network_kinds$' >wrong || :
verdict 'no table of a higher floor is read but that of the kinds'

# Each call whose callee calls, over however many files, its caller.
awk '
	$1 == "calls" && !(($2, $3) in seen) { seen[$2, $3] = 1; callee[$2, ++count[$2]] = $3; files[$2] }
	END {
		for (file in files) {
			split("", reached)
			top = 0
			stack[++top] = file
			while (top > 0) {
				at = stack[top--]
				for (i = 1; i <= count[at]; i++) {
					to = callee[at, i]
					if (to == file)
						print file, "is called by", at
					if (!(to in reached)) {
						reached[to]
						stack[++top] = to
					}
				}
			}
		}
	}' arrows | sort -u >wrong
verdict 'no files call each other in a circle'

# What a network is, asked for outside the machines.
(cd "$source/compiler" && grep -rnE --include='*.[ch]' \
	'\bNETWORK_(FAT_TREE|SORTER|XGFT|GFT|CM_5|PRUNED_BUTTERFLY)\b|\bSWITCHING_[A-Z]|\bLEAF_(AXI_STREAM|WIRES)\b|\bspec_is_[a-z]+|spec(->|\.)(network|kind|machine|leaf) [!=]= |(->|\.)(switching|leaf_interface|routers)\b|\bheight ([=!]=|>) 0|\bnet->sorter\b|\b(sorter|xgft|gft|cm_5|pruned_butterfly|fat_tree|off_line|generalized)_(machine|kind)\b|\b(stream|player|wires|words)_leaf\b' .) |
	sed 's:^\./::' | grep -vE '^(machines|leaves)/|^parse/spec\.h:' >wrong || :
verdict 'nothing but machines and leaves asks what network it has'

# A loaded machine takes a hundred times as long. What hangs is ended by meson (tests/meson.build).
(cd "$source/tests" && grep -rnE --include='*.sh' --exclude-dir=benchmark \
	'(^|[^-a-z])timeout (-[^ ]+ )*[0-9]{1,3} ' . ; grep -rnE --include='*.[ch]' '\<(alarm|setitimer) *\(' .) >wrong || :
grep -q 'timeout_multiplier: 20' "$source/tests/meson.build" || echo 'tests/meson.build: no timeout_multiplier' >>wrong
verdict 'no test ends by the clock'
finish
