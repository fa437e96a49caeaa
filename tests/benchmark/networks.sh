#!/bin/bash
# All networks of ftc side by side: the tables of docs/how-to/choosing.md. Words of 32 bits, AXI4-Stream leaves included.
#
#   networks.sh FTC DIRECTORY
#
# DIRECTORY has networks.csv and networks.md afterwards, and a folder for each row with its parameter file and all logs. What is
# measured there already, of the same Verilog, is not measured again: an interrupted run goes on where it was. While it runs,
# the tables have what is known.
#
# Environment: LEAVES ("16 64 256"), ONLY (names of rows, all), SEEDS_16, SEEDS_64, SEEDS_256 of nextpnr ("1 2 3", "1", none: only
# estimates), SECONDS_EACH (for a placement, 3600), WORK ("lone rate size": what to measure), CLOCKS_16 .. (of a simulation at full
# load), SORTERS (words:lines, as in sorters.sh; empty: none).
set -eu
ftc=$1 directory=$2
here=$(cd "$(dirname "$0")" && pwd)
: "${LEAVES:=16 64 256}" "${ONLY:=}" "${SEEDS_16=1 2 3}" "${SEEDS_64=1}" "${SEEDS_256=}" "${WORK=lone rate size}"
: "${CLOCKS_16:=100000}" "${CLOCKS_64:=100000}" "${CLOCKS_256:=30000}" "${SORTERS=16:4 16: 64:16 64: 256:32}"
export FTC="$ftc" SYNTHESIS_FLAGS=-nowidelut PLACER=build KEEP=1 JOBS=1 SECONDS_EACH="${SECONDS_EACH:-3600}"
board=ulx3s-85f device_cells=83640 device_rams=208
mkdir -p "$directory"
directory=$(cd "$directory" && pwd)
. "$here/figures.sh"

# A row for each network: leaves, name, and the lines of its parameter file. `explore`: what `ftc explore` finds to be the best
# with lanes. Of sorting fat-trees the one with the fastest rounds, the same with the default of batches, and one of blocks.
rows() {
	for leaves in $LEAVES; do
		side=$(awk -v n="$leaves" 'BEGIN { print sqrt(n) / 2 }')
		cat <<-END
			$leaves lanes explore
			$leaves fat-tree network=fat-tree leaves=$leaves
			$leaves cm-5 network=cm-5 leaves=$leaves
			$leaves pruned-butterfly network=pruned-butterfly leaves=$leaves
			$leaves deterministic-butterfly network=pruned-butterfly leaves=$leaves routing=deterministic
			$leaves sorting-fat-tree network=sorting-fat-tree leaves=$leaves mesh-side=1 batches=1
			$leaves sorting-fat-tree-batches network=sorting-fat-tree leaves=$leaves mesh-side=1
			$leaves sorting-fat-tree-blocks network=sorting-fat-tree leaves=$leaves mesh-side=$side batches=1
			$leaves hypertree network=hypertree-1 nodes=$leaves
			$leaves off-line network=fat-tree leaves=$leaves switching=off-line schedule=schedule.json
		END
	done | while read -r leaves name rest; do
		case " $ONLY " in "  " | *" $name "*) echo "$leaves $name $rest" ;; esac
	done
}

# of LEAVES NAME: the value of NAME_LEAVES
of() { eval "echo \"\${$2_$1-}\""; }

# parameters LEAVES KEY=VALUE ..: a parameter file
parameters() {
	leaves=$1
	shift
	if [ "$1" = explore ]; then
		points=$directory/explore-$leaves
		rm -rf "$points"
		"$ftc" explore --leaves "$leaves" --payload 32 --board "$board" -o "$points" >/dev/null
		# The first on the front with lanes, the best per LUT4 first; a point that does not fit is not on it.
		best=$(awk -F, '$2 == "fat tree with lanes" && $3 == 1 { print $1; exit }' "$points/points.csv")
		grep -v '^#' "$points/$best.yaml"
	else
		printf '%s\n' "$@" | sed 's/=/: /'
		echo 'payload-bits: 32'
	fi
}

