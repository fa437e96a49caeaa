#!/bin/sh
# Words that a flexible sorter sorts in a second for each LUT, beside Batcher's sorter of as many: the table of
# docs/explanation/flexible-sorter.md#figures. Clocks are those of `ftc report`, which `ftc simulate` finds in the Verilog, of full batches one
# after the other; LUTs, flip-flops and MHz are what Yosys and nextpnr say (place.sh).
#
#   sorters.sh FTC DIRECTORY      DIRECTORY keeps all logs
#
# Environment: SEEDS of nextpnr ("1 2 3"), JOBS (place.sh), ROWS (words:lines; without lines Batcher's), KEYS (further ones of the
# parameter file).
set -eu
ftc=$1 directory=$2
here=$(cd "$(dirname "$0")" && pwd)
: "${SEEDS:=1 2 3}" "${ROWS:=64:16 64: 128:16 128:32 128:}" "${KEYS:=clock: 200}"
mkdir -p "$directory"
directory=$(cd "$directory" && pwd)
. "$here/figures.sh"
export SEEDS FTC="$ftc" SYNTHESIS_FLAGS=-nowidelut

# number KEY FILE: the last number of this name in a report
number() {
	awk -v key="\"$1\":" '$1 == key { found = $2 + 0 } END { print found }' "$2"
}

echo "| sorter | LUT4 | flip-flops | block RAMs | MHz | clocks of a batch | million words a second | words a second per LUT4 |"
echo "| --- | --- | --- | --- | --- | --- | --- | --- |"
for row in $ROWS; do
	words=${row%:*} lines=${row#*:}
	file=$directory/$words-$lines.yaml
	if [ "$lines" ]; then
		name="$words words, $lines lines"
		printf 'network: flexible-sorter\nwords: %s\nlines: %s\n%s\n' "$words" "$lines" "$KEYS" >"$file"
		"$ftc" report "$file" --json >"$directory/report.json"
		clocks=$(number batch_clocks "$directory/report.json")
		# Not in a hurry, but in the Verilog: the simulation refuses any other clock.
		"$ftc" simulate "$file" --engine rtl --frames 20 | grep -q 'every wave in the clock that the report promises' || exit 1
	else
		name="$words words, Batcher"
		printf 'network: sorter\nwires: %s\n%s\n' "$words" "$KEYS" >"$file"
		"$ftc" report "$file" --json >"$directory/report.json"
		clocks=$(number slot_clocks "$directory/report.json")
	fi
	placed=$("$here/place.sh" ecp5 words "$file" "$directory/place-$words-$lines" --set name=fat_tree)
	rams=$(block_rams "$directory/place-$words-$lines")
	echo "$placed" | awk -v name="$name" -v clocks="$clocks" -v words="$words" -v rams="$rams" '{
		rate = words / clocks * $4 * 1e6
		printf "| %s | %d | %d | %d | %.0f (%.0f to %.0f) | %d | %.2f | %.0f |\n", name, $1, $2, rams, $4, $5, $6, clocks, rate / 1e6, rate / $1
	}'
done
