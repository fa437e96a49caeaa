#!/bin/sh
# Synthesises, places and routes a network in a harness and prints its size and speed.
#
#   place.sh DEVICE HARNESS PARAMETERS DIRECTORY [--set KEY=VALUE ...]
#
# DEVICE      ecp5 (LFE5U-25F, speed 6), ecp5-85 (LFE5U-85F, speed 6), hx8k or up5k
# HARNESS     wires or axi; PARAMETERS the network's file; of a network that is no fat-tree with --set name=fat_tree
#             lanes: wires of a network of lanes
#             batches: wires of a pruned butterfly that routes in batches
#             words: a sorter, flexible or not
#             schedule: an off-line network with adapters
#             torus; PARAMETERS the side of torus.v, a power of two
#             bus: a memory-mapped bus with as many slaves of 4 KB as masters, of as few address bits as it takes
#             rival: of such a bus; PARAMETERS its KIND in rivals/rivals.v and the masters, as 0:16
# DIRECTORY   made; keeps all logs and reports
# prints      lut4 ff cells median least most    (cells: of the device, harness included; MHz over the seeds)
#
# Environment: FTC (the compiler), SEEDS ("1 2 3 4 5"; none: nothing is placed), SYNTHESIS_FLAGS (instead of the best known),
# ROUTER (of an ECP5; "--tmg-ripup"), PLACE_OPTIONS (additional ones), FREQ (MHz that nextpnr is asked for, 400), SHARE (axi_harness.v), JOBS (concurrent placements),
# SECONDS_EACH (a placement that takes longer is ended; 0: none), PLACER (build: on an ECP5 as `ftc build` chooses it), KEEP (1: what
# DIRECTORY has of an earlier run, of the same network, is not done again).
set -eu

device=$1 harness=$2 parameters=$3 directory=$4
shift 4
here=$(cd "$(dirname "$0")" && pwd)
blank=
: "${FTC:=ftc}" "${SEEDS=1 2 3 4 5}" "${FREQ:=400}" "${SHARE:=1}" "${JOBS:=$(nproc)}" "${SECONDS_EACH:=0}" "${PLACER:=}" "${KEEP:=}"

case $device in
ecp5)
	family=ecp5 synthesis='synth_ecp5' flags=${SYNTHESIS_FLAGS-}
	place='nextpnr-ecp5 --25k --package CABGA381 --speed 6' options=${ROUTER---tmg-ripup} ;;
ecp5-85)
	family=ecp5 synthesis='synth_ecp5' flags=${SYNTHESIS_FLAGS-}
	place='nextpnr-ecp5 --85k --package CABGA381 --speed 6' options=${ROUTER---tmg-ripup} ;;
hx8k)
	family=ice40 synthesis='synth_ice40 -device hx' flags=${SYNTHESIS_FLAGS--dffe_min_ce_use 32}
	place='nextpnr-ice40 --hx8k --package ct256' options= ;;
up5k)
	family=ice40up synthesis='synth_ice40 -device u' flags=${SYNTHESIS_FLAGS--dffe_min_ce_use 32}
	place='nextpnr-ice40 --up5k --package sg48' options= ;;
*)
	echo "place.sh: unknown device $device: expected ecp5, ecp5-85, hx8k or up5k" >&2
	exit 2 ;;
esac

# log2 NUMBER, rounded up
log2() { awk -v n="$1" 'BEGIN { while (2 ^ bits < n) bits++; print bits + 0 }'; }

