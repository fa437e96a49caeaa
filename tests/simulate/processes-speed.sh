#!/bin/sh
# processes-speed.sh FTC [FRAMES]: 4,096 leaves in one process and in several.
#
# Each rank counts the seconds of its processor between meetings, so what ranks compute is measured even where processors are
# fewer. From that comes what as many processors would do:
#
#   seconds(N) = what the rank computes that computes longest + meetings x a meeting's seconds(N)
#
# A meeting's seconds for two ranks are measured, with a network that has almost nothing to compute; N ranks are taken to need
# log2 N times as long. Above 32 ranks the part that all ranks compute alike is taken as measured with 32, the rest divided by N.
set -eu
ftc=$(realpath "$1")
frames=${2:-400}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
printf '%s\n' 'network: fat-tree' 'leaves: 4096' 'root-capacity: 4096' >full.yaml
printf '%s\n' 'network: fat-tree' 'leaves: 4096' 'root-capacity: 256' >narrow.yaml
printf '%s\n' 'network: fat-tree' 'leaves: 2' >two.yaml

# seconds COMMAND...: of the wall clock.
seconds() {
	began=$(date +%s.%N)
	"$@" >report.json 2>said || { cat said >&2; exit 1; }
	date +%s.%N | awk -v began="$began" '{ printf "%.3f", $1 - began }'
}

# field NAME: of the report itself, not of what is inside it
field() {
	sed -n "s/^  \"$1\": \([^,]*\).*/\1/p" report.json
}

# run FILE LOAD FRAMES PROCESSES [OPTION...]
run() {
	file=$1
	load=$2
	slots=$3
	processes=$4
	shift 4
	seconds "$ftc" simulate "$file" --load "$load" --frames "$slots" --warmup 1 --processes "$processes" --json "$@"
}

# beside_start FILE LOAD PROCESSES: what a run takes beside the start.
beside_start() {
	start=$(run "$1" "$2" 1 "$3")
	whole=$(run "$1" "$2" "$frames" "$3")
	echo "$whole $start" | awk '{ printf "%.3f", $1 - $2 }'
}

# A machine that others use, too, is not as fast now as it is then: two processes run between runs of one.
pairs=5

# middle COLUMN: of `pairs`
middle() {
	awk -v column="$1" '{ print $column }' pairs | sort -n | sed -n $((pairs / 2 + 1))p
}

processors=$(getconf _NPROCESSORS_ONLN)
start=$(run two.yaml 0.1 1 2)
whole=$(run two.yaml 0.1 100000 2)
meeting=$(echo "$whole $start $(field longest_computing) $(field meetings)" | awk '{ printf "%.9f", ($1 - $2 - $3) / $4 }')
echo "a meeting of two ranks: $(echo "$meeting" | awk '{ printf "%.1f", $1 * 1e6 }') microseconds; processors: $processors"
for case in 'full 0.4' 'narrow 0.1'; do
	file=${case% *}.yaml
	load=${case#* }
	echo
	echo "$file, load $load, $frames slots"
	for _ in $(seq $pairs); do
		one=$(beside_start "$file" "$load" 1)
		two=$(beside_start "$file" "$load" 2)
		echo "$one $two $(field longest_computing)" | awk '{ print $0, $1 / $2 }'
	done >made
	mv made pairs
	awk '{ printf "%s%.2f", (NR > 1 ? ", " : "two processes against one, pair by pair: "), $4 } END { print " times" }' pairs
	echo "the middle one: $(middle 4)"
	echo 'ranks  computing s  meetings  predicted s  faster  | measured s  faster'
	one=$(middle 1)
	printf '%5d  %11.3f  %8d  %11.3f  %6.2f  | %10.3f  %6.2f\n' 1 "$one" 0 "$one" 1 "$one" 1
	echo "2 $one $(middle 3) $(field meetings) $meeting $(middle 2)" >measured
	for ranks in 4 8 16 32; do
		measured=$(beside_start "$file" "$load" "$ranks")
		echo "$ranks $one $(field longest_computing) $(field meetings) $meeting $measured" >>measured
	done
	awk -v processors="$processors" '
		function line(n, computing, meetings, measured) {
			seconds = computing + meetings * pair * log(n) / log(2)
			printf "%5d  %11.3f  %8d  %11.3f  %6.2f  |", n, computing, meetings, seconds, one / seconds
			print n <= processors ? sprintf(" %10.3f  %6.2f", measured, one / measured) : n <= 4 ? sprintf(" %10.3f  on %d processors", measured, processors) : ""
		}
		{
			one = $2
			pair = $5
			line($1, $3, $4, $6)
			alike = $1 > 1 ? ($3 - one / $1 > 0 ? $3 - one / $1 : 0) : 0
			meetings = $4
		}
		END { for (n = 64; n <= 1024; n *= 2) line(n, alike + one / n, meetings) }' measured
done
printf '\nthe Verilog in pieces, 4,096 leaves, root capacity 64\n'
printf '%s\n' 'network: fat-tree' 'leaves: 4096' 'root-capacity: 64' >verilog.yaml
run verilog.yaml 0.4 1 1 --engine rtl >built

# verilog_clock PROCESSES: microseconds a clock, from a long and a short run.
verilog_clock() {
	start=$(run verilog.yaml 0.4 1 "$1" --engine rtl)
	few=$(field clocks)
	whole=$(run verilog.yaml 0.4 4 "$1" --engine rtl)
	echo "$whole $start $(field clocks) $few" | awk '{ printf "%.1f", ($1 - $2) / ($3 - $4) * 1e6 }'
}

for _ in $(seq $pairs); do
	one=$(verilog_clock 1)
	two=$(verilog_clock 2)
	echo "$one $two" | awk '{ print $0, $1 / $2 }'
done >made
mv made pairs
awk '{ printf "%.1f us a clock in one process, %.1f in two: %.2f times\n", $1, $2, $3 }' pairs
echo "the middle one: $(middle 3) times"
