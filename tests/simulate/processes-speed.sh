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
	"$@" >report.json 2>said
	date +%s.%N | awk -v began="$began" '{ printf "%.3f", $1 - began }'
}

field() {
	awk -F '[:,]' -v name="\"$1\"" '$1 ~ name { print $2 + 0 }' report.json
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

# What a run takes beside the start: the middle one of three.
beside_start() {
	for _ in 1 2 3; do
		start=$(run "$1" "$2" 1 "$3")
		whole=$(run "$1" "$2" "$frames" "$3")
		echo "$whole $start" | awk '{ printf "%.3f\n", $1 - $2 }'
	done | sort -n | sed -n 2p
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
	echo 'ranks  computing s  meetings  predicted s  faster  | measured s  faster'
	one=$(beside_start "$file" "$load" 1)
	printf '%5d  %11.3f  %8d  %11.3f  %6.2f  | %10.3f  %6.2f\n' 1 "$one" 0 "$one" 1 "$one" 1
	for ranks in 2 4 8 16 32; do
		measured=$(beside_start "$file" "$load" "$ranks")
		echo "$ranks $one $(field longest_computing) $(field meetings) $meeting $measured"
	done | awk -v processors="$processors" '
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
		END { for (n = 64; n <= 1024; n *= 2) line(n, alike + one / n, meetings) }'
done
printf '\nthe Verilog in pieces, 4,096 leaves, root capacity 64: five pairs of runs\n'
printf '%s\n' 'network: fat-tree' 'leaves: 4096' 'root-capacity: 64' >verilog.yaml
run verilog.yaml 0.4 1 1 --engine rtl >built

# verilog_clock RANKS: microseconds a clock, from a long and a short run.
verilog_clock() {
	start=$(run verilog.yaml 0.4 1 "$1" --engine rtl)
	few=$(field clocks)
	whole=$(run verilog.yaml 0.4 4 "$1" --engine rtl)
	echo "$whole $start $(field clocks) $few" | awk '{ printf "%.1f", ($1 - $2) / ($3 - $4) * 1e6 }'
}

for pair in 1 2 3 4 5; do
	one=$(verilog_clock 1)
	echo "$one $(verilog_clock 2)"
done | awk '{ printf "%.1f us a clock in one process, %.1f in two: %.2f times\n", $1, $2, $1 / $2; fflush() }' | tee pairs
sed 's/.* two: //' pairs | sort -n | awk '{ all[NR] = $1 } END { printf "median %.2f times, least %.2f\n", all[(NR + 1) / 2], all[1] }'