mkdir -p "$directory"
if [ "$harness" = rival ]; then
	top=bus_subject read_network="read_verilog $here/rivals/rivals.v"
	masters=${parameters#*:} kind=${parameters%:*}
elif [ "$harness" = torus ]; then
	top=torus read_network="read_verilog $here/torus.v"
	sizes="-set K $parameters -set BITS $(log2 "$parameters")"
else
	top=fat_tree
	"$FTC" generate "$parameters" "$@" --set "family=$family" -o "$directory/network" >/dev/null
	leaves=$(awk -F'[:,]' '$1 ~ /^  "(leaves|nodes)"/ { print $2 + 0; exit }' "$directory/network/fat_tree.json")
	payload=$(awk -F'[:,]' '$1 ~ /"payload-bits"/ { print $2 + 0; exit }' "$directory/network/fat_tree.json")
fi

# Bits of a port, [N-1:0], of the network or another MODULE
bits() { awk -v port="$1" '$NF == port || $NF == port "," { gsub(/[^0-9:]/, "", $3); sub(/:.*/, "", $3); print $3 + 1 }' "$directory/network/rtl/${2-fat_tree}.v"; }

case $harness in
wires)
	# leaf_up[N-1:0]: a leaf may have several wires
	last=$(sed -n 's/.*wire \[\([0-9]*\):0\] leaf_up,\{0,1\}$/\1/p' "$directory/network/rtl/fat_tree.v")
	sizes="chparam -set IN $((last + 1)) -set OUT $((last + 1)) wires_harness" ;;
lanes)
	sizes="chparam -set LEAVES $leaves -set WIDTH $(($(bits leaf_data) / leaves)) -set ASKS $(($(bits leaf_request) / leaves))"
	sizes="$sizes -set REST $(($(bits leaf_digits) / leaves)) -set FROM $(($(bits leaf_in_from) / leaves))"
	sizes="$sizes -set TIMING $(bits leaf_timing) lanes_harness" ;;
batches) sizes="chparam -set LEAVES $leaves batches_harness" ;;
words)
	lines=$(awk -F'[:,]' '$1 ~ /^    "(wires|lines)"/ { print $2 + 0; exit }' "$directory/network/fat_tree.json")
	flexible=$(grep -c '"network": "flexible-sorter"' "$directory/network/fat_tree.json" || :)
	sizes="chparam -set LINES $lines -set FLEXIBLE $flexible words_harness" ;;
torus) blank="chparam $sizes torus;" sizes="chparam $sizes torus_harness" ;;
axi) sizes="chparam -set LEAVES $leaves -set LABEL $(($(bits s_axis_tdest) / leaves)) -set PAYLOAD $payload -set SHARE $SHARE axi_harness" ;;
bus) top=bus_subject masters=$(bits master_cyc fat_tree_bus) kind=3 ;;
rival) ;;
schedule) sizes="chparam -set LEAVES $leaves -set PAYLOAD $payload -set CYCLE $(bits received_cycle) schedule_harness" ;;
*)
	echo "place.sh: unknown harness $harness: expected wires, axi, lanes, batches, words, schedule, torus, bus or rival" >&2
	exit 2 ;;
esac

cd "$directory"
[ -e network/fat_tree.f ] && read_network="read_verilog $(sed 's,^,network/,' network/fat_tree.f | tr '\n' ' ')"
case $harness in bus | rival)
	sizes="chparam -set MASTERS $masters -set LABEL $(log2 "$masters") -set KIND $kind"
	read_network="$read_network; read_verilog $here/bus_subject.v; $sizes bus_subject"
	harness=bus sizes="$sizes bus_harness" ;;
esac
read_harness="read_verilog $here/xor_sink.v $here/${harness}_harness.v; $sizes"
# As `ftc build`.
case $device in
ecp5*) all="$synthesis $flags -top ${harness}_harness -run begin:map_ffs; script $here/../../rtl-templates/families/map/ecp5_map.ys;
	$synthesis $flags -run map_ffs: -json all.json" ;;
*) all="$synthesis $flags -top ${harness}_harness -json all.json" ;;
esac
synthesise()
{
	yosys -q -l synthesis.log -p "$read_network; $read_harness; $all; tee -q -o all.txt stat"
	# The harness around nothing, to subtract it.
	yosys -q -l harness.log -p \
		"$read_network; $blank hierarchy -top $top; flatten; select -module $top; delete c:*; select -clear;
		blackbox $top; $read_harness; $synthesis $flags -top ${harness}_harness; tee -q -o harness.txt stat"
}

