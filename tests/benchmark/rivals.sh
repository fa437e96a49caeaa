#!/bin/sh
# rivals.sh: buses of ftc beside shared buses, crossbars and a two-level bus (rivals/rivals.v): the table of docs/how-to/bus.md#when-a-shared-bus-is-better.
#
#   rivals.sh FTC DIRECTORY       DIRECTORY keeps all logs and results: a second run does what is missing
#
# N masters and N slaves of 4 KB, uniform accesses, half of them reads. LUT4 by Yosys, a LUT RAM of 16 x 4 bits counted as 6; accesses a
# clock by simulation of the Verilog, with memories of one clock, and of 1 to 16.
#
# Environment: SIZES of N ("8 16 32 64"), PLACED (those that nextpnr places, "16 64"), SEEDS ("1 2 3"), ROWS (of those below, all),
# ACCESSES to measure (4000; of rivals, whose Icarus is slow, 1600). All of it takes some hours, SIZES=16 PLACED= ten minutes.
set -eu
ftc=$1 directory=$2
here=$(realpath "$(dirname "$0")")
. "$here/figures.sh"
: "${SIZES:=8 16 32 64}" "${PLACED=16 64}" "${SEEDS:=1 2 3}" "${ACCESSES:=4000}"
: "${ROWS:=shared crossbar two-level lanes-strict lanes-relaxed rotor-strict rotor-relaxed rotor-roles lanes-strict-ram rotor-strict-ram rotor-relaxed-ram}"
mkdir -p "$directory"
directory=$(cd "$directory" && pwd)
# Models run for some thousand clocks: the compiler's optimization takes longer than they do.
export FTC="$ftc" KEEP=1 JOBS=1 SYNTHESIS_FLAGS=-nowidelut PLACER=build ROUTER= FREQ=200
export FTC_MODEL_FLAGS="VM_PARALLEL_BUILDS=0 OPT_FAST=-O0 OPT_GLOBAL=-O0"

log2() { awk -v n="$1" 'BEGIN { while (2 ^ bits < n) bits++; print bits + 0 }'; }

# kept FILE COMMAND ..: what the command has printed, now or in an earlier run
kept() {
	file=$1
	shift
	if ! [ -s "$file" ]; then
		"$@" >"$file.new"
		mv "$file.new" "$file"
	fi
	cat "$file"
}

# rival_rate KIND N +slow=S: accesses a clock
rival_rate() {
	iverilog -g2005-sv -s rival_bench -P "rival_bench.N=$2" -P "rival_bench.L=$(log2 "$2")" -P "rival_bench.KIND=$1" \
		-o "$directory/bench-$1-$2" "$here/rivals/rivals.v" "$here/rivals/rival_bench.v"
	said=$(vvp -n "$directory/bench-$1-$2" "$3" "+goal=$((1600 / $2))")
	case $said in *' wrong 0') echo "$said" | awk '{ print $2 / $4 }' ;; *) echo "$1 $2: $said" >&2; return 1 ;; esac
}

# our_rate FILE CLOCKS: the same of a bus of ftc; ftc fails if an access is wrong or lost
our_rate() {
	"$ftc" simulate "$1" --bus --accesses "$ACCESSES" --unmapped 0 --memory-clocks "$2" --json >"$1.json"
	field "$1.json" accesses_per_clock
}

# parameters NAME N: NETWORK-ORDER; NETWORK-roles: relaxed, masters and slaves at leaves of their own; ..-ram: requests wait in block RAM
parameters() {
	n=$2 map= leaves=$2
	case $1 in *-roles)
		leaves=$((2 * n))
		map="map: [{leaf: 0-$((n - 1)), role: master}, {leaf: $n-$((leaves - 1)), role: slave, base: 0, size: 4K}]" ;;
	esac
	case $1 in
	rotor*) printf 'network: rotor\nleaves: %s\n' $leaves ;;
	*)
		high=$((1 << ($(log2 $leaves) + 1) / 2))
		printf 'network: xgft\nchildren: [%s, %s]\nparents: [1, %s]\nlanes: auto\n' $high $((leaves / high)) $high ;;
	esac
	case $1 in *-strict*) order=strict ;; *) order=relaxed ;; esac
	case $1 in *-ram) storage=block-ram ;; *) storage=logic ;; esac
	bits=$((12 + $(log2 $n)))
	printf 'name: fat_tree\nbus: wishbone\norder: %s\nqueue-storage: %s\naddress-bits: %s\n%s\n' $order $storage \
		$((bits > 16 ? bits : 16)) "$map"
}

# line NAME N FAST SLOW LUT4 FF CELLS MEDIAN LEAST MOST DIRECTORY: cells less those of the harness
line() {
	harness=$(awk '/^=== / { n = 0 } $1 == "LUT4" { n += $2 } $1 == "CCU2C" { n += 2 * $2 } END { print n + 0 }' "${11}/harness.txt")
	echo "$1 $2 $3 $4 $5 $6 $(block_rams "${11}") $(($7 > 0 ? $7 - harness : 0)) $8 $9 ${10}"
}

# row NAME N
row() {
	folder=$directory/$1-$2 kind=
	mkdir -p "$folder"
	case $1 in shared) kind=0 ;; crossbar) kind=1 ;; two-level) kind=2 ;; esac
	case " $PLACED " in *" $2 "*) seeds=$SEEDS ;; *) seeds= ;; esac
	if [ "$kind" ]; then
		fast=$(kept "$folder/fast" rival_rate $kind "$2" +slow=0)
		slow=$(kept "$folder/slow" rival_rate $kind "$2" +slow=15)
		size=$(SEEDS=$seeds "$here/place.sh" ecp5-85 rival "$kind:$2" "$folder")
	else
		parameters "$1" "$2" >"$folder/bus.yaml"
		size=$(SEEDS=$seeds "$here/place.sh" ecp5-85 bus "$folder/bus.yaml" "$folder")
		fast=$(kept "$folder/fast" our_rate "$folder/bus.yaml" 0)
		slow=$(kept "$folder/slow" our_rate "$folder/bus.yaml" 0..15)
	fi
	# shellcheck disable=SC2086
	line "$1" "$2" "$fast" "$slow" $size "$folder"
}

for n in $SIZES; do
	for name in $ROWS; do
		case $name-$n in
		crossbar-8 | crossbar-16 | two-level-64 | shared-* | lanes-* | rotor-roles-*) row "$name" "$n" ;;
		crossbar-* | two-level-* | rotor-*-8) ;;		# too large; no clusters; a rotor has 12 leaves or more
		*) row "$name" "$n" ;;
		esac
	done
done | awk '
	BEGIN {
		print "| masters | bus | LUT4 | flip-flops | block RAMs | cells, placed | MHz | accesses a clock: fast, slow | a clock and LUT4, beside the shared bus: fast, slow | a second and LUT4: fast, slow |"
		print "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
	}
	$1 == "shared" { fast = $3 / $5; slow = $4 / $5; mhz = $9 }
	{
		placed = $9 > 0 && mhz > 0
		printf "| %d | %s | %d | %d | %d | %s | %s | %.3f, %.3f | %.2f, %.2f | %s |\n", $2, $1, $5, $6, $7, ($8 > 0 ? $8 : ""),
			($9 > 0 ? sprintf("%.0f (%.0f to %.0f)", $9, $10, $11) : ""), $3, $4, $3 / $5 / fast, $4 / $5 / slow,
			(placed ? sprintf("%.2f, %.2f", $3 / $5 / fast * $9 / mhz, $4 / $5 / slow * $9 / mhz) : "")
		fflush()
	}'
