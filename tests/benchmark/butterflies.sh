#!/bin/sh
# The pruned butterfly with retries beside the one that routes in batches: the table of
# docs/explanation/deterministic-butterfly.md#against-retries. Every figure is from the Verilog.
#
#   butterflies.sh FTC DIRECTORY      DIRECTORY keeps the results as JSON
#
# Environment: LEAVES ("16 64"), BATCHES (order and round-words, "pairs-4 none-4"), PATTERNS, FRAMES (slots of a run, 4000),
# SEED (1).
set -eu
ftc=$1 directory=$2
. "$(dirname "$0")/figures.sh"
: "${LEAVES:=16 64}" "${BATCHES:=pairs-4 none-4}" "${PATTERNS:=uniform permutation bit-complement transpose neighbor hotspot}" "${FRAMES:=4000}" "${SEED:=1}"
mkdir -p "$directory"

# run NAME ROUTING LEAVES PATTERN LOAD [OPTION ..]: NAME.json
run() {
	file=$directory/$1 routing=$2 ends=$3 traffic=$4 load=$5
	shift 5
	printf 'network: pruned-butterfly\nleaves: %s\nrouting: %s\npayload-bits: 32\n' "$ends" "$routing" >"$file.yaml"
	"$ftc" simulate "$file.yaml" "$@" --pattern "$traffic" --load "$load" --frames "$FRAMES" --seed "$SEED" --json >"$file.json"
}

# figures NAME: payload bits a clock in the whole network; of the clocks in the network the mean and the 99th percentile, 0 if no
# word came into being and arrived in the measured clocks; the longest wait of a word
figures() {
	file=$directory/$1.json
	echo "$(field "$file" accepted_per_clock) $(field "$file" leaves) $(field "$file" payload_bits)" | awk '{ printf "%s ", $1 * $2 * $3 }'
	echo "$(field "$file" network_latency.mean) $(field "$file" network_latency.p99) $(field "$file" longest_wait.clocks)"
}

# load_of NAME RATE: the load of RATE words of a leaf in a clock
load_of() {
	awk -v rate="$2" -v slot="$(field "$directory/$1.json" slot_clocks)" 'BEGIN { print rate * slot }'
}

echo "| leaves | traffic | routing | saturated: bits a clock | clocks, p99 | longest | at half of that: mean | p99 | longest |"
echo "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
for leaves in $LEAVES; do
	for pattern in $PATTERNS; do
		name=$leaves-$pattern
		run "$name-greedy" greedy "$leaves" "$pattern" 2
		for kind in $BATCHES; do
			run "$name-$kind" deterministic "$leaves" "$pattern" 2 --set order="${kind%-*}" --set round-words="${kind#*-}"
		done
		# Half of what the slowest of them takes, for all.
		rate=$(for which in greedy $BATCHES; do
			field "$directory/$name-$which.json" accepted_per_clock
		done | sort -g | awk 'NR == 1 { print $1 / 2 }')
		run "half-$name-greedy" greedy "$leaves" "$pattern" "$(load_of "$name-greedy" "$rate")"
		for kind in $BATCHES; do
			run "half-$name-$kind" deterministic "$leaves" "$pattern" "$(load_of "$name-$kind" "$rate")" \
				--set order="${kind%-*}" --set round-words="${kind#*-}"
		done
		for which in greedy $BATCHES; do
			echo "$leaves $pattern $which $(figures "$name-$which") $(figures "half-$name-$which")"
		done | awk '{
			kind = $3
			sub(/^greedy/, "retries", kind)
			sub(/^pairs-/, "batches, D = ", kind)
			if (sub(/^none-/, "batches, D = ", kind))
				kind = kind ", any order"
			printf "| %s | %s | %s | %.2f | %s | %d | %.0f | %d | %d |\n", $1, $2, kind, $4, ($6 > 0 ? $6 : ""), $7, $9, $10, $11 }'
	done
done