# A seed that is placed already, or for which there was no time.
is_over() { [ "$KEEP" ] && { [ -s "report_$1.json" ] || [ -e "late_$1" ]; }; }

left=
for seed in $SEEDS; do
	is_over "$seed" || left="$left $seed"
done
if [ -z "$KEEP" ] || ! [ -s harness.txt ] || { [ "$left" ] && ! [ -s all.json ]; }; then
	synthesise
fi

# Cells of a kind in a `stat`: LUTs (a carry cell of ECP5 has two, a LUT-RAM six), or flip-flops.
count()
{
	awk -v kind="$1" '
		/^=== / { luts = ffs = 0 }
		$1 == "LUT4" || $1 == "SB_LUT4" { luts += $2 }
		$1 == "CCU2C" { luts += 2 * $2 }
		$1 == "TRELLIS_DPR16X4" { luts += 6 * $2 }
		$1 ~ /^SB_DFF/ || $1 == "TRELLIS_FF" { ffs += $2 }
		END { print kind == "lut4" ? luts : ffs }' "$2"
}

# The rule is that of docs/measured/benchmarks.md#control-sets-of-an-ecp5; whether HeAP gives up is not awaited here.
if [ "$PLACER" = build ]; then
	luts=$(count lut4 all.txt) ffs=$(count ff all.txt)
	size=$((luts > ffs ? luts : ffs))
	[ "$device" = ecp5 ] && half=12144 || half=41820
	if [ "$size" -gt "$half" ]; then
		options='--parallel-refine --threads 1'
	elif [ "$size" -gt 5000 ]; then
		# It wants places for the pins: those of a ULX3S.
		for pin in clk=G2 serial=M1 sink=L4 rst=R1; do
			echo "LOCATE COMP \"${pin%=*}\" SITE \"${pin#*=}\";"
		done >pins.lpf
		options='--placer static --lpf pins.lpf'
	fi
fi

place_one()
{
	timeout "$SECONDS_EACH" $place --json all.json --freq "$FREQ" --timing-allow-fail $options ${PLACE_OPTIONS-} --seed "$1" \
		--report "report_$1.json" \
		--quiet --log "place_$1.log" >/dev/null 2>&1 || [ $? != 124 ] || touch "late_$1"
}

running=0
for seed in $left; do
	place_one "$seed" &
	running=$((running + 1))
	if [ "$running" -ge "$JOBS" ]; then
		wait
		running=0
	fi
done
wait

# The first value called NAME behind the word PART of nextpnr's report, whose JSON may have no line breaks.
value()
{
	tr ',{}' '\n' <"$3" | awk -v part="\"$1\"" -v name="\"$2\"" '
		index($0, part) { inside = 1 }
		inside && index($0, name) { sub(/.*: */, ""); print; exit }'
}

fmax()
{
	for seed in $SEEDS; do
		if [ -s "report_$seed.json" ]; then
			value fmax achieved "report_$seed.json"
		else
			echo 0		# nextpnr found no placement
		fi
	done | sort -n
}

case $device in
ecp5*) cell=TRELLIS_COMB ;;
*) cell=ICESTORM_LC ;;
esac
cells=0
for report in report_*.json; do
	[ ! -s "$report" ] || cells=$(value "$cell" used "$report")
done
fmax | awk -v lut4="$(($(count lut4 all.txt) - $(count lut4 harness.txt)))" \
	-v ff="$(($(count ff all.txt) - $(count ff harness.txt)))" -v cells="$cells" '
	{ mhz[NR] = $1 }
	END { printf "%d %d %d %.1f %.1f %.1f\n", lut4, ff, cells, mhz[int((NR + 1) / 2)], mhz[1], mhz[NR] }'
