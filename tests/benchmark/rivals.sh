#!/bin/sh
# rivals.sh: accesses a clock of buses and crossbars of N masters and N memories (rivals/rivals.v), with memories of one clock and of 1
# to 16, and the clocks of a lone access. A line each: name, N, alone, fast, slow. Any wrong word ends it.
set -eu
here=$(realpath "$(dirname "$0")")/rivals
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT

# row NAME N L KIND
row() {
	iverilog -g2005-sv -s rival_bench -P "rival_bench.N=$2" -P "rival_bench.L=$3" -P "rival_bench.KIND=$4" -o "$folder/run" \
		"$here/rivals.v" "$here/rival_bench.v"
	line="$1 $2"
	for what in +alone=1 +slow=0 +slow=15; do
		said=$(vvp -n "$folder/run" $what "+goal=$((3200 / $2))")
		case $said in *' wrong 0') ;; *) echo "$1 $2: $said" >&2; exit 1 ;; esac
		line="$line $(echo "$said" | awk -v what=$what '{ printf "%.3f", what == "+alone=1" ? $6 / $2 : $2 / $4 }')"
	done
	echo "$line"
}

for n in '8 3' '16 4' '32 5' '64 6'; do
	row shared $n 0
done
row crossbar 8 3 1
row crossbar 16 4 1
row two-level 64 6 2