# prepare LEAVES NAME KEYS ..: the row's folder, with network.yaml; what was measured of another Verilog is thrown away. A network of
# which ftc makes no hardware has no folder, and no row in the tables.
prepare() {
	row=$directory/$1-$2
	leaves=$1
	shift 2
	mkdir -p "$row"
	parameters "$leaves" "$@" >"$row/network.yaml"
	if grep -q schedule "$row/network.yaml" && ! [ -s "$row/schedule.json" ]; then
		# To read the network there must be a schedule: one word from each leaf to each other one.
		"$ftc" schedule "$row/network.yaml" --from all-to-all --limit none -o "$row/schedule.json" >/dev/null
	fi
	rm -rf "$row/verilog"
	"$ftc" generate "$row/network.yaml" --set name=fat_tree -o "$row/verilog" >/dev/null || {
		rm -rf "$row"
		return 0
	}
	# Comments say where the parameter file lies.
	digest=$(cat "$row"/verilog/rtl/*.v | grep -v '^//' | sha256sum)
	rm -rf "$row/verilog"
	[ "$digest" = "$(cat "$row/digest" 2>/dev/null)" ] || rm -rf "$row"/*.done "$row/place"
	echo "$digest" >"$row/digest"
}

# Block RAMs of an ECP5, as if they were full: exact for networks whose RAMs are counted in whole blocks.
estimated_rams() {
	awk '/^  "estimate":/ { top = 1 }
		top && $1 == "\"ram_bits\":" { print int(($2 + 18431) / 18432); exit }' "$row/report.json"
}

# estimate: estimate.done: what ftc foresees: LUT4, flip-flops, MHz, of a saturated network payload bits a clock, clocks of a lone
# word, block RAMs. Empty: it does not.
estimate() {
	# Another ftc may estimate the same Verilog otherwise.
	[ ! -s "$row/estimate.done" ] || [ "$ftc" -nt "$row/estimate.done" ] || return 0
	"$ftc" report "$row/network.yaml" --limit none --json >"$row/report.json"
	if "$ftc" explore "$row/network.yaml" --board "$board" --limit 60 -o "$row/explore" >/dev/null 2>&1; then
		known=$(awk -F, '$4 == 1 { printf "%s,%s,%s,%s,%s", $5, $6, $8, $11, $15 }' "$row/explore/points.csv")
		rm -rf "$row/explore"
	else
		known="$(field "$row/report.json" estimate.lut4),$(field "$row/report.json" estimate.ff),,,"
	fi
	echo "$known,$(estimated_rams)" >"$row/estimate.done"
}

# simulate PART OPTION ..: PART.done
simulate() {
	[ ! -s "$row/$1.done" ] || return 0
	part=$1
	shift
	"$ftc" simulate "$row/network.yaml" "$@" --seed 1 --json >"$row/$part.tmp" 2>"$row/$part.log" || return 0
	mv "$row/$part.tmp" "$row/$part.done"
}

is_off_line() { [ -s "$row/schedule.json" ]; }

# Words that meet no other: each leaf in turn sends one, when the last one has arrived.
lone() {
	first=$(grep -c '^nodes:' "$row/network.yaml" || :)
	count=$((leaves < 64 ? leaves : 64))
	for k in $(seq 1 "$count"); do
		source=$((first + (k - 1) * (leaves / count)))
		destination=$((first + ((k - 1) * (leaves / count) + 1 + (k * 7919) % (leaves - 1)) % leaves))
		# Any clock of a slot: the words wait for it half a slot in the mean.
		[ "$k" = 1 ] && at='' || at="@+$((20 + k * 37)) after $((k - 1)) "
		echo "$at$source $destination"
	done >"$row/lone.txt"
	is_off_line || simulate lone --messages "$row/lone.txt"
}

rate() {
	if is_off_line; then
		simulate rate
	elif [ -s "$row/lone.done" ]; then
		slot=$(field "$row/lone.done" slot_clocks)
		simulate rate --load 2 --frames $(($(of "$leaves" CLOCKS) / slot + 1))
	fi
}

# size SEED ..: size.done: what place.sh prints, block RAMs, and the number of seeds
size() {
	[ $# -gt 0 ] || return 0
	is_off_line && harness=schedule || harness=axi
	SEEDS="$*" "$here/place.sh" ecp5-85 "$harness" "$row/network.yaml" "$row/place" --set name=fat_tree >"$row/size.tmp" \
		2>"$row/size.log" || return 0
	echo "$(cat "$row/size.tmp") $(block_rams "$row/place") $#" >"$row/size.done"
	rm -f "$row/size.tmp"
}

# bound: the most clocks until a word has arrived, as far as there is a bound
bound() {
	per_lambda=$(field "$row/report.json" bound.clocks_per_lambda)
	if [ "$per_lambda" ]; then
		echo "$(field "$row/report.json" bound.fixed_clocks) + $per_lambda L"
	elif is_off_line && [ -s "$row/rate.done" ]; then
		echo "$(($(field "$row/rate.done" cycles) * $(field "$row/rate.done" cycle_clocks)))"
	fi
}

# simulated: payload bits a clock; of a lone word the mean clocks and the most; longest wait; the worst-served leaf's part of a fair
# share. Empty: not measured.
simulated() {
	rate='' lone='' most='' wait='' share=''
	if is_off_line && [ -s "$row/rate.done" ]; then
		rate=$(echo "$(field "$row/rate.done" delivered) $(field "$row/rate.done" clocks)" | awk '{ print $1 * 32 / $2 }')
		lone=$(field "$row/rate.done" latency.mean) most=$(field "$row/rate.done" latency.max)
	elif [ -s "$row/rate.done" ]; then
		rate=$(echo "$(field "$row/rate.done" accepted_per_clock) $leaves" | awk '{ print $1 * $2 * 32 }')
		wait=$(field "$row/rate.done" longest_wait.clocks)
		share=$(echo "$(field "$row/rate.done" served.least) $(field "$row/rate.done" accepted) $(field "$row/rate.done" frames)" |
			awk '$2 > 0 { printf "%.2f", $1 / ($2 * $3) }')
	fi
	if [ -s "$row/lone.done" ]; then
		lone=$(field "$row/lone.done" network_latency.mean) most=$(field "$row/lone.done" network_latency.max)
	fi
	echo "$rate;$lone;$most;$wait;$share"
}

# A line for each row. Sources: m, measured by synthesis, placement or simulation of the Verilog; e, estimated by ftc.
csv() {
	echo "leaves,network,lut4,ff,cells,size_source,block_rams,mhz,mhz_least,mhz_most,seeds,mhz_source,bits_per_clock,bits_source,\
mbps,mbps_per_lut4,mbps_per_cell,lone_clocks,lone_most_clocks,lone_ns,lone_source,longest_wait,worst_leaf_share,bound,fits"
	rows | while read -r leaves name rest; do
		row=$directory/$leaves-$name
		[ -s "$row/estimate.done" ] || continue
		size=
		[ ! -s "$row/size.done" ] || size=$(cat "$row/size.done")
		echo "$leaves;$name;$(cat "$row/estimate.done");$size;$(simulated);$(bound)" |
			awk -F';' -v cells="$device_cells" -v rams="$device_rams" '
			# The measured one, if there is one.
			function source(measured, estimated) { return measured != "" ? "m" : estimated != "" ? "e" : "" }
			function either(measured, estimated) { return measured != "" ? measured : estimated }
			function over(a, b) { return a != "" && b + 0 > 0 ? a / b : "" }
			{
				split($3, e, ",")
				split($4, m, " ")
				placed = m[4] + 0 > 0 ? m[4] : ""
				lut4 = either(m[1], e[1]); ff = either(m[2], e[2]); all = (lut4 + 0 > ff + 0) ? lut4 : ff
				ram = either(m[7], e[6]); mhz = either(placed, e[3]); bits = either($5, e[4]); lone = either($6, e[5])
				# The clock tree carries no more, whatever nextpnr says.
				at = (mhz + 0 > 257) ? 257 : mhz
				rate = bits != "" && mhz != "" ? bits * at : ""
				fits = (all + 0 > cells || ram + 0 > rams) ? "no" : all == "" ? "" : "yes"
				print $1 "," $2 "," lut4 "," ff "," all "," source(m[1], e[1]) "," ram "," mhz "," (placed == "" ? ",," : m[5] "," m[6] "," m[8]) "," \
					source(placed, e[3]) "," bits "," source($5, e[4]) "," rate "," over(rate, lut4) "," over(rate, all) "," \
					lone "," $7 "," over(lone == "" ? "" : lone * 1000, at) "," source($6, e[5]) "," $8 "," $9 "," $10 "," fits
			}'
	done
}

# The tables of the page, one for each number of leaves.
markdown() {
	awk -F, '
		function figure(value, form, source) { return value == "" ? "" : (source == "m" ? "" : "~") sprintf(form, value) }
		NR == 1 { next }
		$1 != last {
			printf "%s| %s leaves | LUT4 | flip-flops | cells | block RAMs | MHz | bits a clock | Mbit/s | per LUT4 | per cell |\n",
				last == "" ? "" : "\n", $1
			print "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
			last = $1
		}
		{
			all = $6 $12 $14 == "mmm" ? "m" : "e"
			range = $11 > 1 ? sprintf(" (%.0f to %.0f)", $9, $10) : ""
			printf "| %s%s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", $2, $25 == "no" ? ", does not fit" : "", figure($3, "%d", $6),
				figure($4, "%d", $6), figure($5, "%d", $6), figure($7, "%d", $6), figure($8, "%.0f", $12) range, figure($13, "%.2f", $14),
				figure($15, "%.0f", all), figure($16, "%.3f", all), figure($17, "%.3f", all)
		}' "$directory/networks.csv"
	echo
	awk -F, '
		function figure(value, form, source) { return value == "" ? "" : (source == "m" ? "" : "~") sprintf(form, value) }
		NR == 1 {
			print "| leaves | network | a lone word: clocks | at most | ns | saturated: longest wait, clocks | worst-served leaf | bound, clocks |"
			print "| --- | --- | --- | --- | --- | --- | --- | --- |"
			next
		}
		{
			printf "| %s | %s | %s | %s | %s | %s | %s | %s |\n", $1, $2, figure($18, "%.4g", $21), $19,
				figure($20, "%.0f", $12 $21 == "mm" ? "m" : "e"), $22, $23, $24 == "" ? "none" : $24
		}' "$directory/networks.csv"
}

tables() {
	csv >"$directory/networks.csv"
	markdown >"$directory/networks.md"
}

# each PART [ARGUMENT ..]: for all rows
each() {
	part=$1
	shift
	rows >"$directory/rows"
	while read -r leaves name rest <&3; do
		row=$directory/$leaves-$name
		[ "$part" = prepare ] || [ -d "$row" ] || continue
		case $part in
		prepare) prepare $leaves $name $rest ;;
		size)
			# shellcheck disable=SC2046
			size $(of "$leaves" SEEDS | cut -d' ' -f"1-$1") ;;
		*) "$part" ;;
		esac
		tables
	done 3<"$directory/rows"
}

# Cheap things first, of all rows, so that an interrupted run has something of each; then one seed after the other.
each prepare
each estimate
for part in $WORK; do
	if [ "$part" = size ]; then
		for seeds in 1 2 3; do
			each size "$seeds"
		done
	else
		each "$part"
	fi
done
if [ "$SORTERS" ]; then
	mkdir -p "$directory/sorters"
	for which in $SORTERS; do
		done=$directory/sorters/$which.done
		[ -s "$done" ] || SEEDS=$SEEDS_16 ROWS=$which "$here/sorters.sh" "$ftc" "$directory/sorters" >"$directory/sorters/table"
		[ -s "$done" ] || mv "$directory/sorters/table" "$done"
	done
	for which in $SORTERS; do
		cat "$directory/sorters/$which.done"
	done | awk '!seen[$0]++' >"$directory/sorters.md"
fi
cat "$directory/networks.md"
[ ! -s "$directory/sorters.md" ] || { echo; cat "$directory/sorters.md"; }
